import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { useRef, useState } from 'react'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { PhoneNumber } from '#ui/phone-field.tsx'
import { useAcceptConnection, useRejectConnection, useRemoveConnection } from '../connections.queries.ts'

export type InviteAnswer = 'accepted' | 'rejected'

interface ReceivedInviteProps {
  connection: Connection
  /** What the viewer has just said. The card then stays in its place for a moment, without buttons. */
  answer: InviteAnswer | null
  /** Null: the answer did not arrive. */
  onAnswer: (answer: InviteAnswer | null) => void
}

/** Somebody would like to connect: only the invitee may answer. */
export function ReceivedInvite({ connection, answer, onAnswer }: ReceivedInviteProps) {
  const accept = useAcceptConnection()
  const reject = useRejectConnection()
  const card = useRef<HTMLLIElement>(null)
  // State alone would let the second press of a quick double click through.
  const isAnswered = useRef(false)
  const { inviter } = connection
  const say = (said: InviteAnswer) => {
    if (isAnswered.current) return
    isAnswered.current = true
    // Before the button that has it is gone.
    card.current?.focus({ preventScroll: true })
    onAnswer(said)
    const { mutate } = said === 'accepted' ? accept : reject
    mutate(connection, {
      onError: () => {
        isAnswered.current = false
        onAnswer(null)
      },
    })
  }
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
          <p className="small quiet">would like to connect</p>
        </div>
        {!answer && <Badge kind="invited">invited</Badge>}
      </div>
      <div className="row invite__answers" role="status">
        {answer ? (
          <Badge kind={answer}>{answer === 'accepted' ? 'Accepted' : 'Rejected'}</Badge>
        ) : (
          <>
            <Button className="grow" variant="primary" size="small" onPress={() => say('accepted')}>
              <Icon name="check" small />
              Accept
            </Button>
            <Button className="grow" size="small" onPress={() => say('rejected')}>
              Reject
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** What the viewer sent and can still take back. */
export function SentInvite({ connection }: { connection: Connection }) {
  const remove = useRemoveConnection()
  const [isAsking, setAsking] = useState(false)
  const { _id, inviteeName, inviteePhoneNumber } = connection
  const avatar = <CaregiverAvatar caregiver={{ _id, name: inviteeName }} />
  return (
    <li className="card">
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
        </div>
        <Badge kind="pending">pending</Badge>
      </div>
      <div className="pd__foot">
        <p className="row gap-2">
          <Icon name="clock" small />
          <span>
            Waiting for <bdi>{inviteeName}</bdi> to accept your invite
          </span>
        </p>
        <button
          className="iconbtn"
          type="button"
          aria-label={`Take back the invite for ${inviteeName}`}
          onClick={() => setAsking(true)}
        >
          <Icon name="bin" />
        </button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        about={avatar}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          remove.mutate(connection)
        }}
      />
    </li>
  )
}
