import type { Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  isOwner,
  mayRespond,
  playdatePrompts,
} from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { Fragment, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '#lib/api.ts'
import { newAttemptKey } from '#lib/attempt-key.ts'
import { clearDraft, useDraft } from '#lib/draft.ts'
import { useViewer } from '#lib/session.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageProblem } from '#ui/page-problem.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { FixedChildren } from './parts/child-picks.tsx'
import { Hooray } from './parts/hooray.tsx'
import { InvitePicker } from './parts/invite-picker.tsx'
import { Names } from './parts/names.tsx'
import { NothingToAnswer } from './parts/nothing-to-answer.tsx'
import { PlaydateForm } from './parts/playdate-form.tsx'
import { TypeChoice } from './parts/type-choice.tsx'
import { attemptFor, draftOf, emptyDraft, type PlaydateDraft, proposalOf } from './playdate-draft.ts'
import { inList, othersOf, placesOf } from './playdate-words.ts'
import { useCounterPlaydate, useCreatePlaydate, useGetPlaydate, useIsAnswering } from './playdates.queries.ts'
import { useOffered } from './use-offered.ts'

/** /edit-playdate/new asks somebody to play; /edit-playdate/{id} answers a request with another suggestion. */
export function EditPlaydateScreen() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewPlaydate /> : <CounterProposal key={id} id={id} />
}

const newKey = 'playdate:new'

function NewPlaydate() {
  const [draft, setDraft] = useDraft<PlaydateDraft>(newKey, emptyDraft)
  const offered = useOffered(draft)
  const { mutateAsync: create } = useCreatePlaydate()
  const [isCreated, setCreated] = useState(false)
  if (isCreated) return <Sent title="You created a Playdate!" />

  const change = (part: Partial<PlaydateDraft>) => setDraft((before) => ({ ...before, ...part }))
  const send = async (sent: PlaydateDraft) => {
    const body = proposalOf(sent, true)
    const attempt = attemptFor(draft.attempt, body, newAttemptKey)
    // Kept before it leaves, so that a retry after a reload is still the same attempt.
    change({ attempt })
    await create({ body, idempotencyKey: attempt.idempotencyKey })
    clearDraft(newKey)
    setCreated(true)
  }
  return (
    <>
      <PageHeader title="Schedule a playdate" back="/" />
      <TypeChoice type={draft.type} onChoose={(type) => change({ type })} />
      {draft.type === 'single' && (
        <PlaydateForm
          draft={draft}
          onChange={change}
          isOwnerSide
          submitLabel="Create Event"
          onSubmit={send}
          offered={offered}
          invited={(error) => (
            <InvitePicker
              source={draft.source}
              place={draft.place}
              child={draft.otherChildren[0] ?? ''}
              error={error}
              // A child of one source is not on offer in the other.
              onSource={(source) => change({ source, otherChildren: [] })}
              onPlace={(place) => change({ place, otherChildren: [] })}
              onChild={(child) => change({ otherChildren: child === '' ? [] : [child] })}
            />
          )}
        />
      )}
    </>
  )
}

function CounterProposal({ id }: { id: string }) {
  const viewer = useViewer()
  const playdate = useGetPlaydate(id)
  const isAnswering = useIsAnswering()
  const [isSent, setSent] = useState(false)
  if (isSent) return <Sent title="Response sent!" />
  if (!playdate.data) {
    if (!playdate.error) return <SkeletonCards />
    if ([400, 404].includes(playdate.error.status)) return <NothingToAnswer playdate={null} />
    return <PageProblem error={playdate.error} onRetry={() => void playdate.refetch()} />
  }
  if (!mayRespond(playdate.data, viewer._id) && !isAnswering)
    return <NothingToAnswer playdate={playdate.data} />
  return <CounterForm playdate={playdate.data} onSent={() => setSent(true)} />
}

function CounterForm({ playdate, onSent }: { playdate: Playdate; onSent: () => void }) {
  const viewer = useViewer()
  const key = `playdate:${playdate._id}`
  const [typed, setTyped] = useDraft<PlaydateDraft | null>(key, null)
  const { mutateAsync: counter } = useCounterPlaydate()
  // Each refusal shows the notice anew: it stands far above the button that was pressed.
  const [refusals, setRefusals] = useState(0)
  const [now] = useState(() => Date.now())
  const draft = typed ?? draftOf(playdate, viewer._id, now)
  const isAnswering = useIsAnswering()
  const hasChanged = draft.version !== playdate.version && !isAnswering
  const mine = isOwner(playdate, viewer._id)
  const others = mine ? playdate.recipientChildren : playdate.ownerChildren

  const change = (part: Partial<PlaydateDraft>) => setTyped((before) => ({ ...(before ?? draft), ...part }))
  const send = async (sent: PlaydateDraft) => {
    // What was typed answers the version that was on screen; a newer one is refused, and asked about.
    const version = sent.version ?? playdate.version
    try {
      await counter({ params: { id: playdate._id }, body: { ...proposalOf(sent, mine), version } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusals((before) => before + 1)
      throw error
    }
    clearDraft(key)
    onSent()
  }
  return (
    <>
      <PageHeader
        title="Yes, but..."
        subtitle="Suggest what suits you better"
        back={`/view-playdate-request/${playdate._id}`}
      />
      {hasChanged && <Changed key={refusals} onKeep={() => change({ version: playdate.version })} />}
      <Suggested playdate={playdate} />
      <PlaydateForm
        // What went wrong with the last version is over with the next.
        key={draft.version}
        draft={draft}
        onChange={change}
        isOwnerSide={mine}
        submitLabel="Send Response"
        onSubmit={send}
        offered={others.map(({ _id }) => _id)}
        invitedTitle="Who they play with"
        invited={() => <FixedChildren children={others} />}
      />
    </>
  )
}

/** Someone was quicker. What was typed stays; kept, it answers what stands here now. */
function Changed({ onKeep }: { onKeep: () => void }) {
  useEffect(() => {
    // In braces: browsers give back a promise here, which React would take for a clean-up.
    window.scrollTo({ top: 0, behavior: 'smooth' })
  }, [])
  return (
    <div className="pd__changed" role="alert">
      <p>{playdatePrompts.changed}</p>
      <Button variant="primary" size="small" onPress={onKeep}>
        <Icon name="check" small />
        Keep my answer
      </Button>
    </div>
  )
}

/** What the other side suggested last, to look at while answering. */
function Suggested({ playdate }: { playdate: Playdate }) {
  const viewer = useViewer()
  const names = othersOf(playdate, viewer._id).map(({ name }) => name)
  return (
    <aside className="pd__suggested">
      <h2>
        <Names of={inList(names)} /> suggested
      </h2>
      <p>
        {placesOf(playdate).map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same place can be suggested twice, and none moves
          <Fragment key={index}>
            {index > 0 && ' · '}
            <bdi>{place}</bdi>
          </Fragment>
        ))}
      </p>
      <p>
        {playdate.proposedTimes
          .toSorted()
          .map((time) => playdateTime(time, viewer.timeZone))
          .join(' · ')}
      </p>
    </aside>
  )
}

function Sent({ title }: { title: string }) {
  return (
    <Hooray title={title}>
      <p className="hooray__note">We will let you know as soon as there is an answer.</p>
      <ButtonLink variant="action" size="large" to="/">
        Return to Home
      </ButtonLink>
    </Hooray>
  )
}
