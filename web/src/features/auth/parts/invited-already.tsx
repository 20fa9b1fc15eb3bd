import { ButtonLink } from '#ui/button.tsx'
import { useInviter } from '../use-inviter.ts'

/** For whoever opens a friend's link and has an account: it connects new families only, so it says how else to connect. */
export function InvitedAlready({ token, isOwn }: { token: string; isOwn: boolean }) {
  const { name, isOver } = useInviter(token, true)
  return (
    <div className="welcome__form centered">
      <h1 tabIndex={-1}>
        {isOwn ? (
          'This is your own invite link'
        ) : isOver ? (
          'This invite link has ended'
        ) : name ? (
          <>
            <bdi>{name}</bdi> has invited you
          </>
        ) : (
          'A friend has invited you'
        )}
      </h1>
      <p role="status">
        {isOwn ? (
          'It is for your friend, who signs up with it. You are connected once your friend says yes.'
        ) : (
          <>
            You have an account already, and the link is for new families. To connect, add{' '}
            {name ? <bdi>{name}</bdi> : 'your friend'} with their phone number.
          </>
        )}
      </p>
      {isOwn ? (
        <ButtonLink className="welcome__next" variant="action" size="large" wide to="/connections?t=pending">
          Your Invites
        </ButtonLink>
      ) : (
        <ButtonLink className="welcome__next" variant="action" size="large" wide to="/edit-connection/new">
          Add Friend
        </ButtonLink>
      )}
      <ButtonLink size="large" wide to="/">
        Dashboard
      </ButtonLink>
    </div>
  )
}
