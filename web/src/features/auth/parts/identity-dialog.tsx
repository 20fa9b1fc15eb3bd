import { confirmIdentity } from '@tagalong/contract/features/auth/security.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useId, useRef, useState } from 'react'
import { SmallDialog } from '#ui/dialogs/small-dialog.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useConfirmIdentity } from '../auth.queries.ts'

interface IdentityDialogProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks for the password before what can't be undone: a phone that was lent must not do it. */
export function IdentityDialog({ onConfirmed, onCancel }: IdentityDialogProps) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState({ password: '' })
  const { mutateAsync } = useConfirmIdentity()
  const form = useForm({
    values,
    setValues,
    schema: confirmIdentity.body,
    errorMessages: { 0: m.common_offline_try_again() },
    send: mutateAsync,
    afterSend: onConfirmed,
  })
  return (
    <SmallDialog
      title={m.refusal_confirm_needed()}
      text={null}
      confirmLabel={m.auth_its_me()}
      isOpen
      isPending={form.isPending}
      problem={form.problem}
      formId={formId}
      initialFocus={input}
      onCancel={onCancel}
    >
      <form id={formId} noValidate onSubmit={form.submit}>
        <TextField
          ref={input}
          label={m.auth_your_password()}
          isRequired
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
      </form>
    </SmallDialog>
  )
}
