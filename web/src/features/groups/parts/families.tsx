import type { Group } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { ReactNode } from 'react'
import { ChildRow } from '#features/children/parts/child-row.tsx'
import { useViewer } from '#lib/session/session.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { PageProblem } from '#ui/page-problem.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { useListGroupChildren } from '../groups.queries.ts'

/** Whom a member meets here: the other families' children, with whose they are. */
export function Families({ group, children }: { group: Group; children: ReactNode }) {
  const viewer = useViewer()
  const { data, error, isPending, refetch } = useListGroupChildren({ group: group._id, pod: null })
  const others = data?.filter(({ caregiver }) => caregiver._id !== viewer._id)
  return (
    <>
      <section className="stack stack--near" aria-labelledby="families">
        <h2 id="families">Families</h2>
        {others ? (
          others.length > 0 ? (
            <>
              <ul className="card">
                {others.map((child) => (
                  <ChildRow
                    key={child._id}
                    child={child}
                    note={<bdi>{`${child.caregiver.name} ${child.caregiver.lastName}`.trim()}</bdi>}
                  />
                ))}
              </ul>
              <ButtonLink variant="action" to="/edit-playdate/new">
                Plan a playdate
              </ButtonLink>
            </>
          ) : (
            <p className="quiet">No other children are here yet. You will find them here as they join.</p>
          )
        ) : error ? (
          <PageProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonCards count={1} />
        )}
      </section>
      {/* Nothing jumps: how far down they stand is known with the families. */}
      {!isPending && children}
    </>
  )
}
