import type { Reason } from '@tagalong/contract/features/playdates/suggestions.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { clockTime, dayAndMonth } from '@tagalong/contract/values/date-format.ts'
import { useId } from 'react'
import { CalendarLeaf } from '#features/playdates/parts/calendar-leaf.tsx'
import { weekdayName } from '#features/playdates/playdate-words.ts'
import { type TimesQuestion, useSuggestTimes } from '#features/playdates/playdates.queries.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { dayOf, toggleTime, weekdayOf } from './propose-times.rules.ts'
import './good-times.css'

interface GoodTimesProps {
  question: TimesQuestion
  times: readonly string[]
  onChange: (times: string[]) => void
}

const reasonTexts = {
  usual: m.plan_reason_usual,
  'after-school': m.plan_reason_after_school,
  'weekend-morning': m.plan_reason_weekend_morning,
  everyone: m.plan_reason_everyone,
  could: m.plan_reason_could,
} satisfies Record<Reason, () => string>

/** Times that may suit all children. Shows nothing until children of both sides are picked, or if the call fails. */
export function GoodTimes(props: GoodTimesProps) {
  const { ownChildren, otherChildren } = props.question
  if (ownChildren.length === 0 || otherChildren.length === 0) return null
  return <Suggested {...props} />
}

function Suggested({ question, times, onChange }: GoodTimesProps) {
  const headingId = useId()
  const { data, error } = useSuggestTimes(question)
  if (error && !data && error.status !== 429) return null
  return (
    <section className="card good-times" aria-labelledby={headingId}>
      <h3 id={headingId}>{m.plan_good_times()}</h3>
      {error && !data && <Prompt>{error.message}</Prompt>}
      {!error && !data && <Loading />}
      {data?.length === 0 && <p className="quiet">{m.plan_good_times_none()}</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((each) => (
            <li key={each.start}>
              <GoodTime
                {...each}
                isPicked={times.some((time) => Date.parse(time) === Date.parse(each.start))}
                onPress={() => onChange(toggleTime(times, each.start))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface GoodTimeProps {
  start: string
  reason: Reason
  isSure: boolean
  isPicked: boolean
  onPress: () => void
}

function GoodTime({ start, reason, isSure, isPicked, onPress }: GoodTimeProps) {
  const { timeZone } = useViewer()
  const day = weekdayName(weekdayOf(dayOf(Date.parse(start), timeZone)))
  const time = clockTime(start, timeZone)
  return (
    <button type="button" className="good-time" aria-pressed={isPicked} onClick={onPress}>
      <CalendarLeaf time={start} zone={timeZone} head="month" />
      <span className="grow">
        <b>{m.plan_start({ day, time })}</b>
        <span className="sr">{dayAndMonth(start, timeZone)}</span>
        <small>{reasonTexts[reason]()}</small>
        {!isSure && <small>{m.plan_may_not_work()}</small>}
      </span>
      <span className="good-time__mark">
        <Icon name={isPicked ? 'check' : 'plus'} small />
      </span>
    </button>
  )
}

function Loading() {
  return (
    <ul role="status">
      <li className="sr">{m.common_loading()}</li>
      {[1, 2, 3].map((each) => (
        <li key={each} className="good-time" aria-hidden="true">
          <span className="skeleton good-time__leaf" />
          <span className="grow stack skeleton__lines">
            <span className="skeleton skeleton--name" />
            <span className="skeleton skeleton--text" />
          </span>
        </li>
      ))}
    </ul>
  )
}
