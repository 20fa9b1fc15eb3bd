import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { mayRespond } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { isText } from '@tagalong/contract/values/language.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { ApiError } from '#lib/calls/api.ts'
import { scrollBehavior } from '#lib/navigation/motion.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Choices } from '#ui/fields/choices.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Hooray } from '../hooray/hooray.tsx'
import { AnswerBy } from '../parts/answer-by.tsx'
import { ClashQuestion } from '../parts/clash-note.tsx'
import { Meet } from '../parts/meet.tsx'
import { NothingToAnswer } from '../parts/nothing-to-answer.tsx'
import { Now } from '../parts/now.tsx'
import { StayLine } from '../parts/stay-line.tsx'
import { ZoneLine } from '../parts/zone-line.tsx'
import { childrenOf, durationText, fullName, listed, othersOf, placesOf } from '../playdate-words.ts'
import { useAcceptPlaydate, useGetPlaydate, useIsAnswering } from '../playdates.queries.ts'
import { SeriesAnswer } from '../series/series-answer.tsx'
import { useClashes } from '../use-clashes.ts'
import { useConfirmAfresh } from '../use-confirm-afresh.ts'
import { useHasChanged } from '../use-has-changed.ts'
import { FunFactCard } from './fun-fact.tsx'
import { Reject } from './reject.tsx'
import '../playdates.css'
import './answer.css'

/** /view-playdate-request/{id}: accept, counter or reject. */
export function PlaydateRequestScreen({ question }: RequestProps) {
  const { id = '' } = useParams()
  return <PlaydateRequest key={id} id={id} question={question} />
}

interface RequestProps {
  /** A question shown after a yes. It belongs to a feature that depends on playdates, so it is passed in. */
  question?: ReactNode
}

function PlaydateRequest({ id, question }: RequestProps & { id: string }) {
  const playdate = useHeldUnderDialog(useGetPlaydate(id))
  const hasChanged = useHasChanged(playdate.isFetchedAfterMount ? playdate.data?.version : undefined)
  const isAnswering = useIsAnswering()
  // Once the answer is given, a refetch must not replace this page.
  const [confirmed, setConfirmed] = useState<{ left: ReactNode } | null>(null)
  if (confirmed) return <WayToGo left={confirmed.left} question={question} />
  return (
    <Loaded query={playdate} missing={<NothingToAnswer playdate={null} />}>
      {(data) => {
        const alone = answerOf(data)
        if (!data.series) return alone
        return (
          <SeriesAnswer
            playdate={data}
            seriesId={data.series.id}
            onConfirmed={(left) => setConfirmed({ left })}
          >
            {alone}
          </SeriesAnswer>
        )
      }}
    </Loaded>
  )
  function answerOf(data: Playdate) {
    if (data.type === 'group') return <Navigate to={`/view-playdate-information/${id}`} replace />
    if (!mayRespond(data) && !isAnswering) return <NothingToAnswer playdate={data} />
    return (
      <Answer
        playdate={data}
        hasChanged={hasChanged && !isAnswering}
        onConfirmed={() => setConfirmed({ left: null })}
      />
    )
  }
}

function WayToGo({ left, question }: RequestProps & { left: ReactNode }) {
  return (
    <Hooray title={m.plan_way_to_go()}>
      {left}
      <FunFactCard />
      {question}
      <ButtonLink variant="action" size="large" to="/view-playdates">
        {m.plan_go_back()}
      </ButtonLink>
    </Hooray>
  )
}

interface Problem {
  field: 'location' | 'time'
  text: string
}

