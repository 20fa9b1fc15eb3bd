import type { DaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import type { DaysAwayRow } from './away.db.ts'

/** For guardians of the children only. */
export function presentDaysAway(row: DaysAwayRow, { actor }: { actor: { caregiverId: string } }): DaysAway {
  return {
    _id: row.id,
    from: row.first_day,
    to: row.last_day,
    children: row.children,
    by: { name: row.name },
    isMine: row.caregiver_id === actor.caregiverId,
  }
}
