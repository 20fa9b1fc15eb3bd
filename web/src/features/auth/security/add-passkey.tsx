import { m } from '@tagalong/contract/messages.ts'
import { useId, useRef, useState } from 'react'
import { isUnanswered } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { offlineText } from '#lib/calls/offline-text.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { showToast } from '#ui/toast.tsx'
import { useSessions } from '../auth.queries.ts'
import { type Security, useAddPasskey, useTurnSecondStepOn } from '../security.queries.ts'
import { MailCode, needsMailCode } from './mail-code.tsx'
import { isSixDigits } from './six-digits.ts'

interface AddPasskeyProps {
  security: Security
  onCodes: (codes: readonly string[]) => void
  /** Called if the response that may carry codes was lost. */
  onLost: () => void
  onClose: () => void
}

/** Asks for its name first, as the browser's own dialog opens right after the press. */
export function AddPasskey({ security, onCodes, onLost, onClose }: AddPasskeyProps) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const sessions = useSessions()
  const here = sessions.data?.find(({ isCurrent }) => isCurrent)?.device.slice(0, 50) ?? ''
  const byMail = needsMailCode(security)
  const [values, setValues] = useState({ name: here, mailCode: '' })
  const add = useAddPasskey()
  const turnOn = useTurnSecondStepOn()
  const form = useForm({
    values,
    setValues,
    rules: [
      { field: 'name', isValid: (name) => String(name).trim() !== '', prompt: m.prompt_auth_passkey_name() },
      {
        field: 'mailCode',
        isValid: (code) => !byMail || isSixDigits(code),
        prompt: m.prompt_auth_code_wrong(),
      },
    ],
    errorMessages: offlineText(),
    send: async ({ name, mailCode }: typeof values) => {
      const added = await add.mutateAsync({ name: name.trim(), mailCode: byMail ? mailCode : undefined })
      if (!added) return
      onClose()
      showToast(m.auth_passkey_added())
      // Administrators who must set it up are sent here for that.
      if (!security.mustSetUp) return
      try {
        const { recoveryCodes } = await turnOn.mutateAsync()
        if (recoveryCodes) onCodes(recoveryCodes)
      } catch (error) {
        if (isUnanswered(error)) onLost()
        // The passkey was added, but the second step is still off.
        showToast(failureText(error), { problem: true })
      }
    },
  })
  return (
    <ConfirmDialog
      title={m.auth_passkey_add()}
      text={m.auth_passkeys_note()}
      confirmLabel={m.auth_passkey_go_on()}
      isOpen
      isPending={form.isPending}
      problem={form.problem}
      formId={formId}
      initialFocus={input}
      onCancel={onClose}
    >
      <form id={formId} className="stack" noValidate onSubmit={form.submit}>
        <TextField
          ref={input}
          label={m.auth_passkey_name()}
          hint={m.auth_passkey_name_hint()}
          isRequired
          autoComplete="off"
          maxLength={50}
          {...form.field('name')}
        />
        {byMail && (
          <MailCode
            value={values.mailCode}
            error={form.promptOf('mailCode')}
            onChange={(code) => form.set('mailCode', code)}
          />
        )}
      </form>
    </ConfirmDialog>
  )
}
