import type { Ask, AskStep } from '@tagalong/contract/features/playdates/asks.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useOwnChildren } from '#features/children/children.queries.ts'
import { useNow } from '#lib/now.ts'
import { useIsReachable } from '#lib/offline/use-is-reachable.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import PostArt from '#ui/art/scene-post.svg?react'
import WalkArt from '#ui/art/scene-walk.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Rich } from '#ui/rich.tsx'
import { listed } from '../playdate-words.ts'
import { untilText } from '../spots/spots-words.ts'
import { AskSteps } from './ask-steps.tsx'
import { useAskNext, useGetAsk, useStopAsking } from './asks.queries.ts'
import '../playdates.css'
import './asks.css'

/** /ask/{id}: the progress of an order. */
export function AskScreen() {
  const { id = '' } = useParams()
  const ask = useGetAsk(id)
  return (
    <>
      <PageHeader
        title={m.asks_title()}
        subtitle={ask.data && <About ask={ask.data} />}
        back="/view-playdates"
      />
      <Loaded query={ask} missing={<NoSuchList />}>
        {(data) => <Asking key={id} ask={data} />}
      </Loaded>
    </>
  )
}

function NoSuchList() {
  return (
    <EmptyState
      art={<LostArt />}
      text={m.asks_missing()}
      note={m.playdates_missing_note()}
      action={
        <ButtonLink variant="action" to="/view-playdates">
          {m.playdates_go_to_yours()}
        </ButtonLink>
      }
    />
  )
}

/** `Anika · 3:30 PM, 11/24` */
function About({ ask }: { ask: Ask }) {
  const { timeZone } = useViewer()
  const own = useOwnChildren()
  const names = (own.data ?? [])
    .filter(({ _id }) => ask.ownChildren.includes(_id))
    .map(({ firstName }) => firstName)
  const times = timesText(ask, timeZone)
  if (names.length === 0) return times
  return (
    <>
      <bdi>{listed(names)}</bdi> · {times}
    </>
  )
}

function Asking({ ask }: { ask: Ask }) {
  const { timeZone } = useViewer()
  return (
    <>
      {ask.endedAs ? <Ended ask={ask} endedAs={ask.endedAs} /> : <Now ask={ask} zone={timeZone} />}
      <AskSteps ask={ask} zone={timeZone} />
      <p className="hint asking__only">{m.asks_only_you()}</p>
      <Actions ask={ask} />
    </>
  )
}

/** `3:30 PM, 11/24 + 2` */
function timesText({ proposedTimes }: Ask, zone: string): string {
  const [first, ...rest] = proposedTimes.toSorted()
  if (!first) return ''
  return rest.length > 0 ? `${timeAndDay(first, zone)} + ${rest.length}` : timeAndDay(first, zone)
}

/** Returns the step whose request is open. */
function openStep({ steps }: Ask): AskStep | undefined {
  return steps.find(({ state }) => state === 'asked' || state === 'countered')
}

function Now({ ask, zone }: { ask: Ask; zone: string }) {
  const said = ask.steps.find(({ state }) => state === 'accepted')
  const step = said ?? openStep(ask)
  return (
    <section className="asking__now card">
      <PostArt className="asking__art" />
      <div className="grow">
        {step ? (
          <>
            <h2>
              <bdi dir="ltr">{titleOf(step)}</bdi>
            </h2>
            {step.state === 'asked' && (
              <p>
                <Until step={step} zone={zone} />
              </p>
            )}
            {step.state === 'countered' && <p>{m.asks_state_countered()}</p>}
          </>
        ) : (
          <p>{m.asks_soon()}</p>
        )}
      </div>
      {step?.playdate && step.state === 'countered' && (
        <ButtonLink variant="action" wide to={`/view-playdate-request/${step.playdate}`}>
          {m.asks_see_suggestion()}
        </ButtonLink>
      )}
      {step?.playdate && step.state === 'accepted' && (
        <ButtonLink variant="action" wide to={`/view-playdate-information/${step.playdate}`}>
          {m.playdates_see()}
        </ButtonLink>
      )}
    </section>
  )
}

function titleOf({ state, child, caregiver }: AskStep): string {
  if (state === 'accepted') return m.asks_said_yes({ name: caregiver.name })
  return state === 'countered' ? caregiver.name : m.asks_now({ child: child.firstName })
}

function Until({ step: { answerBy, caregiver }, zone }: { step: AskStep; zone: string }) {
  const now = useNow(60_000)
  const { name } = caregiver
  if (!answerBy) return m.asks_not_yet({ name })
  return (
    <Rich
      parts={m.asks_has_until.parts({ name, time: untilText(answerBy, zone, now) })}
      marks={{ time: (words) => <b>{words}</b> }}
    />
  )
}

const endings = {
  nobody: m.asks_ended_nobody,
  past: m.asks_ended_past,
  stopped: m.asks_ended_stopped,
} satisfies Record<NonNullable<Ask['endedAs']>, () => string>

function Ended({ ask: { _id }, endedAs }: { ask: Ask; endedAs: NonNullable<Ask['endedAs']> }) {
  return (
    <EmptyState
      art={<WalkArt />}
      text={endings[endedAs]()}
      action={
        <ButtonLink variant="action" to={`/edit-playdate/new?ask=${_id}`}>
          {m.asks_new_times()}
        </ButtonLink>
      }
    />
  )
}

function Actions(props: { ask: Ask }) {
  const { ask } = useHeldUnderDialog(props)
  const [question, setQuestion] = useState<'next' | 'stop' | null>(null)
  const askNext = useAskNext()
  const stop = useStopAsking()
  const oneAtATime = useOneAtATime()
  const isReachable = useIsReachable()
  const open = openStep(ask)?.caregiver.name
  const next = ask.steps.find(({ state }) => state === 'next')?.caregiver.name
  const close = () => {
    setQuestion(null)
    askNext.reset()
    stop.reset()
  }
  const confirm = (mutation: typeof stop) =>
    oneAtATime(async () => {
      await mutation.mutateAsync(ask)
      setQuestion(null)
    })
  if (ask.status !== 'asking') return null
  return (
    <div className="actions">
      {open && next && (
        <Button size="large" isDisabled={!isReachable} onPress={() => setQuestion('next')}>
          {m.asks_next_now()}
        </Button>
      )}
      <Button variant="danger" isDisabled={!isReachable} onPress={() => setQuestion('stop')}>
        {m.asks_stop()}
      </Button>
      <ConfirmDialog
        title={m.asks_next_now()}
        text={m.asks_next_question({ name: open ?? '', next: next ?? '' })}
        confirmLabel={m.asks_next_now()}
        isOpen={question === 'next'}
        isPending={askNext.isPending}
        problem={askNext.error?.message}
        onConfirm={() => confirm(askNext)}
        onCancel={close}
      />
      <ConfirmDialog
        title={m.asks_stop_question()}
        text={open ? m.asks_stop_note({ name: open }) : m.asks_stop_note_nobody()}
        confirmLabel={m.asks_stop()}
        isOpen={question === 'stop'}
        isPending={stop.isPending}
        problem={stop.error?.message}
        onConfirm={() => confirm(stop)}
        onCancel={close}
      />
    </div>
  )
}
