import { lastSlotHour } from '@tagalong/contract/features/children/slots.rules.ts'
import { createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { instantOf } from '@tagalong/contract/values/time-zone.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ClashNote } from '#features/playdates/parts/clash-note.tsx'
import { ZoneLine } from '#features/playdates/parts/zone-line.tsx'
import { monthName, weekdayName } from '#features/playdates/playdate-words.ts'
import { useFindAvailabilitySlots } from '#features/playdates/playdates.queries.ts'
import { useClashes } from '#features/playdates/use-clashes.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { PickedTimes } from './picked-times.tsx'
import {
  addDays,
  type CalendarDay,
  clashesByHour,
  compareDays,
  dayInMonth,
  dayOf,
  type HourSlot,
  hoursOf,
  isSameDay,
  pageOf,
  spokenDay,
  spokenHour,
  stripOf,
  toggleTime,
  weekdayOf,
} from './propose-times.rules.ts'
import './times.css'

interface ProposeTimesProps {
  /** Everybody who is to play, of either side. */
  children: readonly string[]
  /** Without an own child nothing is asked. */
  hasOwnChild: boolean
  times: readonly string[]
  durationMinutes: number
  onChange: (times: string[]) => void
}

/** Where times are picked: a month, five days of it, the hours of one. */
export function ProposeTimesDialog({
  isOpen,
  onClose,
  ...rest
}: ProposeTimesProps & { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="Propose Times"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button variant="action" size="large" onPress={onClose}>
          Done
        </Button>
      }
    >
      <ProposeTimes {...rest} />
    </Dialog>
  )
}

function ProposeTimes({ children, hasOwnChild, times, durationMinutes, onChange }: ProposeTimesProps) {
  const { timeZone } = useViewer()
  const now = useNow(30_000)
  const today = dayOf(now, timeZone)
  const [selected, select] = useState(() => firstDay(times, now, timeZone))
  const [refusal, setRefusal] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const slots = useFindAvailabilitySlots(hasOwnChild ? children : null, pageOf(selected, today, timeZone))
  const { clashAt } = useClashes(children)
  const hours = hoursOf(selected, slots.data, times, timeZone, now).map((slot) => ({
    ...slot,
    clash: slot.isPast ? null : clashAt({ start: slot.start, durationMinutes }),
  }))
  const toggle = (start: string) => {
    const next = toggleTime(times, start)
    // Letting go is always allowed, whatever is still wrong with the rest.
    const issue =
      next.length > times.length && createPlaydate.body.shape.proposedTimes.safeParse(next).error?.issues[0]
    setRefusal(issue ? issue.message : undefined)
    if (!issue) onChange(next)
  }
  const picksMaybe = hours.some(({ isPicked, isPast, fit }) => isPicked && !isPast && isFaded(fit))
  const say = refusal ?? (picksMaybe ? 'May not work for everyone' : undefined)
  return (
    <>
      <ZoneLine zone={timeZone} />
      <section className="panel" aria-label="Times">
        <MonthBar selected={selected} today={today} onSelect={select} />
        <DayStrip selected={selected} today={today} times={times} zone={timeZone} onSelect={select} />
        <Hint
          hasOwnChild={hasOwnChild}
          isLoading={slots.isLoading}
          problem={slots.error}
          onRetry={() => void slots.refetch()}
        />
        <Hours day={selected} hours={hours} isBusy={slots.isLoading} say={say} onToggle={toggle} />
        {clashesByHour(hours).map(({ text, clash }) => (
          <ClashNote key={clash}>
            {text}: {clash}
          </ClashNote>
        ))}
      </section>
      <div className="picked">
        <h3 ref={heading} tabIndex={-1}>
          {times.length === 1 ? '1 time picked' : `${times.length} times picked`}
        </h3>
        <PickedTimes times={times} now={now} zone={timeZone} onRemove={toggle} afterLast={heading} />
      </div>
    </>
  )
}

function MonthBar({
  selected,
  today,
  onSelect,
}: {
  selected: CalendarDay
  today: CalendarDay
  onSelect: (day: CalendarDay) => void
}) {
  const step = (months: number, icon: 'left' | 'right') => {
    const day = dayInMonth(selected, months, today)
    const name = monthName(addDays({ ...selected, month: selected.month + months, day: 1 }, 0).month)
    return (
      <button
        className="iconbtn"
        type="button"
        aria-label={name}
        disabled={day === null}
        onClick={() => day && onSelect(day)}
      >
        <Icon name={icon} />
      </button>
    )
  }
  return (
    <div className="panel__month">
      {step(-1, 'left')}
      <h3 aria-live="polite">
        {monthName(selected.month)} {selected.year}
      </h3>
      {step(1, 'right')}
    </div>
  )
}

