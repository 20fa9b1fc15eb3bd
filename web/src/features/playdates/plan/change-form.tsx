import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isOwner } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { FixedChildren } from '#features/children/parts/child-picks.tsx'
import { ApiError } from '#lib/calls/api.ts'
import { clearDraft, useDraft } from '#lib/drafts/draft.ts'
import { scrollBehavior } from '#lib/navigation/motion.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Rich } from '#ui/rich.tsx'
import { Names } from '../parts/names.tsx'
import { inList, listed, othersOf, placesOf } from '../playdate-words.ts'
import { useCounterPlaydate, useIsAnswering } from '../playdates.queries.ts'
import { draftOf, moveDraftOf, type PlaydateDraft, proposalOf } from './playdate-draft.ts'
import { PlaydateForm } from './playdate-form.tsx'
import '../playdates.css'
import './plan.css'

interface ChangeProps {
  playdate: Playdate
  onSent: () => void
}

/** Answers a request with a counter-proposal. */
export function CounterForm(props: ChangeProps) {
  const [now] = useState(() => Date.now())
  const { playdate } = props
  return (
    <ChangeForm
      {...props}
      initial={draftOf(playdate, now)}
      title={m.plan_yes_but()}
      subtitle={m.plan_suggest_better()}
      back={`/view-playdate-request/${playdate._id}`}
      submitLabel={m.plan_send_response()}
      others={isOwner(playdate) ? playdate.recipientChildren : playdate.ownerChildren}
      othersTitle={m.plan_who_with()}
    >
      <Suggested playdate={playdate} />
    </ChangeForm>
  )
}

/** Gives an event another time or place: everybody answers anew. */
export function MoveForm(props: ChangeProps) {
  const viewer = useViewer()
  const { playdate } = props
  return (
    <ChangeForm
      {...props}
      initial={moveDraftOf(playdate, viewer.timeZone)}
      title={m.plan_edit_event()}
      subtitle={m.plan_asked_again()}
      back={`/view-playdate-information/${playdate._id}`}
      submitLabel={m.plan_save_changes()}
      others={playdate.recipientChildren}
      othersTitle={m.plan_who_invited()}
    />
  )
}

interface ChangeFormProps extends ChangeProps {
  initial: PlaydateDraft
  title: string
  subtitle: string
  back: string
  submitLabel: string
  /** Can't be changed here. */
  others: Playdate['ownerChildren']
  othersTitle: string
  children?: ReactNode
}

function ChangeForm({
  playdate,
  onSent,
  initial,
  title,
  subtitle,
  back,
  submitLabel,
  others,
  othersTitle,
  children,
}: ChangeFormProps) {
  const viewer = useViewer()
  const key = `playdate:${playdate._id}`
  const [typed, setTyped] = useDraft<PlaydateDraft | null>(key, null)
  const { mutateAsync: counter } = useCounterPlaydate()
  // Remounts the notice on each refusal, which scrolls to it: it is far above the button that was pressed.
  const [refusals, setRefusals] = useState(0)
  const { otherChildren, guests } = initial
  const draft = { ...(typed ?? initial), otherChildren, guests }
  const isAnswering = useIsAnswering()
  const hasChanged = draft.version !== playdate.version && !isAnswering
  const mine = isOwner(playdate)

  const change = (part: Partial<PlaydateDraft>) => setTyped((before) => ({ ...(before ?? draft), ...part }))
  const send = async (sent: PlaydateDraft) => {
    const proposal = proposalOf(sent, { isOwnerSide: mine, timeZone: viewer.timeZone })
    // The answer is about the version that was on screen. If there is a newer one, the server refuses and we ask.
    const version = sent.version ?? playdate.version
    try {
      await counter({ params: { id: playdate._id }, body: { ...proposal, version } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusals((before) => before + 1)
      throw error
    }
    clearDraft(key)
    onSent()
  }
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} back={back} />
      {hasChanged && <Changed key={refusals} onKeep={() => change({ version: playdate.version })} />}
      {children}
      <PlaydateForm
        // A problem with one version doesn't apply to the next.
        key={draft.version}
        draft={draft}
        onChange={change}
        isOwnerSide={mine}
        submitLabel={submitLabel}
        onSubmit={send}
        offered={others.map(({ _id }) => _id)}
        invitedTitle={othersTitle}
        invited={(error) => (
          <div className="stack" data-field="recipient">
            <FixedChildren children={others} />
            {error && <Prompt>{error}</Prompt>}
          </div>
        )}
        moved={playdate.replaces?.playdate ?? playdate._id}
        isTimeOnly={playdate.replaces !== undefined}
      />
    </>
  )
}

/**
 * Says that the playdate has changed meanwhile. What was typed stays; keeping it makes it an answer to the new version.
 */
function Changed({ onKeep }: { onKeep: () => void }) {
  useEffect(() => {
    // In braces: browsers may return a promise here, which React would take for a clean-up function.
    window.scrollTo({ top: 0, behavior: scrollBehavior() })
  }, [])
  return (
    <div className="pd__changed" role="alert">
      <p>{m.prompt_playdate_changed()}</p>
      <Button variant="primary" size="small" onPress={onKeep}>
        <Icon name="check" small />
        {m.plan_keep_answer()}
      </Button>
    </div>
  )
}

/** The other side's last proposal, to look at while answering. */
function Suggested({ playdate }: { playdate: Playdate }) {
  const viewer = useViewer()
  const names = othersOf(playdate).map(({ name }) => name)
  return (
    <aside className="pd__suggested">
      <h2>
        <Rich
          parts={m.plan_suggested.parts({ names: listed(names) })}
          marks={{ names: () => <Names of={inList(names)} /> }}
        />
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
