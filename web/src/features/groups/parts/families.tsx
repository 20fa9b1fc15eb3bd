import type { VisibleChild } from '@tagalong/contract/features/children/children.contract.ts'
import type { Group } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { ChildRow } from '#features/children/parts/child-row.tsx'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { photosOf, wordsOf } from '#features/safety/parts/reportables.tsx'
import { useViewer } from '#lib/session/session.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { useListGroupChildren } from '../groups.queries.ts'

/** For members: the other families' children, each with its caregiver. */
export function Families({ group, children: below }: { group: Group; children: ReactNode }) {
  const viewer = useViewer()
  const children = useListGroupChildren({ group: group._id, pod: null })
  return (
    <>
      <section className="stack stack--near" aria-labelledby="families">
        <h2 id="families">{m.groups_families()}</h2>
        <Loaded query={children} skeleton={<SkeletonCards count={1} />}>
          {(data) => (
            <Others group={group} of={data.filter(({ caregiver }) => caregiver._id !== viewer._id)} />
          )}
        </Loaded>
      </section>
      {/* Shown only once the height above is known, so that nothing jumps. */}
      {children.isFetched && below}
    </>
  )
}

function Others({ group, of: children }: { group: Group; of: readonly VisibleChild[] }) {
  if (children.length === 0) return <p className="quiet">{m.groups_no_families()}</p>
  return (
    <>
      <ul className="card">
        {children.map((child) => (
          <ChildRow
            key={child._id}
            child={child}
            note={<bdi>{`${child.caregiver.name} ${child.caregiver.lastName}`.trim()}</bdi>}
            actions={
              <PersonMenu
                person={child.caregiver}
                things={[...photosOf([child]), wordsOf('group', group._id, [group.name, group.description])]}
              />
            }
          />
        ))}
      </ul>
      <ButtonLink variant="action" to="/edit-playdate/new">
        {m.groups_plan_playdate()}
      </ButtonLink>
    </>
  )
}
