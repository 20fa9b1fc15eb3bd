import { lastSlotHour } from '@tagalong/contract/features/children/slots.rules.ts'
import { createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { instantOf } from '@tagalong/contract/values/time-zone.ts'
import { useRef, useState } from 'react'
import { ClashNote } from '#features/playdates/parts/clash-note.tsx'
import { ZoneLine } from '#features/playdates/parts/zone-line.tsx'
import { useFindAvailabilitySlots } from '#features/playdates/playdates.queries.ts'
import { useClashes } from '#features/playdates/use-clashes.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Rich } from '#ui/rich.tsx'
import { DayStrip, MonthBar } from './day-strip.tsx'
import { HoursOfDay, isFaded } from './hours-of-day.tsx'
import { PickedTimes } from './picked-times.tsx'
import {
  addDays,
  type CalendarDay,
  clashesByHour,
  dayOf,
  hoursOf,
  pageOf,
  toggleTime,
} from './propose-times.rules.ts'
import './times.css'

interface ProposeTimesProps {
  /** All children that are to play, on both sides. */
  children: readonly string[]
  /** False if no child of the viewer plays; then no slots are fetched. */
  hasOwnChild: boolean
  times: readonly string[]
  durationMinutes: number
  /** The playdate to be moved, which doesn't clash with itself. */
  except?: string | undefined
  onChange: (times: string[]) => void
}

/** Dialog for picking times: a month, five days of it, and the hours of one day. */
export function ProposeTimesDialog({
  isOpen,
  onClose,
  ...rest
}: ProposeTimesProps & { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={m.plan_propose()}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button variant="action" size="large" onPress={onClose}>
          {m.common_done()}
        </Button>
      }
    >
      <ProposeTimes {...rest} />
    </Dialog>
  )
}

function ProposeTimes({
  children,
  hasOwnChild,
  times,
  durationMinutes,
  except,
  onChange,
}: ProposeTimesProps) {
  const { timeZone } = useViewer()
  const now = useNow(30_000)
  const today = dayOf(now, timeZone)
  const [selected, select] = useState(() => firstDay(times, now, timeZone))
  const [refusal, setRefusal] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const slots = useFindAvailabilitySlots(hasOwnChild ? children : null, pageOf(selected, today, timeZone))
  const { clashAt } = useClashes(children, except)
  const hours = hoursOf(selected, slots.data, times, timeZone, now).map((slot) => ({
    ...slot,
    clash: slot.isPast ? null : clashAt({ start: slot.start, durationMinutes }),
  }))
  const toggle = (start: string) => {
    const next = toggleTime(times, start)
    // Unpicking is always allowed, even if the remaining times are not valid.
    const issue =
      next.length > times.length && createPlaydate.body.shape.proposedTimes.safeParse(next).error?.issues[0]
    setRefusal(issue ? issue.message : undefined)
    if (!issue) onChange(next)
  }
  const picksMaybe = hours.some(({ isPicked, isPast, fit }) => isPicked && !isPast && isFaded(fit))
  const say = refusal ?? (picksMaybe ? m.plan_may_not_work() : undefined)
  return (
    <>
      <ZoneLine zone={timeZone} />
      <section className="panel" aria-label={m.plan_times()}>
        <MonthBar selected={selected} today={today} onSelect={select} />
        <DayStrip selected={selected} today={today} times={times} zone={timeZone} onSelect={select} />
        <Hint
          hasOwnChild={hasOwnChild}
          isLoading={slots.isLoading}
          problem={slots.error}
          onRetry={() => void slots.refetch()}
        />
        <HoursOfDay day={selected} hours={hours} isBusy={slots.isLoading} say={say} onToggle={toggle} />
        {clashesByHour(hours).map(({ text, clash }) => (
          <ClashNote key={clash}>{m.plan_clash_at({ time: text, clash })}</ClashNote>
        ))}
      </section>
      <div className="picked">
        <h3 ref={heading} tabIndex={-1}>
          {m.plan_times_picked({ count: times.length })}
        </h3>
        <PickedTimes times={times} now={now} zone={timeZone} onRemove={toggle} afterLast={heading} />
      </div>
    </>
  )
}

function Hint({
  hasOwnChild,
  isLoading,
  problem,
  onRetry,
}: {
  hasOwnChild: boolean
  isLoading: boolean
  problem: Error | null
  onRetry: () => void
}) {
  if (!hasOwnChild) return <p className="panel__hint">{m.plan_who_for_times()}</p>
  if (problem) {
    return (
      <p className="panel__hint" role="alert">
        <Rich
          parts={m.plan_free_unknown.parts({})}
          marks={{
            retry: (words) => (
              <button type="button" className="panel__retry" onClick={onRetry}>
                {words}
              </button>
            ),
          }}
        />
      </p>
    )
  }
  if (isLoading) return <p className="panel__hint">{m.plan_looking_up()}</p>
  return (
    <p className="panel__hint">
      <Rich parts={m.plan_outline.parts({})} marks={{ outline: (words) => <mark>{words}</mark> }} />
    </p>
  )
}

/** Returns the day of the first picked time; otherwise today, or tomorrow if today's hours are over. */
function firstDay(times: readonly string[], now: number, zone: string): CalendarDay {
  const picked = times.map((each) => Date.parse(each)).filter((each) => each > now)
  if (picked.length > 0) return dayOf(Math.min(...picked), zone)
  const today = dayOf(now, zone)
  const lastStart = instantOf({ ...today, hour: lastSlotHour }, zone)
  return now >= lastStart ? addDays(today, 1) : today
}
