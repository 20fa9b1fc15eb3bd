import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { mineWhere, playdatesOf, startsAt } from '../playdate-rows.db.ts'
import { inOrder, shownTo } from '../playdate-shown.db.ts'

/** Lists the dates of a series that the viewer sees whole, the first one first. */
export async function findSeries(db: Db, viewer: string, id: string): Promise<PlaydateRow[]> {
  const rows = await shownTo(db, viewer, await find(db, { viewer, id }))
  return rows.filter(({ series_id }) => series_id !== null)
}

const find = prepared((db, { viewer, id }: { viewer: string; id: string }) =>
  inOrder(
    db,
    viewer,
    playdatesOf(
      db,
      viewer,
      sql`(${mineWhere(viewer, sql`playdate_id in (select id from playdate where series_id = ${id})`)})`,
      { withStanding: true },
    ),
    sql`${startsAt('listed')}, id`,
  ),
)
