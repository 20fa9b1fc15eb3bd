import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { SubscriptionRow } from '#features/billing/billing.db.ts'
import type { CaregiverRow } from '#features/caregivers/caregivers.db.ts'
import type { ChildRow } from '#features/children/children.db.ts'
import type { ConnectionRow } from '#features/connections/connections.db.ts'
import type { MembershipRow } from '#features/groups/memberships/memberships.db.ts'
import { looksAt } from '#features/visibility/playdates.db.ts'

export interface PlaydateCounts {
  pending: number
  upcoming: number
  past: number
  rejected: number
  cancelled: number
}

export interface Overview {
  caregiver: CaregiverRow
  /** null if the caregiver has no user */
  email: string | null
  children: ChildRow[]
  memberships: MembershipRow[]
  connections: ConnectionRow[]
  playdates: PlaydateCounts
  subscription: SubscriptionRow | undefined
}

/** Counts the playdates that the caregiver sees now, events included. */
export async function countPlaydates(db: Db, caregiverId: string, now: Date): Promise<PlaydateCounts> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`
  return db
    .selectFrom('playdate_caregiver')
    .innerJoin('playdate', 'playdate.id', 'playdate_caregiver.playdate_id')
    .where('playdate_caregiver.caregiver_id', '=', caregiverId)
    .where(looksAt('playdate_caregiver'))
    .where(sql<boolean>`coalesce(playdate.copy_for, ${caregiverId}) = ${caregiverId}`)
    .select([
      count(sql`status = 'pending'`).as('pending'),
      count(sql`status = 'accepted' and accepted_time >= ${now}`).as('upcoming'),
      count(sql`status = 'accepted' and accepted_time < ${now}`).as('past'),
      count(sql`status = 'rejected'`).as('rejected'),
      count(sql`status = 'cancelled'`).as('cancelled'),
    ])
    .executeTakeFirstOrThrow()
}
