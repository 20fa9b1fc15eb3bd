import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import type { RefObject } from 'react'
import { Icon } from '#ui/icon.tsx'
import './times.css'

interface PickedTimesProps {
  times: readonly string[]
  now: number
  zone: string
  onRemove: (time: string) => void
  /** Gets the focus when the last chip is removed; otherwise a neighbouring chip gets it. */
  afterLast: RefObject<HTMLElement | null>
}

/** The picked times as chips that can be removed. A time that has passed says so. */
export function PickedTimes({ times, now, zone, onRemove, afterLast }: PickedTimesProps) {
  if (times.length === 0) return null
  const remove = (time: string, chip: Element | null) => {
    const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling
    const next = neighbour?.querySelector('button') ?? afterLast.current
    next?.focus()
    onRemove(time)
  }
  return (
    <ul className="chips" aria-label={m.plan_times_picked_label()}>
      {times.map((time) => {
        const text = playdateTime(time, zone)
        const isPast = Date.parse(time) <= now
        return (
          <li key={time} className={isPast ? 'chip chip--picked chip--past' : 'chip chip--picked'}>
            <span>{text}</span>
            {isPast && <span className="sr"> {m.plan_has_passed()}</span>}
            <button
              type="button"
              aria-label={m.plan_remove_time({ time: text })}
              onClick={(event) => remove(time, event.currentTarget.closest('li'))}
            >
              <Icon name="cross" small />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
