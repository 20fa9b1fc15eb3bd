import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useHeldUnderDialog } from '#lib/use-held.ts'
import ConnectionsArt from '#ui/art/empty-connections.svg?react'
import InvitesArt from '#ui/art/empty-invites.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PartProblem } from '#ui/part-problem.tsx'
import { Tabs } from '#ui/tabs.tsx'
import './connections.css'
import { useConnections } from './connections.queries.ts'
import { IntroductionCard } from './introductions/introduction-card.tsx'
import { useIntroductions } from './introductions/introductions.queries.ts'
import { FriendCard } from './parts/friend-card.tsx'
import { ReceivedInvite, SentInvite } from './parts/invite-card.tsx'
import { useAnswers } from './use-answers.ts'

const tabs = [
  { key: 'active', label: m.common_connections },
  { key: 'pending', label: m.connections_invites },
  { key: 'groups', label: m.connections_groups },
] as const
type TabKey = (typeof tabs)[number]['key']

/** @param groups the content of the tab for groups */
export function ConnectionsScreen({ groups }: { groups: ReactNode }) {
  const [query, setQuery] = useSearchParams()
  const selected = tabs.find(({ key }) => key === query.get('t'))?.key ?? 'active'
  const connections = useConnections()
  const viewer = useViewer()
  const waiting = connections.data?.filter(
    (each) => each.inviteStatus === 'pending' && each.inviter._id !== viewer._id,
  )
  return (
    <Tabs<TabKey>
      label={m.common_connections()}
      tabs={tabs.map(({ key, label }) => ({
        key,
        label: label(),
        count: key === 'pending' ? waiting?.length : undefined,
      }))}
      selected={selected}
      onSelect={(key) => setQuery({ t: key }, { replace: true })}
    >
      <ButtonLink className="connections__add" variant="action" wide to="/edit-connection/new">
        <Icon name="plus" small />
        {m.connections_add_or_invite()}
      </ButtonLink>
      {selected === 'groups' ? (
        groups
      ) : (
        <Loaded query={connections}>
          {(data) =>
            selected === 'active' ? (
              <Friends connections={data} />
            ) : (
              <Invites connections={data} viewer={viewer._id} />
            )
          }
        </Loaded>
      )}
    </Tabs>
  )
}

function Friends(props: { connections: Connection[] }) {
  const { connections } = useHeldUnderDialog(props)
  const accepted = connections.filter((each) => each.inviteStatus === 'accepted')
  if (accepted.length === 0) return <EmptyState art={<ConnectionsArt />} text={m.connections_none()} />
  return (
    <ul className="stack stack--near">
      {accepted.map((each) => (
        <FriendCard key={each._id} connection={each} />
      ))}
    </ul>
  )
}

function Invites({ connections, viewer }: { connections: Connection[]; viewer: string }) {
  const pending = connections.filter((each) => each.inviteStatus === 'pending')
  const { received, answer } = useAnswers(pending.filter((each) => each.inviter._id !== viewer))
  const { shown } = (useLocation().state ?? {}) as { shown?: string }
  const sent = useHeldUnderDialog(pending.filter((each) => each.inviter._id === viewer))
  const introductions = useIntroductions()
  const introduced = introductions.data ?? []
  if (received.length + sent.length + introduced.length === 0) {
    return (
      <Loaded query={introductions}>
        {() => <EmptyState art={<InvitesArt />} text={m.connections_none_pending()} />}
      </Loaded>
    )
  }
  return (
    <ul className="stack stack--near">
      {received.map((each) => (
        <ReceivedInvite
          key={each.connection._id}
          connection={each.connection}
          answer={each.answer}
          onAnswer={(said) => answer(each.connection, said)}
        />
      ))}
      {introductions.error && !introductions.data && (
        <li>
          <PartProblem text={failureText(introductions.error)} onRetry={() => void introductions.refetch()} />
        </li>
      )}
      {introduced.map((each) => (
        <li key={each.from._id}>
          <IntroductionCard introduction={each} />
        </li>
      ))}
      {sent.map((each) => (
        <SentInvite key={each._id} connection={each} isShown={each._id === shown} />
      ))}
    </ul>
  )
}
