import type { Playdate, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { mayRespond } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import type { Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dayAndMonth } from '@tagalong/contract/values/date-format.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHasJustChanged } from '#lib/use-has-just-changed.ts'
import { useHeld, useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { showToast } from '#ui/toast.tsx'
import { AnswerBy } from '../parts/answer-by.tsx'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { Meet } from '../parts/meet.tsx'
import { StayLine } from '../parts/stay-line.tsx'
import { ZoneLine } from '../parts/zone-line.tsx'
import { childrenOf, durationText, fullName, listed, othersOf, warningText } from '../playdate-words.ts'
import { useIsAnswering } from '../playdates.queries.ts'
import { useClashes } from '../use-clashes.ts'
import { useAnswerSeries, useGetSeries } from './series.queries.ts'
import { dayText, isOtherProposal, rhythmText, unusualOf, usualOf } from './series-words.ts'
import '../playdates.css'
import '../answer/answer.css'

interface SeriesAnswerProps {
  /** The date that was opened. */
  playdate: Playdate
  seriesId: string
  /** `left`: which days stayed as they are, if any. */
  onConfirmed: (left: ReactNode) => void
  /** What stands there where no more than one date is open. */
  children: ReactNode
}

/** Which days work: yes to all or some of a series, or no. */
export function SeriesAnswer({ playdate, seriesId, onConfirmed, children }: SeriesAnswerProps) {
  const series = useGetSeries(seriesId)
  return (
    <Loaded query={series} missing={children}>
      {(data) => (
        <Several playdate={playdate} series={data} onConfirmed={onConfirmed}>
          {children}
        </Several>
      )}
    </Loaded>
  )
}

type SeveralProps = Omit<SeriesAnswerProps, 'seriesId'> & { series: Series }

function Several({ onConfirmed, children, ...props }: SeveralProps) {
  const { playdate, series } = useHeldUnderDialog(props)
  const isAnswering = useIsAnswering()
  const { timeZone } = useViewer()
  const open = series.dates.filter(({ isOpen }) => isOpen)
  const now = useNow(30_000)
  const hasPassed = playdate.proposedTimes.every((time) => Date.parse(time) <= now)
  // Where something else was proposed for the date that was opened, or spots are kept, that is answered by itself.
  const isAsked = !hasPassed && (mayRespond(playdate) || playdate.response === 'offered')
  const opened = open.find(({ playdate: id }) => id === playdate._id)
  const isOther = isAsked && (!opened || isOtherProposal(opened, open, timeZone))
  const areSeveral = open.length > 1 && !isOther
  // While an answer is on its way, what is on screen stays.
  const isShown = useHeld(areSeveral, isAnswering)
  return isShown ? <Days playdate={playdate} series={series} onConfirmed={onConfirmed} /> : children
}

function Days({ playdate, series, onConfirmed }: Omit<SeveralProps, 'children'>) {
  const { timeZone } = useViewer()
  const send = useAnswerSeries(series._id)
  const oneAtATime = useOneAtATime()
  const navigate = useNavigateFromHere()
  const { busyAt, freshBusyAt, isKnown } = useBusy(playdate)
  const [isRefusing, setRefusing] = useState(false)
  const [isChecking, setChecking] = useState(false)
  /** As they were when they were first seen here. */
  const [seen] = useState(series.dates)
  /** By date and version, as they were switched; at first they are on where nothing else is then. */
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({})
  /** What was answered, and is as it was. */
  const [left, setLeft] = useState<Series['dates']>([])
  const open = series.dates.filter(({ isOpen }) => isOpen)
  const isOn = (date: Dates[number]) => switched[keyOf(date)] ?? busyAt(date.start) === null
  // What comes in later says so, and turns nothing off.
  const unknown = isKnown ? open.filter((date) => !(keyOf(date) in switched)) : []
  if (unknown.length > 0)
    setSwitched({ ...switched, ...Object.fromEntries(unknown.map((date) => [keyOf(date), isOn(date)])) })
  const on = open.filter(isOn)
  // What is said above, and a day that comes or goes, moves what stands below it.
  const hasJustChanged = useHasJustChanged(open.map(keyOf).join())
  const opened = open.find(({ playdate: id }) => id === playdate._id)
  const changed = open.filter(({ playdate: id, version }) =>
    seen.some((each) => each.playdate === id && each.version !== version),
  )

  /** Answers what became what was said. Undefined where nothing did: why stands on the page. */
  const answer = async (dates: Dates, responseOf: (date: Dates[number]) => Response) => {
    const answers = dates.map((each) => ({
      playdate: each.playdate,
      version: each.version,
      response: responseOf(each),
    }))
    const after = await send.mutateAsync(answers)
    const stayed = dates.filter(({ playdate: id }) => after.left.includes(id))
    if (stayed.length === dates.length) {
      setLeft(stayed)
      return undefined
    }
    const given = after.dates.filter(
      ({ playdate: id }) => !after.left.includes(id) && dates.some((each) => each.playdate === id),
    )
    return { stayed, now: after.dates, isYes: given.some(isYes) }
  }
  const showLeft = (stayed: Dates, now: Dates) => {
    const { changed: others, full } = apart(stayed, now)
    if (others.length > 0) showToast(changedText(others, timeZone))
    else if (full.length > 0) showToast(m.series_no_room())
  }
  const accept = (dates: Dates, isAccepted: (date: Dates[number]) => boolean) =>
    oneAtATime(async () => {
      setChecking(true)
      const busyNow = await freshBusyAt()
      setChecking(false)
      const cameUp = dates.filter(isAccepted).filter(({ start }) => !busyAt(start) && busyNow(start))
      const [first] = cameUp
      if (first) {
        const off = Object.fromEntries(cameUp.map((date) => [keyOf(date), false]))
        setSwitched((before) => ({ ...before, ...off }))
        return showToast(busyNow(first.start) ?? '')
      }
      const done = await answer(dates, (each) => (isAccepted(each) ? 'accepted' : 'rejected'))
      if (!done) return
      const { stayed, now } = done
      if (done.isYes) onConfirmed(stayed.length > 0 && <Left left={stayed} now={now} />)
      else showLeft(stayed, now)
    })
  const refuseAll = () =>
    oneAtATime(async () => {
      const done = await answer(open, () => 'rejected')
      setRefusing(false)
      if (!done) return
      if (done.stayed.length === 0) showToast(m.series_said_no())
      else showLeft(done.stayed, done.now)
      void navigate('/')
    })
  const isAnswering = isChecking || send.isPending
  const asking = othersOf(playdate)
  // While the answer is on its way none may be open any more.
  const shown = open.length > 0 ? open : series.dates
  return (
    <>
      <PageHeader
        title={m.plan_can_you_play()}
        subtitle={m.plan_asking({ names: listed(asking.map(fullName)), count: asking.length })}
        back="/view-playdates"
      />
      {left.length > 0 && <Left left={left} now={series.dates} />}
      {left.length === 0 && changed.length > 0 && !send.isPending && (
        <p className="pd__changed" role="alert">
          {m.series_changed_look({ days: daysOf(changed, timeZone) })}
        </p>
      )}
      <AnswerBy playdate={playdate} />
      <section className="part">
        <h2 className="sr">{m.playdates_who()}</h2>
        <Meet playdate={playdate} withCaregivers isRepeated />
      </section>
      <Rhythm series={{ ...series, dates: shown }} />
      <section className="part seriesdays">
        <h2 id="series-days">{m.series_which_days()}</h2>
        <ZoneLine zone={timeZone} isOthers={playdate.zonesDiffer} />
        <ul className="card" aria-labelledby="series-days">
          {open.map((date) => (
            <li key={date.playdate}>
              <CalendarLeaf time={date.start} zone={timeZone} head="month" />
              <Toggle
                label={
                  <>
                    <b>{dayText(date.start, timeZone)}</b>
                    <Unusual date={date} dates={open} />
                    {busyAt(date.start) && <small>{busyAt(date.start)}</small>}
                  </>
                }
                checked={isOn(date)}
                // Before it is known who is busy, it may still turn off by itself.
                disabled={isAnswering || !isKnown || hasJustChanged}
                onChange={(event) => setSwitched({ ...switched, [keyOf(date)]: event.target.checked })}
              />
            </li>
          ))}
        </ul>
        <p className="hint">{m.series_leave_out_later()}</p>
      </section>
      <p className="quiet small pd__length">
        <Icon name="clock" small />
        {m.plan_about_so_long({ duration: durationText(playdate.durationMinutes) })}
      </p>
      <StayLine playdate={playdate} />
      {playdate.description && (
        <section className="part">
          <h2>{m.common_description()}</h2>
          <p dir="auto">{playdate.description}</p>
        </section>
      )}
      {send.error && !isRefusing && <Prompt>{send.error.message}</Prompt>}
      <div className="actions actions--pair">
        <Button
          variant="action"
          size="large"
          isDisabled={on.length === 0 || !isKnown || hasJustChanged}
          isPending={isAnswering}
          onPress={() => accept(open, isOn)}
        >
          {on.length === open.length ? m.series_yes_to_all() : m.series_yes_to_these({ count: on.length })}
        </Button>
        {opened && (
          <Button
            isDisabled={isAnswering || !isKnown || hasJustChanged}
            onPress={() => accept([opened], () => true)}
          >
            {m.series_just_this_one()}
            <span className="sr"> ({dayText(opened.start, timeZone)})</span>
          </Button>
        )}
        <Button variant="danger" isDisabled={isAnswering} onPress={() => setRefusing(true)}>
          {m.series_no_to_all()}
        </Button>
      </div>
      <ConfirmDialog
        title={m.series_no_to_all_question()}
        text={m.series_no_told()}
        confirmLabel={m.series_no_to_all()}
        isOpen={isRefusing}
        isPending={send.isPending}
        problem={send.error?.message}
        onConfirm={refuseAll}
        onCancel={() => {
          setRefusing(false)
          send.reset()
        }}
      />
      <p className="pd__ask">
        <Link to={`/view-playdate-information/${playdate._id}`}>
          {m.plan_ask_first({ names: listed(asking.map(({ name }) => name)) })}
        </Link>
      </p>
    </>
  )
}

/** Tells what speaks against a date, or null: that the viewer or one of their children plays then, or is away. */
function useBusy({ durationMinutes, ...playdate }: Playdate) {
  const own = childrenOf({ durationMinutes, ...playdate }).filter(({ isOwn }) => isOwn)
  const { warningsAt, freshWarningsAt, isKnown } = useClashes(own.map(({ _id }) => _id))
  const textBy = (warnings: typeof warningsAt) => (start: string) => {
    const { clash, goesThen, isAway } = warnings({ start, durationMinutes })
    return warningText({ clash: null, goesThen: goesThen || clash !== null, isAway })
  }
  return {
    busyAt: textBy(warningsAt),
    freshBusyAt: async () => textBy(await freshWarningsAt()),
    isKnown,
  }
}

type Dates = Series['dates']

function keyOf({ playdate, version }: Dates[number]): string {
  return `${playdate} ${version}`
}

/** Both sides confirmed it, or the family goes to it: a place in line is no yes. */
function isYes({ status, response }: Dates[number]): boolean {
  return (response === undefined ? status : response) === 'accepted'
}

/** What is open still, and as it was, is an event without room for all of the family. */
function apart(left: Dates, now: Dates): { changed: Dates; full: Dates } {
  const isSame = ({ playdate, version }: Dates[number]) =>
    now.some((each) => each.playdate === playdate && each.version === version && each.isOpen)
  return { changed: left.filter((each) => !isSame(each)), full: left.filter(isSame) }
}

function changedText(changed: Dates, zone: string): string {
  return m.series_changed({ days: daysOf(changed, zone) })
}

function daysOf(dates: Dates, zone: string): string {
  return listed(dates.map(({ start }) => dayText(start, zone)))
}

/** Why nothing came of an answer, or not of all of it. */
function Left({ left, now }: { left: Dates; now: Dates }) {
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

/** When and where, of a date that has another time or place than most. */
function Unusual({ date, dates }: { date: Dates[number]; dates: Dates }) {
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

/** As most of the dates are. */
function Rhythm({ series }: { series: Series }) {
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
