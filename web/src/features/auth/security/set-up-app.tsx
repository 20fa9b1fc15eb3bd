import type { startTotp } from '@tagalong/contract/features/auth/security.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { isUnanswered } from '#lib/calls/api.ts'
import { offlineText } from '#lib/calls/offline-text.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyQrCode } from '#ui/qr/lazy-qr-code.tsx'
import { showToast } from '#ui/toast.tsx'
import { useConfirmTotp, useStartTotp } from '../security.queries.ts'
import { MailCode } from './mail-code.tsx'
import { isSixDigits } from './six-digits.ts'

/** The secret that the app has to learn. */
export type Begun = DataOf<typeof startTotp>

interface SetUpAppProps {
  /** Undefined if a mailed code is required first. */
  begun: Begun | undefined
  onCodes: (codes: readonly string[]) => void
  /** Called if the response that may carry codes was lost. */
  onLost: () => void
  onClose: () => void
}

/** The sheet in which an authenticator app learns its secret and proves it by a code. */
export function SetUpApp({ begun: begunBefore, onCodes, onLost, onClose }: SetUpAppProps) {
  const formId = useId()
  const [begun, setBegun] = useState(begunBefore)
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      title={m.auth_app()}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{m.common_cancel()}</Button>
          <Button variant="action" type="submit" form={formId} isPending={isPending}>
            {begun ? m.auth_app_confirm() : m.common_next()}
          </Button>
        </>
      }
    >
      {begun ? (
        <FirstCode
          formId={formId}
          begun={begun}
          onPending={setPending}
          onCodes={onCodes}
          onLost={onLost}
          onClose={onClose}
        />
      ) : (
        <ByMail formId={formId} onPending={setPending} onBegun={setBegun} />
      )}
    </Dialog>
  )
}

interface StepProps {
  formId: string
  onPending: (isPending: boolean) => void
}

function ByMail({ formId, onPending, onBegun }: StepProps & { onBegun: (begun: Begun) => void }) {
  const [values, setValues] = useState({ mailCode: '' })
  const { mutateAsync } = useStartTotp()
  const form = useForm({
    values,
    setValues,
    rules: [{ field: 'mailCode', isValid: isSixDigits, prompt: m.prompt_auth_code_wrong() }],
    errorMessages: offlineText(),
    send: (body: typeof values) => whilePending(onPending, mutateAsync(body)),
    afterSend: (begun) => onBegun(begun as Begun),
  })
  return (
    <form id={formId} className="stack" noValidate onSubmit={form.submit}>
      <MailCode
        value={values.mailCode}
        error={form.promptOf('mailCode')}
        onChange={(code) => form.set('mailCode', code)}
        onWhole={(whole) => whole?.requestSubmit()}
      />
      {form.problem && <Prompt>{form.problem}</Prompt>}
    </form>
  )
}

type FirstCodeProps = StepProps & Omit<SetUpAppProps, 'begun'> & { begun: Begun }

function FirstCode({ formId, begun, onPending, onCodes, onLost, onClose }: FirstCodeProps) {
  const [values, setValues] = useState({ code: '' })
  const { mutateAsync } = useConfirmTotp()
  const form = useForm({
    values,
    setValues,
    rules: [{ field: 'code', isValid: isSixDigits, prompt: m.prompt_auth_code_wrong() }],
    errorMessages: offlineText(),
    send: async (body: typeof values) => {
      try {
        const { recoveryCodes } = await whilePending(onPending, mutateAsync(body))
        onClose()
        if (recoveryCodes) onCodes(recoveryCodes)
        else showToast(m.auth_second_step_is_on())
      } catch (error) {
        if (isUnanswered(error)) onLost()
        throw error
      }
    },
  })
  const copy = async () => {
    if (await copyText(begun.secret)) showToast(m.auth_key_copied())
  }
  const fours = begun.secret.match(/.{1,4}/g)?.join(' ') ?? ''
  return (
    <form id={formId} className="stack" noValidate onSubmit={form.submit}>
      <p>{m.auth_app_scan()}</p>
      <div className="appqr">
        <LazyQrCode text={begun.url} label={m.auth_app_qr()} />
      </div>
      <p className="appopen centered">
        <a className="roomy" href={begun.url}>
          {m.auth_app_open()}
        </a>
      </p>
      <div>
        <p className="small quiet">{m.auth_app_by_hand()}</p>
        <div className="row row--close">
          <output className="grow appkey">{fours}</output>
          <button
            className="iconbtn"
            type="button"
            aria-label={m.auth_key_copy()}
            onClick={() => void copy()}
          >
            <Icon name="copy" />
          </button>
        </div>
      </div>
      <p>{m.auth_app_then()}</p>
      <CodeField
        label={m.auth_code()}
        isRequired
        {...form.field('code')}
        onChange={(code) => form.set('code', code)}
        onWhole={(whole) => whole?.requestSubmit()}
      />
      {form.problem && <Prompt>{form.problem}</Prompt>}
    </form>
  )
}

/** Reports the pending state to the button, which is outside the form. */
async function whilePending<Answer>(
  onPending: (isPending: boolean) => void,
  work: Promise<Answer>,
): Promise<Answer> {
  onPending(true)
  try {
    return await work
  } finally {
    onPending(false)
  }
}
