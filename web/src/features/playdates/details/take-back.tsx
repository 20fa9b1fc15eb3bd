import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#ui/toast.tsx'
import { useCancelPlaydate } from '../playdates.queries.ts'

/** Ends a request for another time: the playdate stays as it is. */
export function TakeBack({ playdate }: { playdate: Playdate }) {
  const cancel = useCancelPlaydate()
  const oneAtATime = useOneAtATime()
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    cancel.reset()
  }
  const confirm = () =>
    oneAtATime(async () => {
      await cancel.mutateAsync({ id: playdate._id })
      setAsking(false)
      showToast(m.playdates_taken_back())
    })
  return (
    <>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {m.playdates_take_back()}
      </Button>
      <ConfirmDialog
        title={m.playdates_take_back_question()}
        text={m.plan_old_time_stays()}
        confirmLabel={m.playdates_take_back()}
        isOpen={isAsking}
        isPending={cancel.isPending}
        problem={cancel.error?.message}
        onConfirm={confirm}
        onCancel={close}
      />
    </>
  )
}
