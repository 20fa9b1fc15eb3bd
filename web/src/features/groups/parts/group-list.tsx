import type { Membership } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import GroupsArt from '#ui/art/empty-groups.svg?react'
import EventArt from '#ui/art/event.svg?react'
import { EmptyState } from '#ui/empty-state.tsx'
import { hashOf } from '#ui/hash.ts'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Rich } from '#ui/rich.tsx'
import '../groups.css'
import { useListMemberships } from '../groups.queries.ts'

/** The viewer's groups, including those with a pending membership. */
export function GroupList() {
  return (
    <Loaded query={useListMemberships()}>
      {(data) => <Groups memberships={data.filter(({ status }) => status !== 'rejected')} />}
    </Loaded>
  )
}

function Groups({ memberships: current }: { memberships: readonly Membership[] }) {
  if (current.length === 0) {
    return <EmptyState art={<GroupsArt />} text={m.groups_none()} note={m.groups_none_note()} />
  }
  return (
    <ul className="stack stack--near">
      {current.map(({ _id, group, status, isGroupAdmin }) => (
        <li key={_id}>
          <Link className="card row group__row" to={`/group/${group._id}`}>
            <EventArt className={`eventicon eventicon--${hashOf(group._id, 3) + 1}`} />
            <span className="grow">
              <span className="display">
                {isGroupAdmin && status === 'approved' ? (
                  <Rich
                    parts={m.groups_admin_name.parts({ name: group.name })}
                    marks={{ name: (words) => <bdi>{words}</bdi> }}
                  />
                ) : (
                  <bdi>{group.name}</bdi>
                )}
              </span>
              {status === 'pending' && <span className="small quiet">{m.prompt_group_waiting()}</span>}
            </span>
            <Icon name="right" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
