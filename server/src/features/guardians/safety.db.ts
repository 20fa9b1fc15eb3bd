import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { areApart } from '#features/visibility/visibility.db.ts'

/** The caregiver's name, empty if the two are apart; null if there is no such caregiver. */
export async function findNameFor(db: Db, viewer: string | null, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('caregiver')
    .select(
      viewer === null
        ? 'name'
        : sql<string>`case when ${areApart(viewer, sql.ref('caregiver.id'))} then '' else name end`.as(
            'name',
          ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}
