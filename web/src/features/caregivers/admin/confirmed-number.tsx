import { clearNumber } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#ui/toast.tsx'

/** Shows that a code proved the number, and lets an administrator clear it. */
export function ConfirmedNumber({ caregiver }: { caregiver: string }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call(clearNumber, { params: { id: caregiver } }),
    onSuccess: async () => {
      showToast('The number is cleared')
      setAsking(false)
      await queries.invalidateQueries({ queryKey: ['admin', 'caregivers'] })
    },
  })
  return (
    <div className="subhead">
      <p>Number: confirmed</p>
      <Button size="small" onPress={() => setAsking(true)}>
        Clear number
      </Button>
      <ConfirmDialog
        title="Clear number?"
        text="Friends no longer find this family by its number, and whoever enters the number's next code has it. The family gets a mail."
        confirmLabel="Clear number"
        isOpen={isAsking}
        isPending={isPending}
        problem={error ? failureText(error) : undefined}
        onConfirm={() => mutate()}
        onCancel={() => {
          setAsking(false)
          reset()
        }}
      />
    </div>
  )
}
