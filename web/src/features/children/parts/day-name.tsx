import type { Day } from '@tagalong/contract/values/availability.ts'
import { splitDay } from '../hours.ts'
import './week.css'

/** Shows `Sat` if there is room for no more, while screen readers always get `Saturday`. */
export function DayName({ day }: { day: Day }) {
  const [short, rest] = splitDay(day)
  return (
    <>
      {short}
      <span className="dayrest">{rest}</span>
    </>
  )
}
