import type { Playdate, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { mayAnswerEvent } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { useNow } from '#lib/now.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { ClashNote, ClashQuestion } from '../parts/clash-note.tsx'
import { useAcceptEvent, useGetEventResponse, useRejectEvent } from '../playdates.queries.ts'
import { useClashes } from '../use-clashes.ts'
import { useConfirmAfresh } from '../use-confirm-afresh.ts'
import './details.css'

const said = {
  accepted: m.playdates_invite_accepted,
  rejected: m.playdates_invite_rejected,
} satisfies Record<Response, Text>

/** An invitee's yes or no to an event, as often as they like until it begins. */
export function InviteAnswer({ playdate }: { playdate: Playdate }) {
  const now = useNow(15_000)
  const { data: response = null } = useGetEventResponse(playdate)
  const isOpen = mayAnswerEvent(playdate, now)
  if (response === null && !isOpen) return null
  return (
    <section className="facts__turn">
      <p className="facts__said" role="status">
        {response && (
          <>
            <Icon name={response === 'accepted' ? 'check' : 'cross'} />
            {said[response]()}
          </>
        )}
      </p>
      {isOpen && <Answers playdate={playdate} response={response} />}
    </section>
  )
}

function Answers({ playdate, response }: { playdate: Playdate; response: Response | null }) {
  const accept = useAcceptEvent()
  const reject = useRejectEvent()
  const own = playdate.recipientChildren.filter(({ isOwn }) => isOwn)
  const clashes = useClashes(
    own.map(({ _id }) => _id),
    playdate._id,
  )
  const { confirmAfresh, isChecking, question, answer } = useConfirmAfresh(clashes)
  const oneAtATime = useOneAtATime()
  const span = { start: playdate.acceptedTime ?? '', durationMinutes: playdate.durationMinutes }
  const clash = response === 'rejected' ? null : clashes.clashAt(span)
  const failed = [accept, reject].find((each) => each.error)
  // Once the event is here as it is now, the page says at its top that it has changed.
  const error = failed?.variables?.version === playdate.version ? failed.error : null

  const sayYes = () => {
    if (reject.isPending) return
    reject.reset()
    confirmAfresh(span, () => accept.mutateAsync(playdate))
  }
  const sayNo = () => {
    if (accept.isPending) return
    accept.reset()
    oneAtATime(() => reject.mutateAsync(playdate))
  }
  return (
    <>
      {clash && <ClashNote>{clash}</ClashNote>}
      {error && <Prompt>{error.message}</Prompt>}
      {response === null && (
        <div className="facts__answers">
          <Button variant="action" isPending={accept.isPending || isChecking} onPress={sayYes}>
            {m.playdates_accept_invite()}
          </Button>
          <Button variant="danger" isPending={reject.isPending} onPress={sayNo}>
            {m.playdates_reject_invite()}
          </Button>
        </div>
      )}
      {response === 'rejected' && (
        <Button wide isPending={accept.isPending || isChecking} onPress={sayYes}>
          <Icon name="undo" small />
          {m.playdates_undo_and_accept()}
        </Button>
      )}
      {response === 'accepted' && (
        <Button wide isPending={reject.isPending} onPress={sayNo}>
          <Icon name="undo" small />
          {m.playdates_undo_and_reject()}
        </Button>
      )}
      <ClashQuestion question={question} answer={answer} />
    </>
  )
}
