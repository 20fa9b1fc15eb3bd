import type { Day } from '@tagalong/contract/values/availability.ts'
import { dayNames } from '../hours.ts'
import './week.css'

/** `Sat` to the eye, where there is room for no more; `Saturday` to everything that reads or listens. */
export function DayName({ day }: { day: Day }) {
  return (
    <>
      {day}
      <span className="dayrest">{dayNames[day].slice(day.length)}</span>
    </>
  )
}
