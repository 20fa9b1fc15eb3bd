import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { ChildPicks } from '#features/children/parts/child-picks.tsx'
import {
  type GroupPlace,
  useListCombinedChildren,
  useListGroupChildren,
  useListMemberships,
} from '#features/groups/groups.queries.ts'
import { useListFriendsChildren } from '#features/playdates/playdates.queries.ts'
import { useViewer } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { PlaydateDraft } from '../playdate-draft.ts'
import { NoFriends } from './no-friends.tsx'
import { PlacePicker } from './place-picker.tsx'
import { sourceTabs } from './source-tabs.ts'
import '#features/children/parts/picks.css'
import './guests.css'
import { PartProblem } from '#ui/part-problem.tsx'

interface GuestPickerProps {
  source: PlaydateDraft['source']
  place: GroupPlace | null
  guests: readonly string[]
  error: string | undefined
  onSource: (source: PlaydateDraft['source']) => void
  onPlace: (place: GroupPlace | null) => void
  onGuests: (guests: string[]) => void
}

/** Picks whom an event invites: any number of children, from friends and groups alike. */
export function GuestPicker({ source, place, guests, error, onSource, onPlace, onGuests }: GuestPickerProps) {
  const promptId = useId()
  const known = useListCombinedChildren()
  const memberships = useListMemberships()
  const track = useRef<HTMLDivElement>(null)
  const isAlone =
    known.data?.length === 0 && memberships.data?.every(({ status }) => status !== 'approved') === true
  const prompt = error && <Prompt id={promptId}>{error}</Prompt>
  if (isAlone) {
    return (
      <div className="inviting" data-field="recipient">
        <p className="hint">{m.plan_join_first()}</p>
        <p className="inviting__ways">
          <Link to="/connections?t=groups">{m.connections_groups()}</Link>
          <Link to="/edit-connection/new">{m.connections_add_or_invite()}</Link>
        </p>
        {prompt}
      </div>
    )
  }
  const shared = { guests, onGuests, describedBy: error && promptId }
  return (
    <div className="inviting" data-field="recipient" ref={track}>
      <Tabs label={m.plan_where_from()} tabs={sourceTabs()} selected={source} onSelect={onSource}>
        {source === 'friends' ? (
          <FromFriends {...shared} />
        ) : (
          <PlacePicker place={place} error={undefined} onPlace={onPlace}>
            {(chosen) => <FromPlace place={chosen} {...shared} />}
          </PlacePicker>
        )}
      </Tabs>
      <Invited
        children={(known.data ?? []).filter(({ _id }) => guests.includes(_id))}
        onRemove={(id) => onGuests(guests.filter((each) => each !== id))}
        onLastGone={() => track.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()}
      />
      {prompt}
    </div>
  )
}

interface PicksProps {
  guests: readonly string[]
  onGuests: (guests: string[]) => void
  describedBy: string | undefined
}

function FromFriends(props: PicksProps) {
  const friends = useListFriendsChildren()
  return (
    <Picks
      {...props}
      children={friends.data}
      failure={friends.error}
      onRetry={() => void friends.refetch()}
      nobody={<NoFriends />}
    />
  )
}

function FromPlace({ place, ...props }: PicksProps & { place: GroupPlace }) {
  const viewer = useViewer()
  const inPlace = useListGroupChildren(place)
  return (
    <Picks
      {...props}
      children={inPlace.data?.filter(({ caregiver }) => caregiver._id !== viewer._id)}
      failure={inPlace.error}
      onRetry={() => void inPlace.refetch()}
      nobody={m.plan_no_other_child()}
    />
  )
}

type Guest = Omit<CombinedChild, 'sources'>

function Picks({
  children,
  failure,
  onRetry,
  nobody,
  guests,
  onGuests,
  describedBy,
}: PicksProps & {
  children: readonly Guest[] | undefined
  failure: Error | null
  onRetry: () => void
  nobody: ReactNode
}) {
  if (!children && failure) {
    return <PartProblem text={failure.message} onRetry={onRetry} />
  }
  if (!children) return <div className="picks picks--waiting" />
  if (children.length === 0) return <p className="hint">{nobody}</p>
  const missing = children.map(({ _id }) => _id).filter((id) => !guests.includes(id))
  const toggle = (id: string) =>
    onGuests(guests.includes(id) ? guests.filter((each) => each !== id) : [...guests, id])
  return (
    <>
      <ChildPicks
        label={m.plan_who_inviting()}
        children={children}
        picked={guests}
        onToggle={toggle}
        describedBy={describedBy}
        captionOf={({ caregiver }) => caregiver.name}
      />
      {missing.length > 1 && (
        <Button variant="quiet" size="small" onPress={() => onGuests([...guests, ...missing])}>
          {m.plan_invite_all({ count: children.length })}
        </Button>
      )}
    </>
  )
}

/** All invited children, including those that the current source doesn't show. */
function Invited({
  children,
  onRemove,
  onLastGone,
}: {
  children: readonly Guest[]
  onRemove: (id: string) => void
  onLastGone: () => void
}) {
  if (children.length === 0) return null
  const remove = (id: string, chip: Element | null) => {
    const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling
    neighbour?.querySelector('button')?.focus()
    if (!neighbour) onLastGone()
    onRemove(id)
  }
  return (
    <div className="inviting__chosen">
      <p className="legend">{m.plan_children_invited({ count: children.length })}</p>
      <ul className="chips" aria-label={m.plan_invited()}>
        {children.map(({ _id, firstName, caregiver }) => (
          <li key={_id} className="chip chip--picked">
            <span>
              <bdi>{firstName}</bdi> - <bdi>{caregiver.name}</bdi>
            </span>
            <button
              type="button"
              aria-label={m.plan_remove_child({ child: firstName, caregiver: caregiver.name })}
              onClick={(event) => remove(_id, event.currentTarget.closest('li'))}
            >
              <Icon name="cross" small />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
