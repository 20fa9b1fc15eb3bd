import type { OwnInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useParams } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { browserZone, useSession } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import FriendArt from '#ui/art/tile-friend.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { lastDay } from './dates.ts'
import './guardians.css'
import { useAnswerLink, useLink } from './guardians.queries.ts'
import { OwnInviteState } from './parts/own-invites.tsx'

/** /join/{token}: says who invites and to what, but nothing about the child. */
export function JoinScreen() {
  const { token = '' } = useParams()
  const link = useLink(token)
  return (
    <Loaded query={link} missing={<BadLink />}>
      {(invite) => <Asked key={token} token={token} invite={invite} />}
    </Loaded>
  )
}

function BadLink() {
  return (
    <header className="joining">
      <LostArt />
      <h1 tabIndex={-1}>{m.guardians_bad_link()}</h1>
      <p className="quiet">{m.guardians_bad_link_note()}</p>
      <ButtonLink variant="action" to="/">
        {m.common_home()}
      </ButtonLink>
    </header>
  )
}

function Asked({ token, invite }: { token: string; invite: OwnInvite }) {
  const { viewer, timeZone = browserZone() } = useSession()
  const { inviterName: name, role, until, status } = invite
  const isHelper = role === 'helper'
  const date = until ? lastDay(until, timeZone) : ''
  return (
    <>
      <header className="joining">
        <div className="joining__art">
          <FriendArt />
        </div>
        <h1 tabIndex={-1}>
          {isHelper ? m.guardians_join_helper({ name }) : m.guardians_join_parent({ name })}
        </h1>
        <p className="quiet">
          {isHelper ? m.guardians_join_helper_note({ date }) : m.guardians_join_parent_note({ name })}
        </p>
      </header>
      {status === 'sent' && <Answer token={token} invite={invite} />}
      {status === 'rejected' && <p className="card centered">{m.guardians_declined()}</p>}
      {(status === 'accepted' || status === 'confirmed') && (
        <section className="card stack">
          {status === 'accepted' && <p>{m.guardians_join_thanks({ name })}</p>}
          <OwnInviteState invite={invite} />
          {!viewer && (
            <ButtonLink variant="action" wide to="/onboarding">
              {m.guardians_set_up()}
            </ButtonLink>
          )}
        </section>
      )}
    </>
  )
}

function Answer({ token, invite: { inviterName: name, role } }: { token: string; invite: OwnInvite }) {
  const answer = useAnswerLink(token)
  const oneAtATime = useOneAtATime()
  const say = (what: 'accepted' | 'rejected') => oneAtATime(() => answer.mutateAsync(what))
  return (
    <>
      <section className="card stack">
        {answer.error && <Prompt>{failureText(answer.error)}</Prompt>}
        <Button
          variant="action"
          size="large"
          wide
          isPending={answer.isPending && answer.variables === 'accepted'}
          onPress={() => say('accepted')}
        >
          {m.guardians_say_yes()}
        </Button>
        <Button
          variant="quiet"
          wide
          isPending={answer.isPending && answer.variables === 'rejected'}
          onPress={() => say('rejected')}
        >
          {m.guardians_no_thanks()}
        </Button>
      </section>
      <p className="hint row joining__then">
        <Icon name="shield" small />
        <span>
          {role === 'helper'
            ? m.guardians_join_then_helper({ name })
            : m.guardians_join_then_parent({ name })}
        </span>
      </p>
    </>
  )
}