function Answer({
  playdate,
  hasChanged,
  onConfirmed,
}: {
  playdate: Playdate
  hasChanged: boolean
  onConfirmed: () => void
}) {
  const viewer = useViewer()
  const now = useNow(15_000)
  const accept = useAcceptPlaydate()
  const form = useRef<HTMLFormElement>(null)
  const changed = useRef<HTMLDivElement>(null)
  const [location, setLocation] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>(null)
  /**
   * The version when a place or time was last picked. If the playdate has changed since, the viewer looks at it first.
   */
  const [version, setVersion] = useState<number | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  const places = [...new Set(placesOf(playdate))]
  const times = [...new Set(playdate.proposedTimes)].toSorted()
  // What was picked may no longer be on offer.
  const place = location !== null && places.includes(location) ? location : null
  const start = time !== null && times.includes(time) && Date.parse(time) > now ? time : null
  const hasTime = times.some((each) => Date.parse(each) > now)
  const clashes = useClashes(
    childrenOf(playdate).map(({ _id }) => _id),
    playdate.replaces?.playdate,
  )
  const { confirmAfresh, isChecking, question, answer } = useConfirmAfresh(clashes)
  const { durationMinutes } = playdate

  const isOutdated = isChanged(accept.error)
  useEffect(() => {
    if (isOutdated) changed.current?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
  }, [isOutdated])
  const showProblem = (found: Problem) => {
    setProblem(found)
    const group = form.current?.querySelectorAll('fieldset')[found.field === 'location' ? 0 : 1]
    group?.querySelector<HTMLElement>('input:not(:disabled)')?.focus({ preventScroll: true })
    group?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
  }
  const confirm = () => {
    if (!hasTime) return
    if (place === null) return showProblem({ field: 'location', text: m.prompt_playdate_pick_location() })
    if (start === null) return showProblem({ field: 'time', text: m.prompt_playdate_pick_time() })
    const picked = { acceptedLocation: place, acceptedTime: start, version: version ?? playdate.version }
    confirmAfresh({ start, durationMinutes }, async () => {
      try {
        await accept.mutateAsync({ id: playdate._id, ...picked })
      } catch (error) {
        // From here on the viewer has seen the change.
        if (error instanceof ApiError && isChanged(error)) setVersion(null)
        throw error
      }
      onConfirmed()
    })
  }
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined)
  const asking = othersOf(playdate)

  return (
    <>
      <PageHeader
        title={playdate.replaces ? m.plan_another_time() : m.plan_can_you_play()}
        subtitle={m.plan_asking({ names: listed(asking.map(fullName)), count: asking.length })}
        back="/view-playdates"
      />
      {(hasChanged || isOutdated) && (
        <div className="pd__changed" role="alert" ref={changed}>
          <p>{m.prompt_playdate_changed()}</p>
        </div>
      )}
      <AnswerBy playdate={playdate} />
      <section className="part">
        <h2 className="sr">{m.playdates_who()}</h2>
        <Meet playdate={playdate} withCaregivers />
      </section>
      {playdate.replaces && <Now time={playdate.replaces.time} note={m.plan_stays_until_you()} />}
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <Choices
          legend={m.plan_where_works()}
          look="rows"
          choices={places.map((each) => ({ value: each, text: each }))}
          chosen={place}
          error={errorOf('location')}
          onChoose={(value) => {
            setLocation(value)
            setVersion(playdate.version)
            setProblem(null)
          }}
        />
        <Choices
          legend={m.plan_when_works()}
          look="chips"
          choices={times.map((each) => ({
            value: each,
            text: playdateTime(each, viewer.timeZone),
            ...(Date.parse(each) > now
              ? { note: clashes.clashAt({ start: each, durationMinutes }) }
              : { gone: m.plan_passed() }),
          }))}
          chosen={start}
          error={errorOf('time')}
          onChoose={(value) => {
            setTime(value)
            setVersion(playdate.version)
            setProblem(null)
          }}
        />
        <ZoneLine zone={viewer.timeZone} isOthers={playdate.zonesDiffer} />
        <p className="quiet small pd__length">
          <Icon name="clock" small />
          {hasTime
            ? m.plan_about_so_long({ duration: durationText(playdate.durationMinutes) })
            : m.plan_all_passed()}
        </p>
        <StayLine playdate={playdate} />
        {playdate.description && (
          <section className="part">
            <h2>{m.common_description()}</h2>
            <p dir="auto">{playdate.description}</p>
          </section>
        )}
        {accept.error && !isOutdated && <Prompt>{accept.error.message}</Prompt>}
        <div className={hasTime ? 'actions actions--pair' : 'actions'}>
          {hasTime && (
            <Button type="submit" variant="action" size="large" isPending={accept.isPending || isChecking}>
              {m.plan_confirm()}
            </Button>
          )}
          <ButtonLink
            to={`/edit-playdate/${playdate._id}`}
            {...(!hasTime && { variant: 'action', size: 'large' })}
          >
            {m.plan_yes_but()}
          </ButtonLink>
          <Reject playdate={playdate} />
        </div>
        <ClashQuestion question={question} answer={answer} />
      </form>
      <p className="pd__ask">
        <Link to={`/view-playdate-information/${playdate._id}`}>
          {m.plan_ask_first({ names: listed(asking.map(({ name }) => name)) })}
        </Link>
      </p>
    </>
  )
}

function isChanged(error: ApiError | null): boolean {
  return error?.status === 409 && isText(error.message, m.prompt_playdate_changed)
}
