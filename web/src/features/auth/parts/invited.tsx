import EnvelopeArt from '#ui/art/scene-envelope.svg?react'
import { useInviter } from '../use-inviter.ts'

/** Who invites the visitor. */
export function Invited({ token, isFriends }: { token: string; isFriends: boolean }) {
  const { name, isOver } = useInviter(token, isFriends)
  return (
    <div className="note" role="status">
      <EnvelopeArt />
      <p className="small">
        <strong>
          {isOver ? (
            'This invite link has ended.'
          ) : name ? (
            <>
              <bdi>{name}</bdi> has invited you.
            </>
          ) : isFriends ? (
            'A friend has invited you.'
          ) : (
            'You have been invited.'
          )}
        </strong>
        <br />
        {isOver ? 'Please ask your friend for a new one: by it you find each other at once.' : whatFor}
      </p>
    </div>
  )
}

/** Its place on the prerendered page: what comes in later would move the form away from below a finger. */
export function InvitedSoon() {
  return (
    <div className="note soon soon--invite" aria-hidden="true">
      <EnvelopeArt />
      <p className="small">
        <strong>You have been invited.</strong>
        <br />
        {whatFor}
      </p>
    </div>
  )
}

const whatFor = 'Sign up here, and you can plan playdates together.'
