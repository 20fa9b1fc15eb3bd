import { type RawBuilder, sql } from 'kysely'
import { belowAllIds } from '#db/cursor.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { looksAt, standsThere } from '#features/visibility/playdates.db.ts'
import { isOver } from '#features/visibility/visibility.db.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { type Mine, mineWhere, ownPlaces, playdatesOf } from './playdate-rows.db.ts'
import { inOrder, shownTo } from './playdate-shown.db.ts'

/** Undefined if the viewer can't see it. A viewer taken off an event gets it as it was, and cancelled. */
export async function findPlaydate(db: Db, viewer: string, id: string): Promise<PlaydateRow | undefined> {
  const [row] = await shownTo(db, viewer, await find(db, { viewer, id }))
  return row
}

const find = prepared((db, { viewer, id }: { viewer: string; id: string }) =>
  inOrder(
    db,
    viewer,
    playdatesOf(
      db,
      viewer,
      sql`(${mineWhere(
        viewer,
        sql`(playdate_id = ${id}
          or playdate_id = (select id from playdate where copy_of = ${id} and copy_for = ${viewer}))`,
      )})`,
      { withStanding: true },
    ),
    sql`id`,
  ),
)

/**
 * Lists single playdates that wait for an answer, the latest change first; the dates of a new series are in order.
 * Starts after the cursor, the id of one of the viewer's own playdates.
 */
