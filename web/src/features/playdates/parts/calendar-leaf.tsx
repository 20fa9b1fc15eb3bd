import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { monthName, weekdayName } from '../playdate-words.ts'
import './calendar-leaf.css'

interface LeafProps {
  time: string
  zone: string
  /** What is shown above the day. */
  head?: 'weekday' | 'month'
}

/** A leaf torn off a calendar. Hidden from screen readers, since the time is beside it in words. */
export function CalendarLeaf({ time, zone, head = 'weekday' }: LeafProps) {
  const { weekday, month, day } = wallTime(Date.parse(time), zone)
  const name = head === 'month' ? monthName(month) : weekdayName(weekday)
  return (
    <span className="leaf" aria-hidden="true">
      <b>{name.slice(0, 3).toUpperCase()}</b>
      <i>{day}</i>
    </span>
  )
}
