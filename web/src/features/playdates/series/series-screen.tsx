import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { cardLabel } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import type { Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dateIn } from '@tagalong/contract/values/calendar-date.ts'
import { clockTime, dayAndMonth, timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { Link, useParams } from 'react-router'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { LabelBadge } from '../parts/label-badge.tsx'
import { NothingToAnswer } from '../parts/nothing-to-answer.tsx'
import { useListPlaydates } from '../playdate-lists.queries.ts'
import { childrenOf, listed, othersOf, ownerLine } from '../playdate-words.ts'
import { useGetPlaydate } from '../playdates.queries.ts'
import { useGetSeries } from './series.queries.ts'
import { rhythmText } from './series-words.ts'
import { StopRepeating } from './stop-repeating.tsx'
import '../playdates.css'
import '../list/list.css'

/** /series/{id}: all dates of a series. */
export function SeriesScreen() {
  const { id = '' } = useParams()
  const series = useGetSeries(id)
  return (
    <Loaded query={series} missing={<NothingToAnswer playdate={null} />}>
      {(data) => <Dates key={id} series={data} />}
    </Loaded>
  )
}

function Dates({ series }: { series: Series }) {
  const { timeZone, _id: viewer } = useViewer()
  const { data: playdate } = useGetPlaydate(series.dates[0]?.playdate ?? '')
  const until = m.series_until_day({ day: dayAndMonth(series.until, timeZone) })
  const unread = useUnread()
  const others = playdate ? listed(othersOf(playdate).map(({ name }) => name)) : ''
  return (
    <>
      <PageHeader
        title={rhythmText(series, timeZone)}
        subtitle={
          <>
            {playdate && (
              <>
                <bdi>{aboutText(playdate, viewer)}</bdi> ·{' '}
              </>
            )}
            {until}
          </>
        }
        back="/view-playdates"
      />
      <Said series={series} others={others} />
      <ul className="card seriesdates">
        {series.dates.map((date) => (
          <DateRow key={date.playdate} date={date} series={series} unread={unread.get(date.playdate) ?? 0} />
        ))}
      </ul>
      <Actions series={series} />
    </>
  )
}

/** `Anika & Zuri`; for an event its owner. */
function aboutText(playdate: Playdate, viewer: string): string {
  if (playdate.type === 'group') return ownerLine(playdate, viewer)
  return listed(childrenOf(playdate).map(({ firstName }) => firstName))
}

/** Says how many dates the invited side has said yes to. */
function Said({ series: { type, side, dates }, others }: { series: Series; others: string }) {
  const isInvited = side === 'recipient'
  const count = dates.filter(({ status, response }) =>
    type === 'group' ? isInvited && response === 'accepted' : status === 'accepted',
  ).length
  if (count === 0 || !(isInvited || others)) return null
  return (
    <p className="seriessaid">
      <Icon name="check" />
      {isInvited ? m.series_days_you({ count }) : m.series_days_they({ names: others, count })}
    </p>
  )
}

interface DateRowProps {
  date: Series['dates'][number]
  series: Series
  unread: number
}

function DateRow({ date, series: { type, side }, unread }: DateRowProps) {
  const { timeZone } = useViewer()
  const now = useNow(60_000)
  const asked = useAskedTime(date)
  const { playdate, start, status, response = null, location, isOpen, isLeftOut } = date
  const acceptedTime = status === 'accepted' ? start : null
  const label = cardLabel({ type, status, side, acceptedTime }, { timeZone, response }, now)
  // A date of an event is answered on the event's own page.
  const isAsked = isOpen && type === 'single'
  const isOff = status === 'cancelled' || status === 'rejected' || response === 'rejected'
  return (
    <li className={isOff ? 'seriesdates--off' : undefined}>
      <Link to={`${isAsked ? '/view-playdate-request' : '/view-playdate-information'}/${playdate}`}>
        <CalendarLeaf time={start} zone={timeZone} head="month" />
        <span className="grow">
          <span className="sr">{dayAndMonth(start, timeZone)}, </span>
          <b>{clockTime(start, timeZone)}</b>
          <small>
            {isLeftOut ? (
              m.series_left_out()
            ) : status === 'cancelled' ? (
              m.series_cancelled()
            ) : asked ? (
              m.series_asked({ time: asked })
            ) : (
              <bdi>{location}</bdi>
            )}
          </small>
          {unread > 0 && (
            <span className="pd__unread">
              <Icon name="chat" small />
              <span aria-hidden="true">{unread}</span>
              <span className="sr">{m.playdates_new_messages({ count: unread })}</span>
            </span>
          )}
        </span>
        <LabelBadge label={label} />
        <Icon name="right" small />
      </Link>
    </li>
  )
}

/** The other time that is asked for on that date: `4:30 PM`, or on another day `4:30 PM, 11/25`. */
function useAskedTime({ playdate, start }: Series['dates'][number]): string | null {
  const { timeZone } = useViewer()
  const { data: pending = [] } = useListPlaydates('pending')
  const request = pending.find(({ replaces }) => replaces?.playdate === playdate)
  const time = request?.proposedTimes.toSorted()[0]
  if (!time) return null
  const [here, there] = [start, time].map((each) => dateIn(Date.parse(each), timeZone))
  return here === there ? clockTime(time, timeZone) : timeAndDay(time, timeZone)
}

/** Returns the number of unread messages by playdate. */
function useUnread(): Map<string, number> {
  const { data: pending = [] } = useListPlaydates('pending')
  const { data: accepted = [] } = useListPlaydates('accepted')
  return new Map([...pending, ...accepted].map(({ _id, unread }) => [_id, unread]))
}

function Actions(props: { series: Series }) {
  const { series } = useHeldUnderDialog(props)
  const open = series.dates.find(({ isOpen }) => isOpen)
  const from = series.dates.find(({ mayStop }) => mayStop)
  const last = series.dates.at(-1)
  // Only an event's owner may plan it again, and a series that still waits for all its answers is not repeated.
  const mayAgain =
    (series.type === 'single' || series.side === 'owner') &&
    series.dates.some(({ status }) => status !== 'pending')
  return (
    <div className="actions">
      {open && (
        <ButtonLink variant="action" to={`/view-playdate-request/${open.playdate}`}>
          {m.playdates_respond()}
        </ButtonLink>
      )}
      {mayAgain && last && (
        <ButtonLink to={`/edit-playdate/new?again=${last.playdate}`}>{m.playdates_play_again()}</ButtonLink>
      )}
      {from && <StopRepeating seriesId={series._id} from={from} />}
    </div>
  )
}
