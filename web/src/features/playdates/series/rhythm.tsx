import type { Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dayAndMonth } from '@tagalong/contract/values/date-format.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Icon } from '#ui/icon.tsx'
import { rhythmText, unusualOf, usualOf } from './series-words.ts'

/** The weekday, time and place of most dates. */
export function Rhythm({ series }: { series: Series }) {
  const { timeZone } = useViewer()
  const { time, location } = usualOf(series.dates, timeZone)
  const day = dayAndMonth(series.until, timeZone)
  return (
    <section className="card rhythm">
      <span className="blob">
        <Icon name="repeat" />
      </span>
      <div>
        <h2>{m.series_rhythm({ rhythm: rhythmText(series, timeZone), time })}</h2>
        <p className="quiet">
          {location && (
            <>
              <bdi>{location}</bdi> ·{' '}
            </>
          )}
          {m.series_until_day({ day })}
        </p>
      </div>
    </section>
  )
}

/** The time and place of a date, if they differ from most. */
export function Unusual({ date, dates }: { date: Series['dates'][number]; dates: Series['dates'] }) {
  const { timeZone } = useViewer()
  const { time, location } = unusualOf(date, dates, timeZone)
  if (!time && !location) return null
  return (
    <small className="seriesdays__other">
      {time}
      {time && location && ' · '}
      {location && <bdi>{location}</bdi>}
    </small>
  )
}
