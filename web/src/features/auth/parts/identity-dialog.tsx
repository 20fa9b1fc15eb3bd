import { m } from '@tagalong/contract/messages.ts'
import { useId, useState } from 'react'
import { ApiError } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { Button } from '#ui/button.tsx'
import { SheetDialog } from '#ui/dialogs/sheet-dialog.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { useConfirmIdentity } from '../auth.queries.ts'

interface IdentityDialogProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks for the password before what can't be undone: a phone that was lent must not do it. */
export function IdentityDialog({ onConfirmed, onCancel }: IdentityDialogProps) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error, reset } = useConfirmIdentity()
  const prompt = error instanceof ApiError ? error.fields?.password : undefined
  const submit = () => {
    if (!isPending) mutate(password, { onSuccess: onConfirmed })
  }
  return (
    <SheetDialog
      title={m.refusal_confirm_needed()}
      isOpen
      onClose={onCancel}
      footer={
        <>
          <Button onPress={onCancel}>{m.common_cancel()}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isPending={isPending}
            isDisabled={password === ''}
          >
            {m.auth_its_me()}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={m.auth_your_password()}
          isRequired
          type="password"
          autoComplete="current-password"
          value={password}
          error={prompt}
          onChange={(event) => {
            reset()
            setPassword(event.target.value)
          }}
        />
        {error && !prompt && <Prompt>{failureText(error)}</Prompt>}
      </form>
    </SheetDialog>
  )
}
