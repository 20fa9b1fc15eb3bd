import { acceptLink } from '@tagalong/contract/features/connections/links.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { useSession } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Rich } from '#ui/rich.tsx'
import { useInviter } from '../use-inviter.ts'

interface InvitedAlreadyProps {
  token: string
  /** The id in the link. */
  inviter: string | null
  onAccepted: () => void
}

/** For a signed-in user who opens a friend's link. With a profile they can connect by it; otherwise it says how to. */
export function InvitedAlready({ token, inviter, onAccepted }: InvitedAlreadyProps) {
  const { viewer } = useSession()
  const { name, isOver, isFailed } = useInviter(token, true)
  const isOwn = viewer !== null && inviter === viewer._id
  const mayAccept = viewer !== null && !isOwn && !isOver && !isFailed
  return (
    <div className="welcome__form centered">
      <h1 tabIndex={-1}>
        {isOwn ? (
          m.auth_invite_own()
        ) : isOver ? (
          m.auth_invite_over()
        ) : name ? (
          <Rich parts={m.auth_invite_by.parts({ name })} marks={{ name: apart }} />
        ) : (
          m.auth_invite_by_friend()
        )}
      </h1>
      <p role="status">
        {isOwn ? (
          m.auth_invite_own_note()
        ) : mayAccept ? (
          name && <Rich parts={m.auth_invite_accept.parts({ name })} marks={{ name: apart }} />
        ) : name ? (
          <Rich parts={m.auth_invite_add_by.parts({ name })} marks={{ name: apart }} />
        ) : (
          m.auth_invite_add_friend()
        )}
      </p>
      {isOwn ? (
        <ButtonLink className="welcome__next" variant="action" size="large" wide to="/connections?t=pending">
          {m.auth_your_invites()}
        </ButtonLink>
      ) : mayAccept ? (
        <Accept token={token} isKnown={name !== undefined} onAccepted={onAccepted} />
      ) : (
        <ButtonLink className="welcome__next" variant="action" size="large" wide to="/edit-connection/new">
          {m.common_add_friend()}
        </ButtonLink>
      )}
      <ButtonLink size="large" wide to="/">
        {m.common_dashboard()}
      </ButtonLink>
    </div>
  )
}

interface AcceptProps {
  token: string
  /** Accepting is disabled until the page says whose link it is. */
  isKnown: boolean
  onAccepted: () => void
}

function Accept({ token, isKnown, onAccepted }: AcceptProps) {
  const navigate = useNavigate()
  const oneAtATime = useOneAtATime({ isOnce: true })
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const accept = () =>
    oneAtATime(async () => {
      setPending(true)
      setProblem(null)
      try {
        await call(acceptLink, { body: { token } })
        onAccepted()
        navigate('/connections', { replace: true })
      } catch (error) {
        setProblem(failureText(error, { 404: m.auth_invite_over() }))
        throw error
      } finally {
        setPending(false)
      }
    })
  return (
    <>
      {problem && <Prompt>{problem}</Prompt>}
      <Button
        className="welcome__next"
        variant="action"
        size="large"
        wide
        isDisabled={!isKnown}
        isPending={isPending}
        onPress={accept}
      >
        {m.connections_accept()}
      </Button>
    </>
  )
}

const apart = (name: string) => <bdi>{name}</bdi>
