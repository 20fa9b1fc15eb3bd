import { m } from '@tagalong/contract/messages.ts'
import { days } from '@tagalong/contract/values/availability.ts'
import { availabilityHour } from '@tagalong/contract/values/date-format.ts'
import { useEffect } from 'react'
import { blocksOf, type Cell, cellName, dayLine, hours, isFree, noon, splitDay } from '../hours.ts'
import { usePainting } from './use-painting.ts'
import type { WeekViewProps } from './week-view.ts'
import './week.css'

/** A grid with days across and hours down. */
export function WholeWeek({ label, week, onChange, onDay }: WeekViewProps) {
  const { shown, active, setActive, surface } = usePainting(week, onChange, neighbour)
  useEffect(() => onDay(active.day), [active.day, onDay])
  return (
    <>
      <fieldset className="week" aria-label={label} {...surface}>
        {days.map((day, index) => (
          <span key={day} className="day" aria-hidden="true" style={{ gridColumn: index + 2 }}>
            {splitDay(day)[0]}
          </span>
        ))}
        {hours.map((hour, row) => (
          <span key={hour} className="hr" aria-hidden="true" style={{ gridRow: row + 2 }}>
            {availabilityHour(hour)}
          </span>
        ))}
        {days.flatMap((day, column) =>
          hours.map((hour, row) => {
            const free = isFree(shown, { day, hour })
            return (
              <button
                key={`${day}${hour}`}
                type="button"
                className="cell"
                aria-label={cellName({ day, hour }, free)}
                tabIndex={active.day === day && active.hour === hour ? 0 : -1}
                data-day={day}
                data-hour={hour}
                style={{ gridArea: `${row + 2} / ${column + 2}` }}
                onFocus={() => setActive({ day, hour })}
              />
            )
          }),
        )}
        {days.flatMap((day, column) =>
          blocksOf(shown, day).map((block) => (
            <span
              key={`${day}${block.start}`}
              className="run"
              aria-hidden="true"
              style={{
                gridColumn: column + 2,
                gridRow: `${block.start - (hours[0] ?? 0) + 2} / ${block.end - (hours[0] ?? 0) + 2}`,
              }}
            >
              {shortRange(block)}
            </span>
          )),
        )}
      </fieldset>
      <p className="sr" role="status">
        {dayLine(shown, active.day)}
      </p>
    </>
  )
}

/** Returns `9–12`, or `3–6` over `pm`, for a narrow column; `3 pm` for a single hour. */
function shortRange({ start, end }: { start: number; end: number }): string {
  if (end - start === 1) return availabilityHour(start)
  const range = `${start % 12 || 12}–${end % 12 || 12}`
  return start >= noon ? m.children_afternoon_range({ range }) : range
}

function neighbour({ day, hour }: Cell, key: string): Cell | null {
  const at = days.indexOf(day)
  const to = {
    ArrowUp: { day, hour: hour - 1 },
    ArrowDown: { day, hour: hour + 1 },
    ArrowLeft: { day: days[at - 1], hour },
    ArrowRight: { day: days[at + 1], hour },
    Home: { day, hour: hours[0] ?? hour },
    End: { day, hour: hours.at(-1) ?? hour },
  }[key]
  return to?.day && hours.includes(to.hour) ? { day: to.day, hour: to.hour } : null
}
