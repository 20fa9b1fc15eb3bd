import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CalendarLeaf } from './calendar-leaf.tsx'

/** Shows the time of the confirmed playdate for which another time is asked. */
export function Now({ time, note }: { time: string; note: string }) {
  const { timeZone } = useViewer()
  return (
    <section className="card row pd__now">
      <CalendarLeaf time={time} zone={timeZone} />
      <div className="grow">
        <h2>{m.plan_now({ time: timeAndDay(time, timeZone) })}</h2>
        <p className="quiet">{note}</p>
      </div>
    </section>
  )
}
