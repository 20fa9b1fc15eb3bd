import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { mayAnswerEvent } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { isOpenToAll } from '@tagalong/contract/features/playdates/spots.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { ChildPicks } from '#features/children/parts/child-picks.tsx'
import { ApiError, isUnanswered } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNow } from '#lib/now.ts'
import { useHasJustChanged } from '#lib/use-has-just-changed.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { ClashNote, ClashQuestion } from '../parts/clash-note.tsx'
import { type OwnAnswer, useAcceptEvent, useGetEventResponse, useRejectEvent } from '../playdates.queries.ts'
import { useClashes } from '../use-clashes.ts'
import { useConfirmAfresh } from '../use-confirm-afresh.ts'
import './details.css'

/** An invitee's yes or no to an event, which they may change until it begins. */
export function InviteAnswer(props: { playdate: Playdate }) {
  const response = useGetEventResponse(props.playdate)
  const { playdate, now, ...held } = useHeldUnderDialog({ ...props, response, now: useNow(15_000) })
  const { data, error, refetch } = held.response
  const own = data ?? null
  /** Why an answer was refused. Kept here, since the form that asked may be gone after the refusal. */
  const [refused, setRefused] = useState<string | null>(null)
  const isOpen = mayAnswerEvent(playdate, now)
  const isFirstCome = isOpenToAll(Date.parse(playdate.acceptedTime ?? ''), now)
  // Don't show them as if they had never answered.
  if (error && data === undefined)
    return (
      <section className="facts__turn">
        <PartProblem text={failureText(error)} onRetry={() => void refetch()} />
      </section>
    )
  // An offer is shown at the top of the page, with its own answers.
  if (own?.response === 'offered' || (own === null && !isOpen && !refused)) return null
  return (
    <section className="facts__turn">
      <p className="facts__said" role="status">
        {own && <Said own={own} isFirstCome={isFirstCome} />}
      </p>
      {isOpen ? (
        <Answers playdate={playdate} own={own} isFirstCome={isFirstCome} onRefused={setRefused} />
      ) : (
        refused && <Prompt>{refused}</Prompt>
      )}
    </section>
  )
}

/** @param isFirstCome true once spots are no longer offered to the line */
function Said({ own: { response, position }, isFirstCome }: { own: OwnAnswer; isFirstCome: boolean }) {
  const [icon, text] = ((): [IconName, string] => {
    if (response === 'accepted') return ['check', m.playdates_invite_accepted()]
    if (response === 'rejected') return ['cross', m.playdates_invite_rejected()]
    const isNext = position !== undefined && !isFirstCome
    return ['clock', isNext ? m.spots_position({ count: position }) : m.spots_line_waiting()]
  })()
  return (
    <>
      <Icon name={icon} />
      {text}
    </>
  )
}

/** A yes is for all of the family's invited children, or for those picked. */
function usePicked({ recipientChildren }: Playdate, own: OwnAnswer | null) {
  // Stores changes only, since another guardian may change the other children meanwhile.
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({})
  const children = recipientChildren.filter(({ isOwn }) => isOwn)
  const all = children.map(({ _id }) => _id)
  const isIn = own?.response === 'accepted' || own?.response === 'waiting'
  const before = (isIn && own.children) || all
  const coming = all.filter((id) => switched[id] ?? before.includes(id))
  return {
    children,
    coming,
    isChanged: isIn && coming.join() !== all.filter((id) => before.includes(id)).join(),
    toggle: (id: string) => setSwitched({ ...switched, [id]: !coming.includes(id) }),
    forget: () => setSwitched({}),
  }
}

interface AnswersProps {
  playdate: Playdate
  own: OwnAnswer | null
  /** A yes takes any free spot, also for families on the waiting list. */
  isFirstCome: boolean
  onRefused: (why: string | null) => void
}

