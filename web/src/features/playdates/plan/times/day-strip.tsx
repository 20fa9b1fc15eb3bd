import { m } from '@tagalong/contract/messages.ts'
import { type KeyboardEvent, useRef } from 'react'
import { monthName, weekdayName } from '#features/playdates/playdate-words.ts'
import { Icon } from '#ui/icon.tsx'
import {
  addDays,
  type CalendarDay,
  compareDays,
  dayInMonth,
  dayOf,
  isSameDay,
  stripOf,
  weekdayOf,
} from './propose-times.rules.ts'
import './times.css'

/** The month's name, with buttons to the months before and after. */
export function MonthBar({
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
      <h3 aria-live="polite">{m.plan_month({ month: monthName(selected.month), year: selected.year })}</h3>
      {step(1, 'right')}
    </div>
  )
}

/** Five days, with the selected one in the middle. */
export function DayStrip({
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
    // The selected day is always in the middle, so the focus moves back there.
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
    <div className="strip" role="group" aria-label={m.common_day()} ref={strip}>
      {stripOf(selected).map((day, place) => {
        const isSelected = isSameDay(day, selected)
        const weekday = weekdayName(weekdayOf(day)).slice(0, 3)
        // Begins with the visible text, so that voice control finds it.
        const said = { weekday, day: day.day, month: monthName(day.month), year: day.year }
        const hasPicks = withPicks.some((each) => isSameDay(each, day))
        return (
          <button
            // By place, so that the focus stays in the middle while the days move.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={place}
            type="button"
            className={hasPicks ? 'has' : undefined}
            aria-current={isSelected ? 'date' : undefined}
            aria-label={hasPicks ? m.plan_strip_day_picked(said) : m.plan_strip_day(said)}
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
