import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What past playdates show of a child that is gone. */
const namelessChild = {
  first_name: 'A child',
  last_name_initial: '',
  school: null,
  grade: null,
  photo: null,
  availability: null,
}

/**
 * Takes the child out of requests, and out of confirmed playdates that are still to come. Playdates with a side left
 * empty are cancelled. Answers whom the change concerns, by playdate.
 */
export async function removeFromComing(
  db: Db,
  { childId, now }: { childId: string; now: Date },
): Promise<{ id: string; caregivers: string[] }[]> {
  const coming = await db
    .selectFrom('playdate_child')
    .innerJoin('playdate', 'playdate.id', 'playdate_child.playdate_id')
    .where('playdate_child.child_id', '=', childId)
    .where((eb) =>
      eb.or([
        eb('playdate.status', '=', 'pending'),
        eb.and([eb('playdate.status', '=', 'accepted'), eb('playdate.accepted_time', '>', now)]),
      ]),
    )
    .select('playdate.id')
    // Answers that arrive meanwhile wait, and then find another version.
    .forUpdate('playdate')
    .execute()
  const ids = coming.map(({ id }) => id)
  if (ids.length === 0) return []
  await db
    .deleteFrom('playdate_child')
    .where('child_id', '=', childId)
    .where('playdate_id', 'in', ids)
    .execute()
  const sides = sql<number>`(
    select count(distinct side)::int from playdate_child where playdate_child.playdate_id = playdate.id)`
  return db
    .updateTable('playdate')
    .set({
      status: sql<string>`case when ${sides} < 2 then 'cancelled' else status end`,
      cancel_reason: sql<
        string | null
      >`case when ${sides} < 2 then 'A child is no longer with us here.' else cancel_reason end`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', 'in', ids)
    .returning([
      'id',
      sql<string[]>`array(
        select caregiver_id::text from playdate_caregiver where playdate_caregiver.playdate_id = playdate.id)`.as(
        'caregivers',
      ),
    ])
    .execute()
}

/** False where it was gone already. */
export async function eraseChild(db: Db, id: string): Promise<boolean> {
  const erased = await db
    .updateTable('child')
    .set({ ...namelessChild, deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return erased !== undefined
}
