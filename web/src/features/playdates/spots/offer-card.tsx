import type { Playdate, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { mayAnswerEvent } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { ApiError, isUnanswered } from '#lib/calls/api.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHasJustChanged } from '#lib/use-has-just-changed.ts'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Rich } from '#ui/rich.tsx'
import { ClashNote, ClashQuestion } from '../parts/clash-note.tsx'
import { useAnswerOffer, useGetEventResponse } from '../playdates.queries.ts'
import { useClashes } from '../use-clashes.ts'
import { useConfirmAfresh } from '../use-confirm-afresh.ts'
import { namesText, untilText } from './spots-words.ts'
import './spots.css'

/** Spots offered to the viewer's family. Shown first on the page while the offer lasts. */
export function OfferCard(props: { playdate: Playdate }) {
  const { data } = useGetEventResponse(props.playdate, { retryOnMount: false })
  const { playdate, own, now } = useHeldUnderDialog({ ...props, own: data, now: useNow(15_000) })
  /** Why an answer was refused. Kept here, since the offer is gone after the refusal. */
  const [outdated, setOutdated] = useState<string | null>(null)
  if (own?.response === 'offered' && own.offerUntil && mayAnswerEvent(playdate, now))
    return (
      <Offer
        playdate={playdate}
        children={own.children ?? []}
        until={own.offerUntil}
        now={now}
        onOutdated={setOutdated}
      />
    )
  // A family that comes or waits after all sees that elsewhere on the page.
  if (!outdated || own?.response === 'accepted' || own?.response === 'waiting') return null
  return (
    <p className="pd__changed" role="alert">
      {outdated}
    </p>
  )
}

interface OfferProps {
  playdate: Playdate
  children: readonly string[]
  until: string
  now: number
  onOutdated: (why: string | null) => void
}

function Offer({ playdate, children: ids, until, now, onOutdated }: OfferProps) {
  const { timeZone } = useViewer()
  const answer = useAnswerOffer()
  const oneAtATime = useOneAtATime()
  const hasJustCome = useHasJustChanged(until, null)
  const clashes = useClashes(ids, playdate._id)
  const { confirmAfresh, isChecking, question, answer: answerQuestion } = useConfirmAfresh(clashes)
  const children = playdate.recipientChildren.filter(({ _id }) => ids.includes(_id))
  const span = { start: playdate.acceptedTime ?? '', durationMinutes: playdate.durationMinutes }
  const clash = clashes.clashAt(span)
  const count = children.length
  const isAnswering = isChecking || answer.isPending
  const send = async (response: Response) => {
    onOutdated(null)
    try {
      await answer.mutateAsync({ _id: playdate._id, response })
    } catch (error) {
      if (error instanceof ApiError && !isUnanswered(error)) onOutdated(error.message)
      throw error
    }
  }
  const sayNo = () => {
    if (isAnswering) return
    oneAtATime(() => send('rejected'))
  }
  const sayYes = () => {
    if (isAnswering) return
    confirmAfresh(span, () => send('accepted'))
  }
  const isPending = (response: string) => answer.isPending && answer.variables.response === response
  return (
    <section className={hasJustCome ? 'offer settling' : 'offer'}>
      <div className="offer__faces" aria-hidden="true">
        {children.map((child) => (
          <ChildAvatar key={child._id} child={child} size="4rem" />
        ))}
      </div>
      <h2>
        <bdi>{m.spots_offer_title({ names: namesText(children.map(({ firstName }) => firstName)) })}</bdi>
      </h2>
      <p>
        <Rich
          parts={m.spots_offer_kept.parts({
            count,
            number: m.spots_number({ count }),
            until: untilText(until, timeZone, now),
          })}
          marks={{ time: (words) => <b>{words}</b> }}
        />
      </p>
      {answer.error && <Prompt>{answer.error.message}</Prompt>}
      <Button
        variant="action"
        size="large"
        wide
        isPending={isPending('accepted') || isChecking}
        onPress={sayYes}
      >
        {m.spots_offer_yes()}
      </Button>
      <Button variant="quiet" isPending={isPending('rejected')} onPress={sayNo}>
        {m.spots_offer_no()}
      </Button>
      {/* Below the buttons, since it may appear later and would push 'yes' to where 'no' was. */}
      {clash && <ClashNote>{clash}</ClashNote>}
      <ClashQuestion question={question} answer={answerQuestion} />
    </section>
  )
}
