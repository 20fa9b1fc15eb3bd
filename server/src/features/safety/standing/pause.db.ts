import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isActedBy } from '#features/visibility/playdates.db.ts'
import { isLive } from '#features/visibility/visibility.db.ts'

/** The standing of the account from now on. */
export interface Standing {
  standing: 'good' | 'suspended' | 'closed'
  /** Null if it is good, 'infinity' until lifted. */
  until: Date | 'infinity' | null
}

export async function updateStanding(db: Db, userId: string, { standing, until }: Standing): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ standing, standing_until: until as Date | null })
    .where('id', '=', userId)
    .execute()
}

/** The helpers whom the user added. */
export async function listHelpersOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('guardianship')
    .innerJoin('caregiver as adder', 'adder.id', 'guardianship.added_by')
    .where('adder.user_id', '=', userId)
    .where('guardianship.role', '=', 'helper')
    .where(isLive())
    .select('guardianship.caregiver_id')
    .distinct()
    .execute()
  return rows.map(({ caregiver_id }) => caregiver_id)
}

/**
 * What a caregiver's pause calls off: requests, and confirmed playdates that begin before the pause is over; of events
 * those that the caregiver owns, of singles those that they arranged.
 * @param until null if the pause has no end
 */
export async function listToCancel(
  db: Db,
  { caregiverId, now, until }: { caregiverId: string; now: Date; until: Date | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('playdate_caregiver as mine')
    .innerJoin('playdate', 'playdate.id', 'mine.playdate_id')
    .where('mine.caregiver_id', '=', caregiverId)
    .where(
      sql<boolean>`case playdate.type when 'group' then playdate.owner_id = ${caregiverId} else exists (
        select from playdate_child
        where playdate_child.playdate_id = playdate.id and playdate_child.side = mine.side
          and ${isActedBy('playdate_child', caregiverId)}) end`,
    )
    .where((eb) =>
      eb.or([
        eb('playdate.status', '=', 'pending'),
        eb.and([
          eb('playdate.status', '=', 'accepted'),
          eb('playdate.accepted_time', '>', now),
          sql<boolean>`playdate.accepted_time < coalesce(${until}::timestamptz, 'infinity')`,
        ]),
      ]),
    )
    .select('playdate.id')
    .execute()
  return rows.map(({ id }) => id)
}
