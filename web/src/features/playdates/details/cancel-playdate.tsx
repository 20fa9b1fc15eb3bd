import { maxLengths } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Prompt, TextArea } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { listed, othersOf } from '../playdate-words.ts'
import { type CancellingProps, useCancelling } from './use-cancelling.ts'
import './details.css'

/** Cancels the playdate after a confirmation, with an optional reason. */
export function CancelPlaydate(props: CancellingProps) {
  const { playdate } = props
  const { isAsking, ask, close, confirm, isPending, problem } = useCancelling(props)
  const [reason, setReason] = useState('')
  const isEvent = playdate.type === 'group'
  const label = isEvent ? m.playdates_cancel_event() : m.playdates_cancel()
  const names = listed(othersOf(playdate).map(({ name }) => name))
  const callOff = () => {
    const given = reason.trim()
    confirm(given === '' ? {} : { reason: given }, () => {
      close()
      showToast(isEvent ? m.playdates_event_cancelled() : m.playdates_cancelled())
    })
  }
  return (
    <>
      <Button variant="danger" onPress={ask}>
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
            <Button variant="action" isPending={isPending} onPress={callOff}>
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
          {problem && <Prompt>{problem}</Prompt>}
        </div>
      </Dialog>
    </>
  )
}
