import { m } from '@tagalong/contract/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#ui/toast.tsx'
import { type CancellingProps, useCancelling } from './use-cancelling.ts'

/** Withdraws a request for another time. The playdate itself stays confirmed. */
export function TakeBack(props: CancellingProps) {
  const { isAsking, ask, close, confirm, isPending, problem } = useCancelling(props)
  const sayTakenBack = () => {
    close()
    showToast(m.playdates_taken_back())
  }
  return (
    <>
      <Button variant="danger" onPress={ask}>
        {m.playdates_take_back()}
      </Button>
      <ConfirmDialog
        title={m.playdates_take_back_question()}
        text={m.plan_old_time_stays()}
        confirmLabel={m.playdates_take_back()}
        isOpen={isAsking}
        isPending={isPending}
        problem={problem}
        onConfirm={() => confirm({}, sayTakenBack)}
        onCancel={close}
      />
    </>
  )
}
