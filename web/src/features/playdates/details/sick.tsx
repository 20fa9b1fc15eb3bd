import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { listed, othersOf } from '../playdate-words.ts'
import { useCancelPlaydate } from '../playdates.queries.ts'

/** Calls a playdate off with a word in its chat, and leads to a new request for the same children. */
export function Sick({ playdate }: { playdate: Playdate }) {
  const navigate = useNavigateFromHere()
  const cancel = useCancelPlaydate()
  const oneAtATime = useOneAtATime()
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    cancel.reset()
  }
  const confirm = () =>
    oneAtATime(async () => {
      await cancel.mutateAsync({ id: playdate._id, phrase: 'sick' })
      void navigate(`/edit-playdate/new?again=${playdate._id}&another-day`)
    })
  return (
    <>
      <Button onPress={() => setAsking(true)}>{m.playdates_sick()}</Button>
      <ConfirmDialog
        title={m.playdates_sick_question()}
        text={m.playdates_sick_told({ names: listed(othersOf(playdate).map(({ name }) => name)) })}
        confirmLabel={m.playdates_cancel()}
        cancelLabel={m.playdates_keep()}
        isOpen={isAsking}
        isPending={cancel.isPending}
        problem={cancel.error?.message}
        onConfirm={confirm}
        onCancel={close}
      />
    </>
  )
}
