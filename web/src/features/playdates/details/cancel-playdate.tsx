import { maxLengths, type Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextArea } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { listed, othersOf } from '../playdate-words.ts'
import { useCancelPlaydate } from '../playdates.queries.ts'
import './details.css'

/** Calls it off, after asking, with a reason for whoever wants to give one. */
export function CancelPlaydate({ playdate }: { playdate: Playdate }) {
  const cancel = useCancelPlaydate()
  const oneAtATime = useOneAtATime()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const isEvent = playdate.type === 'group'
  const label = isEvent ? m.playdates_cancel_event() : m.playdates_cancel()
  const names = listed(othersOf(playdate).map(({ name }) => name))
  const close = () => {
    setAsking(false)
    cancel.reset()
  }
  const confirm = () => {
    const given = reason.trim()
    oneAtATime(async () => {
      await cancel.mutateAsync({ id: playdate._id, ...(given !== '' && { reason: given }) })
      setAsking(false)
      showToast(isEvent ? m.playdates_event_cancelled() : m.playdates_cancelled())
    })
  }
  return (
    <>
      <Button variant="danger" onPress={() => setAsking(true)}>
        <Icon name="cross" small />
        {label}
      </Button>
      <Dialog
        title={isEvent ? m.playdates_cancel_event_question() : m.playdates_cancel_question()}
        isOpen={isAsking}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>{m.playdates_keep()}</Button>
            <Button variant="action" isPending={cancel.isPending} onPress={confirm}>
              {label}
            </Button>
          </>
        }
      >
        <div className="stack pd__cancel">
          <p className="quiet">
            {isEvent ? m.playdates_cancel_event_told() : m.playdates_cancel_told({ names })}
          </p>
          <TextArea
            label={isEvent ? m.playdates_cancel_event_reason() : m.playdates_cancel_reason({ names })}
            rows={3}
            maxLength={maxLengths.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          {cancel.error && <Prompt>{cancel.error.message}</Prompt>}
        </div>
      </Dialog>
    </>
  )
}
