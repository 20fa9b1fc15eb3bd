import { m } from '@tagalong/contract/messages.ts'
import { useId, useRef, useState } from 'react'
import { offlineText } from '#lib/calls/offline-text.ts'
import { canUsePasskeys } from '#lib/passkeys.ts'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/button.tsx'
import { SmallDialog } from '#ui/dialogs/small-dialog.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { answerByPasskey } from '../passkey.ts'
import { isSixDigits } from '../security/six-digits.ts'
import { useConfirmIdentity, type Ways } from '../security.queries.ts'

interface IdentityDialogProps {
  ways: Ways
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks the user to prove who they are before something irreversible, in case the phone was lent. */
export function IdentityDialog({ ways, onConfirmed, onCancel }: IdentityDialogProps) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const hasForm = ways.isByPassword || ways.isByCode
  const [values, setValues] = useState({ password: '', code: '' })
  const { mutateAsync } = useConfirmIdentity()
  const form = useForm({
    values,
    setValues,
    rules: ways.isByCode
      ? [{ field: 'code', isValid: isSixDigits, prompt: m.prompt_auth_code_wrong() }]
      : [
          {
            field: 'password',
            isValid: (password) => password !== '',
            prompt: m.prompt_auth_password_missing(),
          },
        ],
    bodyOf: ({ password, code }) => (ways.isByCode ? { code } : { password }),
    errorMessages: offlineText(),
    send: mutateAsync,
    afterSend: onConfirmed,
  })
  const passkey = useByPasskey(onConfirmed)
  return (
    <SmallDialog
      title={m.refusal_confirm_needed()}
      text={null}
      confirmLabel={m.auth_its_me()}
      isOpen
      isPending={form.isPending}
      problem={form.problem ?? passkey.problem}
      {...(hasForm && { formId, initialFocus: input })}
      onCancel={onCancel}
    >
      {hasForm && (
        <form id={formId} noValidate onSubmit={form.submit}>
          {ways.isByCode ? (
            <CodeField
              ref={input}
              label={m.auth_app_code()}
              isRequired
              {...form.field('code')}
              onChange={(code) => form.set('code', code)}
              onWhole={(whole) => whole?.requestSubmit()}
            />
          ) : (
            <TextField
              ref={input}
              label={m.auth_your_password()}
              isRequired
              type="password"
              autoComplete="current-password"
              {...form.field('password')}
            />
          )}
        </form>
      )}
      {ways.isByPasskey &&
        (canUsePasskeys() ? (
          <Button
            variant={hasForm ? 'soft' : 'action'}
            wide
            isPending={passkey.isPending}
            onPress={passkey.use}
          >
            <Icon name="key" small />
            {m.auth_passkey_use()}
          </Button>
        ) : (
          !hasForm && <p className="quiet">{m.auth_passkeys_unknown()}</p>
        ))}
    </SmallDialog>
  )
}

function useByPasskey(onConfirmed: () => void) {
  const { mutateAsync } = useConfirmIdentity()
  const { isPending, problem, run } = useAction()
  const use = () =>
    run(async () => {
      const passkey = await answerByPasskey()
      if (!passkey) return
      await mutateAsync({ passkey })
      onConfirmed()
    })
  return { isPending, problem, use }
}
