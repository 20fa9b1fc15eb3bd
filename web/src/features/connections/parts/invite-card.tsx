import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { shortDate } from '@tagalong/contract/values/date-format.ts'
import { useEffect, useRef, useState } from 'react'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { PhoneNumber } from '#ui/fields/phone-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Rich } from '#ui/rich.tsx'
import { useAcceptConnection, useRejectConnection, useTakeBack } from '../connections.queries.ts'
import '../connections.css'
import { ShareAgain } from './share-again.tsx'

type InviteAnswer = 'accepted' | 'rejected'
/** `gone`: it was ended elsewhere. */
export type AnswerState = InviteAnswer | 'sending' | 'gone'

interface ReceivedInviteProps {
  connection: Connection
  /** The viewer's latest answer. The card then stays for a moment with its buttons disabled. */
  answer: AnswerState | null
  /** Called with null if the answer could not be sent. */
  onAnswer: (answer: AnswerState | null) => void
}

/** A pending invitation to the viewer, which only the invitee can answer. */
export function ReceivedInvite({ connection, answer, onAnswer }: ReceivedInviteProps) {
  const accept = useAcceptConnection()
  const reject = useRejectConnection()
  const card = useRef<HTMLLIElement>(null)
  const oneAtATime = useOneAtATime({ isOnce: true })
  const { inviter, introducedBy } = connection
  const isDone = answer === 'accepted' || answer === 'rejected'
  const say = (said: InviteAnswer) =>
    oneAtATime(() => {
      onAnswer('sending')
      const { mutateAsync } = said === 'accepted' ? accept : reject
      return mutateAsync(connection, {
        onSuccess: () => {
          // Moves the focus before the button that has it disappears.
          if (card.current?.contains(document.activeElement)) card.current.focus({ preventScroll: true })
          onAnswer(said)
        },
        onError: () => onAnswer(null),
      })
    })
  return (
    <li className="card invite" ref={card} tabIndex={-1}>
      <div className="row invite__head">
        <CaregiverAvatar caregiver={inviter} />
        <div className="grow">
          <h2 className="friend__name">
            <bdi>
              {inviter.name} {inviter.lastName}
            </bdi>
          </h2>
          <p className="small quiet">{m.connections_asks()}</p>
          {introducedBy && <IntroducedBy name={introducedBy.name} />}
        </div>
        {!isDone && <Badge kind="invited">{m.connections_invited()}</Badge>}
        <PersonMenu person={inviter} />
      </div>
      <div className="row invite__answers" role="status">
        {isDone ? (
          <Badge kind={answer}>
            {answer === 'accepted' ? m.connections_accepted() : m.connections_rejected()}
          </Badge>
        ) : (
          <>
            <Button
              className="grow"
              variant="primary"
              size="small"
              isPending={accept.isPending}
              isDisabled={answer === 'gone'}
              onPress={() => say('accepted')}
            >
              <Icon name="check" small />
              {m.connections_accept()}
            </Button>
            <Button
              className="grow"
              size="small"
              isPending={reject.isPending}
              isDisabled={answer === 'gone'}
              onPress={() => say('rejected')}
            >
              {m.connections_reject()}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** An invitation by the viewer, to share again or take back. `isShown`: the viewer was led here to see this one. */
export function SentInvite({ connection, isShown }: { connection: Connection; isShown: boolean }) {
  const { timeZone } = useViewer()
  const now = useNow(60_000)
  const [isAsking, setAsking] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isShown) card.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  const { _id, inviteeName, inviteePhoneNumber, introducedBy, linkEndsAt } = connection
  const hasEnded = linkEndsAt !== null && Date.parse(linkEndsAt) <= now
  const avatar = <CaregiverAvatar caregiver={{ _id, name: inviteeName }} />
  return (
    <li className={isShown ? 'card invite--shown' : 'card'} ref={card}>
      <div className="row invite__head">
        {avatar}
        <div className="grow">
          <h2 className="friend__name">
            <bdi>{inviteeName}</bdi>
          </h2>
          {inviteePhoneNumber && (
            <p className="small quiet invite__number">
              <PhoneNumber number={inviteePhoneNumber} />
            </p>
          )}
          {introducedBy && <IntroducedBy name={introducedBy.name} />}
        </div>
        <Badge kind="pending">{m.connections_pending()}</Badge>
      </div>
      <div className="card__foot">
        <p className="row row--close">
          <Icon name="clock" small />
          <span>
            <Rich
              parts={m.connections_waiting_for.parts({ name: inviteeName })}
              marks={{ name: (words) => <bdi>{words}</bdi> }}
            />
          </span>
        </p>
        <button
          className="iconbtn"
          type="button"
          aria-label={m.connections_take_back_label({ name: inviteeName })}
          onClick={() => setAsking(true)}
        >
          <Icon name="bin" />
        </button>
      </div>
      {linkEndsAt && (
        <div className="row invite__link">
          <p className="small quiet grow">
            {hasEnded
              ? m.connections_link_ended()
              : m.connections_link_until({ date: shortDate(linkEndsAt, timeZone) })}
          </p>
          <ShareAgain connection={connection} hasEnded={hasEnded} />
        </div>
      )}
      {isAsking && <TakeBack connection={connection} onClose={() => setAsking(false)} />}
    </li>
  )
}

/** Says who introduced the two, if no phone number did. */
function IntroducedBy({ name }: { name: string }) {
  return (
    <p className="small quiet">
      <Rich parts={m.introductions_by.parts({ name })} marks={{ name: (words) => <bdi>{words}</bdi> }} />
    </p>
  )
}

function TakeBack({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { _id, inviteeName, linkEndsAt } = connection
  const takeBack = useTakeBack()
  return (
    <ConfirmDialog
      title={m.connections_take_back_title()}
      text={
        linkEndsAt
          ? m.connections_take_back_link_note({ name: inviteeName })
          : m.connections_take_back_note({ name: inviteeName })
      }
      confirmLabel={m.connections_take_back()}
      cancelLabel={m.connections_take_back_keep()}
      about={<CaregiverAvatar caregiver={{ _id, name: inviteeName }} />}
      isOpen
      isPending={takeBack.isPending}
      problem={takeBack.error ? failureText(takeBack.error) : undefined}
      onCancel={onClose}
      onConfirm={() => takeBack.mutate(_id, { onSuccess: onClose })}
    />
  )
}
