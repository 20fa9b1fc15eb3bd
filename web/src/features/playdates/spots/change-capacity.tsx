import { capacity, type Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSetCapacity } from '../playdates.queries.ts'
import { CapacityInput } from './capacity-input.tsx'
import { capacityOf } from './spots-words.ts'

/** Changes an event's capacity while it is upcoming. */
export function ChangeCapacity({ playdate }: { playdate: Playdate }) {
  const set = useSetCapacity()
  const oneAtATime = useOneAtATime()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const close = () => {
    // Once closed, the dialog could not show a failure.
    if (set.isPending) return false
    setTyped(null)
    setProblem(undefined)
    set.reset()
    return true
  }
  const save = () => {
    const fit = capacityOf(typed ?? '')
    // NaN would be sent as null, which means no limit.
    const issue = capacity.safeParse(fit).error?.issues[0]
    if (issue) return setProblem(issue.message)
    oneAtATime(async () => {
      await set.mutateAsync({ playdate, capacity: fit })
      setTyped(null)
    })
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="spots__change"
        onPress={() => setTyped(String(playdate.capacity ?? ''))}
      >
        <Icon name="edit" small />
        {m.spots_change()}
      </Button>
      <Dialog
        title={m.spots_title()}
        isOpen={typed !== null}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>{m.common_cancel()}</Button>
            <Button variant="action" isPending={set.isPending} onPress={save}>
              {m.common_save()}
            </Button>
          </>
        }
      >
        <div className="stack pd__cancel">
          <CapacityInput
            value={typed ?? ''}
            error={problem ?? set.error?.message}
            onChange={(value) => {
              setProblem(undefined)
              set.reset()
              setTyped(value)
            }}
          />
          <p className="quiet">{m.spots_change_note()}</p>
        </div>
      </Dialog>
    </>
  )
}
