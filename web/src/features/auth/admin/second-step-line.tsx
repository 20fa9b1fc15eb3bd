import { resetSecondStep } from '@tagalong/contract/features/auth/security.contract.ts'
import type { User } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#ui/toast.tsx'

/** Shows that the second step is on, and resets it for a user who lost every way. Not offered for administrators. */
export function SecondStepLine({ user: { _id, email, permissions, secondStep } }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call(resetSecondStep, { params: { id: _id }, body: {} }),
    onSuccess: async () => {
      showToast('The second step is off')
      setAsking(false)
      await queries.invalidateQueries({ queryKey: ['admin', 'users'] })
    },
  })
  const isOn = useHeldUnderDialog(secondStep)
  if (!isOn) return null
  return (
    <div className="subhead">
      <p>Second step: on</p>
      {!permissions.isAdmin && (
        <Button size="small" onPress={() => setAsking(true)}>
          Switch off second step
        </Button>
      )}
      <ConfirmDialog
        title="Switch off second step?"
        text={`Only for somebody you know and have talked to: from then on the password of ${email} signs in by itself. Passkeys, app and codes end, all devices are signed out, and a mail says so.`}
        confirmLabel="Switch off second step"
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