export async function listPending(
  db: Db,
  viewer: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<PlaydateRow[]> {
  const rows = cursor ? readPendingBehind(db, { viewer, cursor, limit }) : readPending(db, { viewer, limit })
  return shownTo(db, viewer, await rows)
}

/** Selects and sorts the page before anything else is read. */
const pendingOf = (viewer: string, behind: RawBuilder<unknown>, limit: number) =>
  sql<Mine>`(
    select mine.playdate_id, mine.caregiver_id, mine.side, mine.role, mine.response from playdate_caregiver mine
    join playdate on playdate.id = mine.playdate_id
    where mine.caregiver_id = ${viewer} and ${looksAt('mine', ownPlaces)} and mine.playdate_status = 'pending'
      and playdate.status = 'pending' and playdate.type = 'single' ${behind}
    order by playdate.updated_at desc, playdate.id limit ${limit})`

const latestFirst = sql`updated_at desc, id`

const readPending = prepared((db, { viewer, limit }: { viewer: string; limit: number }) =>
  inOrder(db, viewer, playdatesOf(db, viewer, pendingOf(viewer, sql``, limit)), latestFirst),
)

const readPendingBehind = prepared((db, value: { viewer: string; cursor: string; limit: number }) => {
  const { viewer, cursor, limit } = value
  const behind = sql`and exists (
    select from playdate last where last.id = ${cursor}
      and (playdate.updated_at < last.updated_at or playdate.updated_at = last.updated_at and playdate.id > last.id)
      and exists (
        select from playdate_caregiver own
        where own.playdate_id = ${cursor} and own.caregiver_id = ${viewer} and ${standsThere('own')}))`
  return inOrder(db, viewer, playdatesOf(db, viewer, pendingOf(viewer, behind, limit)), latestFirst)
})

/** Lists confirmed playdates: all from `today` on, soonest first, and the `limit` latest before it, latest first. */
export async function listAccepted(
  db: Db,
  viewer: string,
  { today, limit }: { today: Date; limit: number },
): Promise<{ upcoming: PlaydateRow[]; past: PlaydateRow[] }> {
  const rows = await shownTo(db, viewer, await readAccepted(db, { viewer, today, limit }))
  const split = rows.findIndex(({ accepted_time }) => accepted_time && accepted_time >= today)
  const at = split < 0 ? rows.length : split
  return { upcoming: rows.slice(at), past: rows.slice(0, at).reverse() }
}

const readAccepted = prepared(
  (db, { viewer, today, limit }: { viewer: string; today: Date; limit: number }) =>
    inOrder(
      db,
      viewer,
      playdatesOf(
        db,
        viewer,
        sql`((${mineWhere(viewer, sql`playdate_status = 'accepted' and playdate_time >= ${today}`)})
          union all
          (${mineWhere(viewer, sql`playdate_status = 'accepted' and playdate_time < ${today}`)}
            order by playdate_time desc, playdate_id desc limit ${limit}))`,
      ),
      sql`accepted_time, id`,
    ),
)

/** Lists confirmed playdates before `today`, the latest first, after the cursor: the id of one of the viewer's own. */
export async function listPast(
  db: Db,
  viewer: string,
  { today, cursor, limit }: { today: Date; cursor: string; limit: number },
): Promise<PlaydateRow[]> {
  return shownTo(db, viewer, await readPast(db, { viewer, today, cursor, limit }))
}

/** Finds nothing after a playdate that isn't, or is no longer, the viewer's: the page would reveal when that is. */
const readPast = prepared((db, value: { viewer: string; today: Date; cursor: string; limit: number }) =>
  inOrder(
    db,
    value.viewer,
    playdatesOf(
      db,
      value.viewer,
      sql`(${mineWhere(
        value.viewer,
        sql`playdate_status = 'accepted' and playdate_time < ${value.today}
          and (playdate_time, playdate_id) < (
            select own.playdate_time, own.playdate_id from playdate_caregiver own
            where own.playdate_id = ${value.cursor} and own.caregiver_id = ${value.viewer} and ${standsThere('own')})`,
      )}
        order by playdate_time desc, playdate_id desc limit ${value.limit})`,
    ),
    sql`accepted_time desc, id desc`,
  ),
)

/** Lists all playdates of the viewer's, or only those that are over, the oldest first, after the id `after`. */
export async function listAll(
  db: Db,
  viewer: string,
  { after, onlyOver, limit }: { after: string | undefined; onlyOver: boolean; limit: number },
): Promise<PlaydateRow[]> {
  return shownTo(db, viewer, await readAll(db, { viewer, after: after ?? belowAllIds, onlyOver, limit }))
}

const readAll = prepared((db, value: { viewer: string; after: string; onlyOver: boolean; limit: number }) => {
  const { viewer, after, onlyOver, limit } = value
  const condition = sql`playdate_id > ${after}
      and (not ${onlyOver}::boolean or exists (select from playdate where id = playdate_id and ${isOver}))`
  return inOrder(
    db,
    viewer,
    playdatesOf(db, viewer, sql`(${mineWhere(viewer, condition)} order by playdate_id limit ${limit})`),
    sql`id`,
  )
})

/** Lists by start the playdates confirmed for a time in the span, and confirmed ones called off since `offSince`. */
export async function listForCalendar(
  db: Db,
  viewer: string,
  { from, to, offSince, limit }: { from: Date; to: Date; offSince: Date; limit: number },
): Promise<PlaydateRow[]> {
  return shownTo(db, viewer, await readForCalendar(db, { viewer, from, to, offSince, limit }))
}

/** True if the viewer goes: unanswered invites mustn't use up the limit. */
const goes = sql`(mine.side = 'owner' or mine.response = 'accepted' or exists (
  select from playdate where id = playdate_id and type = 'single'))`

const readForCalendar = prepared(
  (db, value: { viewer: string; from: Date; to: Date; offSince: Date; limit: number }) => {
    const { viewer, from, to, offSince, limit } = value
    return inOrder(
      db,
      viewer,
      playdatesOf(
        db,
        viewer,
        sql`((${mineWhere(
          viewer,
          sql`playdate_status = 'accepted' and playdate_time >= ${from} and playdate_time <= ${to} and ${goes}`,
        )}
            order by playdate_time, playdate_id limit ${limit})
          union all
          (${mineWhere(
            viewer,
            sql`playdate_status = 'cancelled' and exists (
              select from playdate where id = playdate_id and accepted_time is not null and updated_at >= ${offSince})
              and ${goes}`,
          )}
            order by playdate_id desc limit ${limit}))`,
      ),
      sql`accepted_time, id`,
    )
  },
)
