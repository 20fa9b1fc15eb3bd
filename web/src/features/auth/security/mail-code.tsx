import { m } from '@tagalong/contract/messages.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { offlineText } from '#lib/calls/offline-text.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { type Security, useSendMailCode } from '../security.queries.ts'

/** True if a mailed code is required: a password alone must not set up an administrator's first way. */
export function needsMailCode({ mustSetUp, passkeys, totp }: Security): boolean {
  return mustSetUp && passkeys.length === 0 && !totp
}

interface MailCodeProps {
  value: string
  error: string | undefined
  onChange: (code: string) => void
  onWhole?: (form: HTMLFormElement | null) => void
}

/** Has a code mailed, and takes it as input. */
export function MailCode({ value, error, onChange, onWhole = () => undefined }: MailCodeProps) {
  const { user } = useSession()
  const send = useSendMailCode()
  return (
    <>
      <p className="small quiet" role="status">
        {send.isSuccess ? m.auth_mail_code_sent({ email: user?.email ?? '' }) : m.auth_mail_code_why()}
      </p>
      <Button size="small" isPending={send.isPending} onPress={() => send.mutate()}>
        {send.isSuccess ? m.auth_mail_code_again() : m.auth_mail_code_send()}
      </Button>
      {send.error && <Prompt>{failureText(send.error, offlineText())}</Prompt>}
      <CodeField
        label={m.auth_mail_code()}
        isRequired
        name="mailCode"
        value={value}
        error={error}
        onChange={onChange}
        onWhole={onWhole}
      />
    </>
  )
}
