import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { maxIntroduced } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useGrownUps } from '#features/guardians/guardians.queries.ts'
import { NotHere } from '#features/guardians/parts/not-here.tsx'
import { failureText } from '#lib/calls/failure-text.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { useNavigateFromHere } from '#lib/navigation/use-navigate-from-here.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import ConnectionsArt from '#ui/art/empty-connections.svg?react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { both, Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Rich } from '#ui/rich.tsx'
import { showToast } from '#ui/toast.tsx'
import { useConnections } from '../connections.queries.ts'
import { type Friend, FriendPicks } from './friend-picks.tsx'
import { useCreateIntroduction } from './introductions.queries.ts'

/** /child/{id}/grown-ups/introduce/{caregiver}: picks the friends to introduce to another guardian of the child. */
export function IntroduceScreen() {
  const { id: child = '', caregiver = '' } = useParams()
  const viewer = useViewer()
  const grownUps = useGrownUps(child)
  const connections = useConnections()
  const other = grownUps.data?.guardians
    .map((place) => place.caregiver)
    .find(({ _id }) => _id === caregiver && _id !== viewer._id)
  return (
    <>
      <PageHeader
        title={other ? m.introductions_title({ name: other.name }) : m.introductions_title_page()}
        back={`/child/${child}/grown-ups`}
      />
      <Loaded query={both(grownUps, connections)} missing={<NotHere />}>
        {([, all]) =>
          other ? (
            <Introduce
              key={caregiver}
              child={child}
              other={other}
              friends={friendsOf(all, viewer._id, other)}
            />
          ) : (
            <NotHere />
          )
        }
      </Loaded>
    </>
  )
}

function friendsOf(all: readonly Connection[], viewer: string, other: CaregiverName): Friend[] {
  const names = new Intl.ListFormat(currentLanguage())
  return all
    .filter(({ inviteStatus }) => inviteStatus === 'accepted')
    .flatMap(({ inviter, invitee, children }) => {
      const friend = inviter._id === viewer ? invitee : inviter
      if (!friend || friend._id === other._id) return []
      return { ...friend, note: names.format(children.map(({ firstName }) => firstName)) }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, currentLanguage()))
}

interface IntroduceProps {
  child: string
  other: CaregiverName
  friends: readonly Friend[]
}

function Introduce({ child, other, friends }: IntroduceProps) {
  const navigate = useNavigateFromHere()
  const [ticked, setTicked] = useState<string[]>([])
  const [prompt, setPrompt] = useState<string>()
  const [idempotencyKey, setKey] = useState(newIdempotencyKey)
  const introduce = useCreateIntroduction()
  const oneAtATime = useOneAtATime()
  // Somebody who is no longer a friend can't be introduced.
  const picked = ticked.filter((id) => friends.some(({ _id }) => _id === id))
  const back = `/child/${child}/grown-ups`
  const { name } = other
  const pick = (ids: string[]) => {
    setPrompt(undefined)
    introduce.reset()
    setKey(newIdempotencyKey())
    setTicked(ids)
  }
  const send = () => {
    if (picked.length === 0) return setPrompt(m.prompt_introduction_friends())
    if (picked.length > maxIntroduced) return setPrompt(m.prompt_introduction_too_many())
    oneAtATime(async () => {
      await introduce.mutateAsync({ body: { child, to: other._id, friends: picked }, idempotencyKey })
      showToast(m.introductions_done({ name, count: picked.length }))
      await navigate(back, { replace: true })
    })
  }
  if (friends.length === 0) return <NoFriends />
  return (
    <div className="stack">
      <p className="quiet">
        <Rich parts={m.introductions_lead.parts({ name })} marks={{ name: (words) => <bdi>{words}</bdi> }} />
      </p>
      <FriendPicks
        title={m.introductions_your_friends()}
        friends={friends}
        picked={picked}
        max={maxIntroduced}
        error={prompt}
        onPick={pick}
      />
      {introduce.error && <Prompt>{failureText(introduce.error)}</Prompt>}
      <Button variant="action" size="large" wide isPending={introduce.isPending} onPress={send}>
        {picked.length > 0
          ? m.introductions_introduce({ name, count: picked.length })
          : m.introductions_title({ name })}
      </Button>
    </div>
  )
}

function NoFriends() {
  return (
    <EmptyState
      art={<ConnectionsArt />}
      text={m.introductions_no_friends()}
      action={
        <ButtonLink variant="action" to="/edit-connection/new">
          {m.connections_add_or_invite()}
        </ButtonLink>
      }
    />
  )
}