function Answers({ playdate, own, isFirstCome, onRefused }: AnswersProps) {
  const response = own?.response ?? null
  const accept = useAcceptEvent()
  const reject = useRejectEvent()
  const { children, coming, isChanged, toggle, forget } = usePicked(playdate, own)
  const [isNobody, setNobody] = useState(false)
  const clashes = useClashes(coming, playdate._id)
  const { confirmAfresh, isChecking, question, answer } = useConfirmAfresh(clashes)
  const oneAtATime = useOneAtATime()
  const span = { start: playdate.acceptedTime ?? '', durationMinutes: playdate.durationMinutes }
  const clash = response === 'rejected' ? null : clashes.clashAt(span)
  const failed = [accept, reject].find((each) => each.error)
  // Once the event was refetched, the notice at the top of the page says that it has changed.
  const error = failed?.variables?.version === playdate.version ? failed.error : null
  const isFull = playdate.spotsLeft === 0
  /** True if a waiting family may take a free spot, which is no longer offered to anyone. */
  const mayTake = response === 'waiting' && isFirstCome && coming.length <= (playdate.spotsLeft ?? 0)
  // Another guardian's answer may put yes where no was, and a yes was not meant for a new time.
  const hasJustChanged = useHasJustChanged(`${response} ${playdate.version} ${mayTake}`)

  const sayYes = () => {
    if (reject.isPending) return
    reject.reset()
    setNobody(coming.length === 0)
    if (coming.length === 0) return
    const { _id, version } = playdate
    const picked = coming.length < children.length && { children: coming }
    confirmAfresh(span, async () => {
      onRefused(null)
      try {
        await accept.mutateAsync({ _id, version, ...picked })
      } catch (error) {
        if (error instanceof ApiError && !isUnanswered(error)) onRefused(error.message)
        throw error
      }
      forget()
    })
  }
  const isAccepting = accept.isPending || isChecking
  const sayNo = () => {
    if (isAccepting) return
    accept.reset()
    onRefused(null)
    oneAtATime(() => reject.mutateAsync(playdate).then(forget))
  }
  return (
    <>
      {children.length > 1 && (
        <div className="facts__coming">
          <h2>{m.spots_who_comes()}</h2>
          <ChildPicks
            label={m.spots_who_comes()}
            children={children}
            picked={coming}
            onToggle={(id) => {
              setNobody(false)
              accept.reset()
              toggle(id)
            }}
            describedBy={undefined}
          />
        </div>
      )}
      {isNobody && <Prompt>{m.prompt_spots_nobody()}</Prompt>}
      {error && <Prompt>{error.message}</Prompt>}
      {response === null && (
        <div className="facts__answers">
          <Button variant="action" isPending={isAccepting} isDisabled={hasJustChanged} onPress={sayYes}>
            {isFull ? m.spots_join() : m.playdates_accept_invite()}
          </Button>
          <Button variant="danger" isPending={reject.isPending} isDisabled={hasJustChanged} onPress={sayNo}>
            {m.playdates_reject_invite()}
          </Button>
        </div>
      )}
      {response === 'rejected' && (
        <Button wide isPending={isAccepting || reject.isPending} isDisabled={hasJustChanged} onPress={sayYes}>
          <Icon name={isFull ? 'clock' : 'undo'} small />
          {isFull ? m.spots_join() : m.playdates_undo_and_accept()}
        </Button>
      )}
      {(mayTake || isChanged) && (
        <Button wide variant="action" isPending={isAccepting} isDisabled={hasJustChanged} onPress={sayYes}>
          {mayTake ? m.playdates_accept_invite() : m.spots_who_comes_change()}
        </Button>
      )}
      {(response === 'accepted' || response === 'waiting') && (
        <Button wide isPending={isAccepting || reject.isPending} isDisabled={hasJustChanged} onPress={sayNo}>
          <Icon name="undo" small />
          {response === 'waiting' ? m.spots_leave() : m.playdates_undo_and_reject()}
        </Button>
      )}
      {/* Below the buttons, since it may appear later and would push 'yes' to where 'no' was. */}
      {clash && <ClashNote>{clash}</ClashNote>}
      <ClashQuestion question={question} answer={answer} />
    </>
  )
}
