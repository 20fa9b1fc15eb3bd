import { m } from '@tagalong/contract/messages.ts'
import { type KeyboardEvent, useRef } from 'react'
import { Icon } from '#ui/icon.tsx'
import { type CalendarDay, type HourSlot, spokenDay, spokenHour } from './propose-times.rules.ts'
import './times.css'

interface MarkedSlot extends HourSlot {
  /** Says which child has another playdate then; null if none. */
  clash: string | null
}

/** The hours of a day as buttons. Arrow keys move between them. */
export function HoursOfDay({
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
          aria-label={spokenWithClash(day, slot)}
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

function spokenWithClash(day: CalendarDay, slot: MarkedSlot): string {
  const hour = spokenHour(day, slot)
  return slot.clash === null ? hour : m.plan_hour_clash({ hour, clash: slot.clash })
}

function markOf({ clash, fit }: Pick<MarkedSlot, 'clash' | 'fit'>): 'alert' | 'info' | 'check' {
  if (clash !== null) return 'alert'
  return isFaded(fit) ? 'info' : 'check'
}

/** True if the hour doesn't suit all children, or one's availability is unknown. */
export function isFaded(fit: HourSlot['fit']): boolean {
  return fit === 'some' || fit === 'unknown'
}
