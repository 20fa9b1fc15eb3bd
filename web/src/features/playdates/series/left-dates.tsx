import type { Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { useViewer } from '#lib/session/session.tsx'
import { listed } from '../playdate-words.ts'
import { dayText } from './series-words.ts'

type Dates = Series['dates']

/**
 * Splits dates that could not be answered. One that is still open and unchanged is an event without room for the whole
 * family.
 */
export function apart(left: Dates, now: Dates): { changed: Dates; full: Dates } {
  const isSame = ({ playdate, version }: Dates[number]) =>
    now.some((each) => each.playdate === playdate && each.version === version && each.isOpen)
  return { changed: left.filter((each) => !isSame(each)), full: left.filter(isSame) }
}

export function changedText(changed: Dates, zone: string): string {
  return m.series_changed({ days: daysOf(changed, zone) })
}

export function daysOf(dates: Dates, zone: string): string {
  return listed(dates.map(({ start }) => dayText(start, zone)))
}

/** Says why the answer to some or all dates was not taken. */
export function LeftDates({ left, now }: { left: Dates; now: Dates }) {
  const { timeZone } = useViewer()
  const { changed, full } = apart(left, now)
  return (
    <div className="pd__changed" role="alert">
      {changed.length > 0 && <p>{changedText(changed, timeZone)}</p>}
      {full.length > 0 && (
        <>
          <p>{m.series_no_room()}</p>
          <ul>
            {full.map(({ playdate, start }) => (
              <li key={playdate}>
                <Link to={`/view-playdate-information/${playdate}`}>{dayText(start, timeZone)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
