import { useEffect, useState } from 'react'
import { ApiError, callOpenly } from '#lib/api.ts'
import EnvelopeArt from '#ui/art/scene-envelope.svg?react'
import { readInvite } from '../read-invite.ts'

/** Who invites, as soon as that is known. `isFriends`: a link that friends hand over, which nothing else can be. */
export function Invited({ token, isFriends }: { token: string; isFriends: boolean }) {
  const [name, setName] = useState<string>()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    callOpenly(readInvite, { query: { token }, signal: control.signal }).then(
      (inviter) => setName(inviter.name),
      (error: unknown) => {
        // Whatever else went wrong is no reason to send anybody away.
        if (error instanceof ApiError && error.status === 404 && isFriends) setOver(true)
      },
    )
    return () => control.abort()
  }, [token, isFriends])
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
        {isOver
          ? 'Please ask your friend for a new one: by it you find each other at once.'
          : 'Sign up here, and you can plan playdates together.'}
      </p>
    </div>
  )
}
