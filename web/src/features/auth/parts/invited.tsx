import { m } from '@tagalong/contract/messages.ts'
import EnvelopeArt from '#ui/art/scene-envelope.svg?react'
import { Rich } from '#ui/rich.tsx'
import { useInviter } from '../use-inviter.ts'

/** Says who invites the visitor. */
export function Invited({ token, isFriends }: { token: string; isFriends: boolean }) {
  const { name, isOver } = useInviter(token, isFriends)
  return (
    <div className="note" role="status">
      <EnvelopeArt />
      <p className="small">
        <strong>
          {isOver ? (
            m.auth_invited_over()
          ) : name ? (
            <Rich parts={m.auth_invited_by.parts({ name })} marks={{ name: (words) => <bdi>{words}</bdi> }} />
          ) : isFriends ? (
            m.auth_invited_by_friend()
          ) : (
            m.auth_invited()
          )}
        </strong>
        <br />
        {isOver ? m.auth_invited_over_note() : m.auth_invited_note()}
      </p>
    </div>
  )
}

/** Reserves the space on the prerendered page. Added later, the note would move the form from under a finger. */
export function InvitedSoon() {
  return (
    <div className="note soon soon--invite" aria-hidden="true">
      <EnvelopeArt />
      <p className="small">
        <strong>{m.auth_invited()}</strong>
        <br />
        {m.auth_invited_note()}
      </p>
    </div>
  )
}
