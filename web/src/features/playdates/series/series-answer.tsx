import { mayRespond } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeld, useHeldUnderDialog } from '#lib/use-held.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { AnswerBy } from '../parts/answer-by.tsx'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { Meet } from '../parts/meet.tsx'
import { StayLine } from '../parts/stay-line.tsx'
import { ZoneLine } from '../parts/zone-line.tsx'
import { durationText, fullName, listed, othersOf } from '../playdate-words.ts'
import { useIsAnswering } from '../playdates.queries.ts'
import { daysOf, LeftDates } from './left-dates.tsx'
import { Rhythm, Unusual } from './rhythm.tsx'
import { useGetSeries } from './series.queries.ts'
import { dayText, isOtherProposal } from './series-words.ts'
import { type Answering, useAnswerDays } from './use-answer-days.tsx'
import '../playdates.css'
import '../answer/answer.css'

interface SeriesAnswerProps extends Omit<Answering, 'series'> {
  seriesId: string
  /** Shown if no more than one date is open. */
  children: ReactNode
}

/** Asks which days work: yes to all or some of a series, or no. */
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

function Several({ onConfirmed, children, ...props }: Answering & { children: ReactNode }) {
  const { playdate, series } = useHeldUnderDialog(props)
  const isAnswering = useIsAnswering()
  const { timeZone } = useViewer()
  const open = series.dates.filter(({ isOpen }) => isOpen)
  const now = useNow(30_000)
  const hasPassed = playdate.proposedTimes.every((time) => Date.parse(time) <= now)
  // The opened date is answered by itself if it has another proposal than the rest or an offer of spots.
  const isAsked = !hasPassed && (mayRespond(playdate) || playdate.response === 'offered')
  const opened = open.find(({ playdate: id }) => id === playdate._id)
  const isOther = isAsked && (!opened || isOtherProposal(opened, open, timeZone))
  const areSeveral = open.length > 1 && !isOther
  // While an answer is on its way, the screen must not change.
  const isShown = useHeld(areSeveral, isAnswering)
  return isShown ? <Days playdate={playdate} series={series} onConfirmed={onConfirmed} /> : children
}

function Days({ playdate, series, onConfirmed }: Answering) {
  const { timeZone } = useViewer()
  const days = useAnswerDays({ playdate, series, onConfirmed })
  const { opened, refusing } = days
  const asking = othersOf(playdate)
  return (
    <>
      <PageHeader
        title={m.plan_can_you_play()}
        subtitle={m.plan_asking({ names: listed(asking.map(fullName)), count: asking.length })}
        back="/view-playdates"
      />
      {days.left.length > 0 && <LeftDates left={days.left} now={series.dates} />}
      {days.left.length === 0 && days.changed.length > 0 && !days.isSending && (
        <p className="pd__changed" role="alert">
          {m.series_changed_look({ days: daysOf(days.changed, timeZone) })}
        </p>
      )}
      <AnswerBy playdate={playdate} />
      <section className="part">
        <h2 className="sr">{m.playdates_who()}</h2>
        <Meet playdate={playdate} withCaregivers isRepeated />
      </section>
      {/* While the answer is on its way, there may be no open date left. */}
      <Rhythm series={days.open.length > 0 ? { ...series, dates: days.open } : series} />
      <section className="part seriesdays">
        <h2 id="series-days">{m.series_which_days()}</h2>
        <ZoneLine zone={timeZone} isOthers={playdate.zonesDiffer} />
        <ul className="card" aria-labelledby="series-days">
          {days.open.map((date) => (
            <li key={date.playdate}>
              <CalendarLeaf time={date.start} zone={timeZone} head="month" />
              <Toggle
                label={
                  <>
                    <b>{dayText(date.start, timeZone)}</b>
                    <Unusual date={date} dates={days.open} />
                    {days.busyAt(date.start) && <small>{days.busyAt(date.start)}</small>}
                  </>
                }
                checked={days.isOn(date)}
                disabled={days.isAnswering || !days.isReady}
                onChange={(event) => days.turn(date, event.target.checked)}
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
      {days.problem && !refusing.isOpen && <Prompt>{days.problem}</Prompt>}
      <div className="actions actions--pair">
        <Button
          variant="action"
          size="large"
          isDisabled={days.on.length === 0 || !days.isReady}
          isPending={days.isAnswering}
          onPress={days.acceptOn}
        >
          {days.on.length === days.open.length
            ? m.series_yes_to_all()
            : m.series_yes_to_these({ count: days.on.length })}
        </Button>
        {opened && (
          <Button isDisabled={days.isAnswering || !days.isReady} onPress={() => days.acceptOnly(opened)}>
            {m.series_just_this_one()}
            <span className="sr"> ({dayText(opened.start, timeZone)})</span>
          </Button>
        )}
        <Button variant="danger" isDisabled={days.isAnswering} onPress={refusing.ask}>
          {m.series_no_to_all()}
        </Button>
      </div>
      <ConfirmDialog
        title={m.series_no_to_all_question()}
        text={m.series_no_told()}
        confirmLabel={m.series_no_to_all()}
        isOpen={refusing.isOpen}
        isPending={days.isSending}
        problem={days.problem}
        onConfirm={refusing.confirm}
        onCancel={refusing.cancel}
      />
      <p className="pd__ask">
        <Link to={`/view-playdate-information/${playdate._id}`}>
          {m.plan_ask_first({ names: listed(asking.map(({ name }) => name)) })}
        </Link>
      </p>
    </>
  )
}
