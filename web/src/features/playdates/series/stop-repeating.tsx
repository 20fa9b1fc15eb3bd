import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useIsReachable } from '#lib/offline/use-is-reachable.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#ui/toast.tsx'
import { useStopSeries } from './series.queries.ts'
import { dayText } from './series-words.ts'
import '../playdates.css'

interface StopRepeatingProps {
  seriesId: string
  /** The first date that is called off. */
  from: { playdate: string; start: string; version: number }
  /** It stands on the page of that date. */
  isOfOne?: boolean
}

/** Calls off one date and all later ones, after asking. */
export function StopRepeating({ seriesId, from, isOfOne = false }: StopRepeatingProps) {
  const { timeZone } = useViewer()
  const stop = useStopSeries(seriesId)
  const oneAtATime = useOneAtATime()
  const isReachable = useIsReachable()
  const [isAsking, setAsking] = useState(false)
  const confirm = () =>
    oneAtATime(async () => {
      await stop.mutateAsync({ from: from.playdate, version: from.version })
      setAsking(false)
      showToast(m.series_stopped())
    })
  return (
    <>
      <Button
        variant="danger"
        className="stoprepeating"
        isDisabled={!isReachable}
        onPress={() => setAsking(true)}
      >
        <span>
          {m.series_stop()}
          {isOfOne && <small>{m.series_stop_note()}</small>}
        </span>
      </Button>
      <ConfirmDialog
        title={m.series_stop_question()}
        text={m.series_stop_told({ day: dayText(from.start, timeZone) })}
        confirmLabel={m.series_stop()}
        isOpen={isAsking}
        isPending={stop.isPending}
        problem={stop.error?.message}
        onConfirm={confirm}
        onCancel={() => {
          setAsking(false)
          stop.reset()
        }}
      />
    </>
  )
}
