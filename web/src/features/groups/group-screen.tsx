import type { Group, Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { knownRefusals } from '@tagalong/contract/http/envelope.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import type { ApiError } from '#lib/calls/api.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { useDeferredTrue, useIsIn } from '#lib/session/session.tsx'
import GroupsArt from '#ui/art/empty-groups.svg?react'
import LostArt from '#ui/art/empty-lost.svg?react'
import SwingArt from '#ui/art/empty-playdates.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { both, Loaded } from '#ui/loaded.tsx'
import { Rich } from '#ui/rich.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import './groups.css'
import { useGetGroup, useListMemberships } from './groups.queries.ts'
import { JoinGroup } from './parts/join-group.tsx'
import { LeaveGroup } from './parts/leave-group.tsx'
import { OwnPods } from './parts/own-pods.tsx'
import { Welcome } from './parts/welcome.tsx'

// Loaded on demand, as each is for some visitors only.
const GroupAdmin = lazyPart(
  () => import('./parts/group-admin.tsx'),
  (module) => module.GroupAdmin,
)
const Families = lazyPart(
  () => import('./parts/families.tsx'),
  (module) => module.Families,
)

/** /group/{id}: its content depends on the viewer's membership. */
export function GroupScreen() {
  const { id = '' } = useParams()
  return <GroupPage key={id} id={id} />
}

type Face = 'missing' | 'outside' | 'waiting' | 'removed' | 'member' | 'admin'

function GroupPage({ id }: { id: string }) {
  const isIn = useIsIn()
  // Requested without waiting for the session.
  const group = useGetGroup(id)
  const memberships = useListMemberships()
  const own = memberships.data?.find((each) => each.group._id === id)
  const isMissing = isNotFound(group.error)
  const isHere = isIn && group.data !== undefined && memberships.data !== undefined
  const isReady = useDeferredTrue(isHere)
  const face = isMissing ? 'missing' : isReady ? faceOf(own) : undefined
  useFaceChange(face)

  if (face === 'missing') return <Missing />
  if (face === 'waiting') return <Waiting />
  if (face === 'removed') return <Removed />
  return (
    <Loaded query={both(group, memberships)} isReady={isReady}>
      {([whole]) =>
        face === 'outside' || !own ? (
          <JoinGroup group={whole} />
        ) : (
          <Inside group={whole} own={own} Whole={face === 'admin' ? GroupAdmin : Families} />
        )
      }
    </Loaded>
  )
}

interface InsideProps {
  group: Group
  own: Membership
  Whole: ComponentType<{ group: Group; children: ReactNode }>
}

function Inside({ group, own, Whole }: InsideProps) {
  return (
    <>
      <Welcome>
        <Rich
          parts={m.groups_welcome.parts({ name: group.name })}
          marks={{ name: (words) => <bdi>{words}</bdi> }}
        />
      </Welcome>
      <Suspense fallback={<SkeletonCards count={1} />}>
        <Whole group={group}>
          {group.subGroups.length > 0 && <OwnPods membership={own} pods={group.subGroups} />}
          <LeaveGroup membership={own} />
        </Whole>
      </Suspense>
    </>
  )
}

/** A caregiver who left by themselves sees the same as one who never was a member. */
function faceOf(own: Membership | undefined): Face {
  if (own?.status === 'approved') return own.isGroupAdmin ? 'admin' : 'member'
  if (own?.status === 'pending') return 'waiting'
  return own?.endedBy === 'admin' ? 'removed' : 'outside'
}

/** An invalid id is treated like an unknown one. */
function isNotFound(error: ApiError | null): boolean {
  return error !== null && [400, 404].includes(error.status)
}

/** Moves the focus to the heading when the page's content changes. Explains it if an admin has become a member only. */
function useFaceChange(face: Face | undefined) {
  const before = useRef(face)
  useEffect(() => {
    if (before.current === face) return
    const isFirst = before.current === undefined
    if (before.current === 'admin' && face === 'member') showToast(m.groups_admin_no_more())
    before.current = face
    // On the first load, the browser itself places the focus.
    if (face === undefined || (isFirst && document.activeElement?.id !== 'main')) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    if (!isFirst) window.scrollTo({ top: 0 })
  }, [face])
}

function Missing() {
  return (
    <div className="halt">
      <LostArt />
      <h1 tabIndex={-1}>{knownRefusals.notFound()}</h1>
      <p>{m.groups_missing()}</p>
      <Dashboard />
    </div>
  )
}

function Waiting() {
  return (
    <div className="halt">
      <GroupsArt />
      <h1 tabIndex={-1}>{m.prompt_group_waiting()}</h1>
      <p>{m.groups_waiting_note()}</p>
      <Dashboard />
    </div>
  )
}

function Removed() {
  return (
    <div className="halt">
      <SwingArt />
      <h1 tabIndex={-1}>{m.groups_sent_away()}</h1>
      <p>{m.groups_sent_away_note()}</p>
      <Dashboard />
    </div>
  )
}

function Dashboard() {
  return (
    <ButtonLink variant="action" size="large" to="/">
      {m.groups_dashboard()}
    </ButtonLink>
  )
}
