import { m } from '@tagalong/contract/messages.ts'
import { type Block, days } from '@tagalong/contract/values/availability.ts'
import { availabilityHour } from '@tagalong/contract/values/date-format.ts'
import { type KeyboardEvent, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { blocksOf, type Cell, cellName, dayLine, hours, isFree, noon, painted, rangeText } from '../hours.ts'
import { DayName } from './day-name.tsx'
import { usePainting } from './use-painting.ts'
import type { WeekViewProps } from './week-view.ts'
import './week.css'

const halves = [
  { name: m.children_morning, hours: hours.filter((hour) => hour <= noon) },
  { name: m.children_afternoon, hours: hours.filter((hour) => hour > noon) },
]

/** Seven day tabs, then the day in two halves, so that it fits one phone screen. */
export function OneDay({ label, week, onChange, day, onDay }: WeekViewProps) {
  const id = useId()
  const track = useRef<HTMLDivElement>(null)
  const { shown, active, setActive, surface } = usePainting(week, onChange, neighbour)
  const hasHours = blocksOf(shown, day).length > 0
  const first = active.day === day ? active.hour : (hours[0] ?? 0)

  const move = (event: KeyboardEvent) => {
    const at = days.indexOf(day)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + days.length) % days.length
    const next = days[index]
    if (next) onDay(next)
    track.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  const clear = () => {
    onChange(
      painted(
        week,
        hours.map((hour) => ({ day, hour })),
        false,
      ),
    )
    // The button disappears with the hours.
    track.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }

  return (
    <section className="oneday" aria-label={label}>
      <div className="dots" role="tablist" aria-label={m.common_day()} ref={track}>
        {days.map((each) => {
          const has = blocksOf(shown, each).length > 0
          return (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${id}-${each}`}
              aria-selected={each === day}
              aria-controls={`${id}-day`}
              tabIndex={each === day ? 0 : -1}
              className={has ? 'has' : undefined}
              onClick={() => onDay(each)}
              onKeyDown={move}
            >
              <DayName day={each} />
              {has && <span className="sr">{m.children_has_free_hours()}</span>}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-day`} aria-labelledby={`${id}-${day}`}>
        <div className="row oneday__say">
          <p role="status">{dayLine(shown, day)}</p>
          {hasHours && (
            <Button size="small" variant="quiet" onPress={clear}>
              {m.children_clear_day()}
            </Button>
          )}
        </div>
        <div className="halves" {...surface}>
          {halves.map((half, column) => (
            <fieldset key={half.name()} className="half" aria-label={half.name()}>
              <h3>{half.name()}</h3>
              {half.hours.map((hour, row) => {
                const free = isFree(shown, { day, hour })
                return (
                  <LaneHour
                    key={hour}
                    cell={{ day, hour }}
                    row={row + 2}
                    isFree={free}
                    isInTabOrder={hour === first}
                    onFocus={() => setActive({ day, hour })}
                  />
                )
              })}
              {blocksOf(shown, day).map((block) => (
                <Run key={block.start} block={block} half={half.hours} isFirstHalf={column === 0} />
              ))}
            </fieldset>
          ))}
        </div>
      </div>
    </section>
  )
}

interface LaneHourProps {
  cell: Cell
  row: number
  isFree: boolean
  isInTabOrder: boolean
  onFocus: () => void
}

function LaneHour({ cell: { day, hour }, row, isFree: free, isInTabOrder, onFocus }: LaneHourProps) {
  return (
    <>
      <span aria-hidden="true" style={{ gridRow: row }}>
        {availabilityHour(hour)}
      </span>
      <button
        type="button"
        style={{ gridRow: row }}
        aria-label={cellName({ day, hour }, free)}
        tabIndex={isInTabOrder ? 0 : -1}
        data-day={day}
        data-hour={hour}
        onFocus={onFocus}
      />
    </>
  )
}

/** The part of a block in one half of the day. If noon cuts it, that end is flat and has no grip. */
function Run({ block, half, isFirstHalf }: { block: Block; half: readonly number[]; isFirstHalf: boolean }) {
  const first = half[0] ?? 0
  const last = half.at(-1) ?? 0
  const start = Math.max(block.start, first)
  const end = Math.min(block.end, last + 1)
  if (start >= end) return null
  const isCut = { above: block.start < first, below: block.end > last + 1 }
  // The longer part shows the text.
  const isLonger = end - start >= (block.end - block.start) / 2
  const hasWords = isLonger && !(isFirstHalf && isCut.below && end - start === (block.end - block.start) / 2)
  return (
    <div
      className={['run', isCut.above && 'run--cut-above', isCut.below && 'run--cut-below']
        .filter(Boolean)
        .join(' ')}
      aria-hidden="true"
      style={{ gridRow: `${start - first + 2} / ${end - first + 2}` }}
    >
      {hasWords ? rangeText(block) : ''}
    </div>
  )
}

function neighbour({ day, hour }: Cell, key: string): Cell | null {
  const half = noon + 1 - (hours[0] ?? 0)
  const to = {
    ArrowUp: hour - 1,
    ArrowDown: hour + 1,
    ArrowLeft: hour - half,
    ArrowRight: hour + half,
    Home: hours[0] ?? hour,
    End: hours.at(-1) ?? hour,
  }[key]
  return to !== undefined && hours.includes(to) ? { day, hour: to } : null
}
