import { clearNumber } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextField } from '#ui/fields/field.tsx'
import { showToast } from '#ui/toast.tsx'

/** That a code proved the number, and the way to end that. */
export function ConfirmedNumber({ caregiver }: { caregiver: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="subhead">
      <p>Number: confirmed</p>
      <Button size="small" onPress={() => setAsking(true)}>
        Clear number
      </Button>
      {isAsking && <ClearNumberDialog caregiver={caregiver} onClose={() => setAsking(false)} />}
    </div>
  )
}

function ClearNumberDialog({ caregiver, onClose }: { caregiver: string; onClose: () => void }) {
  const formId = useId()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call(clearNumber, { params: { id: caregiver }, body: { password } }),
    onSuccess: async () => {
      showToast('The number is cleared')
      await queries.invalidateQueries({ queryKey: ['admin', 'caregivers'] })
      onClose()
    },
  })
  const prompt = error instanceof ApiError ? error.fields?.password : undefined
  return (
    <Dialog
      title="Clear number?"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="action"
            type="submit"
            form={formId}
            isPending={isPending}
            isDisabled={password === ''}
          >
            Clear number
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
          if (!isPending) mutate()
        }}
      >
        <p className="quiet">
          Friends no longer find this family by its number, and whoever enters the number's next code has it.
          The family gets a mail.
        </p>
        <TextField
          label="Your Password"
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
    </Dialog>
  )
}
