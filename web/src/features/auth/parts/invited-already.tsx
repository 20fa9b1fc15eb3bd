import { m } from '@tagalong/contract/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Rich } from '#ui/rich.tsx'
import { useInviter } from '../use-inviter.ts'

/** For whoever opens a friend's link and has an account: it connects new families only, so it says how else to connect. */
export function InvitedAlready({ token, isOwn }: { token: string; isOwn: boolean }) {
  const { name, isOver } = useInviter(token, true)
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

const apart = (name: string) => <bdi>{name}</bdi>
