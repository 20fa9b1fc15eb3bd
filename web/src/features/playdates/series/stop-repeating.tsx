import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useIsReachable } from '#lib/offline/use-is-reachable.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#ui/toast.tsx'
import { listed } from '../playdate-words.ts'
import { useGetSeries, useStopSeries } from './series.queries.ts'
import { dayText } from './series-words.ts'
import '../playdates.css'

interface StopRepeatingProps {
  seriesId: string
  /** The first date to be cancelled. */
  from: { playdate: string; start: string; version: number }
  /** True on that date's own page. */
  isOfOne?: boolean
}

/** Cancels one date and all later ones, after a confirmation. */
export function StopRepeating({ seriesId, from, isOfOne = false }: StopRepeatingProps) {
  const { timeZone } = useViewer()
  const stop = useStopSeries(seriesId)
  /** The dates as they were when the question opened; only the first one if they aren't loaded. */
  const { dates } = useHeldUnderDialog(useGetSeries(seriesId).data) ?? { dates: [from] }
  const oneAtATime = useOneAtATime()
  const isReachable = useIsReachable()
  const [isAsking, setAsking] = useState(false)
  const confirm = () =>
    oneAtATime(async () => {
      const after = await stop.mutateAsync({
        from: from.playdate,
        dates: dates.map(({ playdate, version }) => ({ playdate, version })),
      })
      setAsking(false)
      // Dates that have changed since they were seen were not cancelled.
      const left = after.dates.filter(({ start, mayStop }) => mayStop && start >= from.start)
      const days = listed(left.map(({ start }) => dayText(start, timeZone)))
      showToast(left.length > 0 ? m.series_changed({ days }) : m.series_stopped())
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