function DayStrip({
  selected,
  today,
  times,
  zone,
  onSelect,
}: {
  selected: CalendarDay
  today: CalendarDay
  times: readonly string[]
  zone: string
  onSelect: (day: CalendarDay) => void
}) {
  const strip = useRef<HTMLDivElement>(null)
  const withPicks = times.map((each) => dayOf(Date.parse(each), zone))
  const go = (day: CalendarDay) => {
    if (compareDays(day, today) < 0) return
    onSelect(day)
    // The selected day is always the one in the middle: the days pass under the focus.
    strip.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }
  const move = (event: KeyboardEvent) => {
    const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (days === undefined) return
    event.preventDefault()
    go(addDays(selected, days))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and no more meaning
    <div className="strip" role="group" aria-label="Day" ref={strip}>
      {stripOf(selected).map((day, place) => {
        const isSelected = isSameDay(day, selected)
        const weekday = weekdayName(weekdayOf(day)).slice(0, 3)
        // It begins with what can be seen, so that it can be said to a phone.
        const label = `${weekday} ${day.day}, ${monthName(day.month)} ${day.year}`
        const hasPicks = withPicks.some((each) => isSameDay(each, day))
        return (
          <button
            // By its place, so that the focus stays in the middle while the days move.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={place}
            type="button"
            className={hasPicks ? 'has' : undefined}
            aria-current={isSelected ? 'date' : undefined}
            aria-label={hasPicks ? `${label}, has picked times` : label}
            disabled={compareDays(day, today) < 0}
            onClick={() => go(day)}
            onKeyDown={move}
          >
            <small>{weekday}</small> <b>{day.day}</b>
          </button>
        )
      })}
    </div>
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
  if (!hasOwnChild) return <p className="panel__hint">Select who's playing to see available times</p>
  if (problem) {
    return (
      <p className="panel__hint" role="alert">
        We could not look up who is free. You can still pick times.{' '}
        <button type="button" className="panel__retry" onClick={onRetry}>
          Try again
        </button>
      </p>
    )
  }
  if (isLoading) return <p className="panel__hint">Looking up who is free…</p>
  return (
    <p className="panel__hint">
      Times in <mark>white outline</mark> should work for everyone
    </p>
  )
}

interface MarkedSlot extends HourSlot {
  /** Who has another playdate then. */
  clash: string | null
}

function Hours({
  day,
  hours,
  isBusy,
  say,
  onToggle,
}: {
  day: CalendarDay
  hours: readonly MarkedSlot[]
  isBusy: boolean
  say: string | undefined
  onToggle: (start: string) => void
}) {
  const grid = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll<HTMLButtonElement>('button.hour') ?? [])]
    const columns = grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key]
    if (step === undefined) return
    event.preventDefault()
    let at = buttons.indexOf(event.target as HTMLButtonElement) + step
    while (buttons[at]?.disabled) at += Math.sign(step)
    buttons[at]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and no more meaning
    <div className="hours" role="group" aria-label={spokenDay(day)} aria-busy={isBusy} ref={grid}>
      {hours.map((slot) => (
        <button
          key={slot.start}
          type="button"
          className={[
            'hour',
            slot.fit === 'all' ? 'hour--all' : 'hour--maybe',
            slot.clash !== null && 'hour--clash',
          ]
            .filter(Boolean)
            .join(' ')}
          aria-pressed={slot.isPicked && !slot.isPast}
          aria-label={[spokenHour(day, slot), slot.clash].filter((each) => each !== null).join(', ')}
          disabled={slot.isPast}
          onClick={() => onToggle(slot.start)}
          onKeyDown={move}
        >
          {slot.isPicked && !slot.isPast && <Icon name={markOf(slot)} />}
          {slot.text}
          {slot.clash !== null && !slot.isPicked && <Icon name="alert" className="hour__clash" />}
        </button>
      ))}
      <p className="panel__say" role="status">
        {say && (
          <>
            <Icon name="info" small />
            {say}
          </>
        )}
      </p>
    </div>
  )
}

function markOf({ clash, fit }: Pick<MarkedSlot, 'clash' | 'fit'>): 'alert' | 'info' | 'check' {
  if (clash !== null) return 'alert'
  return isFaded(fit) ? 'info' : 'check'
}

/** Known not to suit everybody, or not known of somebody. */
function isFaded(fit: HourSlot['fit']): boolean {
  return fit === 'some' || fit === 'unknown'
}

/** Of the first time picked; otherwise today, or tomorrow where today's hours are over. */
function firstDay(times: readonly string[], now: number, zone: string): CalendarDay {
  const picked = times.map((each) => Date.parse(each)).filter((each) => each > now)
  if (picked.length > 0) return dayOf(Math.min(...picked), zone)
  const today = dayOf(now, zone)
  const lastStart = instantOf({ ...today, hour: lastSlotHour }, zone)
  return now >= lastStart ? addDays(today, 1) : today
}
