import { m } from '@tagalong/contract/messages.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { listed, othersOf } from '../playdate-words.ts'
import { type CancellingProps, useCancelling } from './use-cancelling.ts'

/** Calls a playdate off with a message in its chat, and leads to a new request for the same children. */
export function Sick(props: CancellingProps) {
  const { playdate } = props
  const navigate = useNavigateFromHere()
  const { isAsking, ask, close, confirm, isPending, problem } = useCancelling(props)
  const askAnotherDay = () => void navigate(`/edit-playdate/new?again=${playdate._id}&another-day`)
  return (
    <>
      <Button onPress={ask}>{m.playdates_sick()}</Button>
      <ConfirmDialog
        title={m.playdates_sick_question()}
        text={m.playdates_sick_told({ names: listed(othersOf(playdate).map(({ name }) => name)) })}
        confirmLabel={m.playdates_cancel()}
        cancelLabel={m.playdates_keep()}
        isOpen={isAsking}
        isPending={isPending}
        problem={problem}
        onConfirm={() => confirm({ phrase: 'sick' }, askAnotherDay)}
        onCancel={close}
      />
    </>
  )
}
