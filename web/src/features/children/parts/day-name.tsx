import type { Day } from '@tagalong/contract/values/availability.ts'
import { splitDay } from '../hours.ts'
import './week.css'

/** `Sat` to the eye, where there is room for no more; `Saturday` to everything that reads or listens. */
export function DayName({ day }: { day: Day }) {
  const [short, rest] = splitDay(day)
  return (
    <>
      {short}
      <span className="dayrest">{rest}</span>
    </>
  )
}
