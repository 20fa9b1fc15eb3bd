import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { weekdayName } from '../playdate-words.ts'
import './calendar-leaf.css'

/** A leaf torn off a calendar. The time stands beside it in words. */
export function CalendarLeaf({ time, zone }: { time: string; zone: string }) {
  const { weekday, day } = wallTime(Date.parse(time), zone)
  return (
    <span className="leaf" aria-hidden="true">
      <b>{weekdayName(weekday).slice(0, 3).toUpperCase()}</b>
      <i>{day}</i>
    </span>
  )
}
