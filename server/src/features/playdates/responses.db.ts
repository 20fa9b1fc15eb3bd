import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameFor, orderFor } from '#features/visibility/names.db.ts'
import { childrenOfGuardian, guardiansOf } from '#features/visibility/visibility.db.ts'

export interface ResponseRow {
  caregiver: NameRow
  response: Response
  /** For whom it counts. */
  children: string[]
}

/** Of all who have answered for a child and whose answer stands, by name: a yes for one of theirs is a yes. */
export function listResponses(db: Db, viewer: string, playdateId: string): Promise<ResponseRow[]> {
  return db
    .selectFrom('playdate_child')
    .innerJoin('caregiver', (join) =>
      join.on(sql<boolean>`caregiver.id = coalesce(playdate_child.acted_by, playdate_child.caregiver_id)`),
    )
    .where('playdate_child.playdate_id', '=', playdateId)
    .where('playdate_child.response', 'is not', null)
    .groupBy('caregiver.id')
    .select([
      nameFor(viewer, 'caregiver').as('caregiver'),
      sql<Response>`min(playdate_child.response)`.as('response'),
      sql<string[]>`array_agg(playdate_child.child_id::text order by playdate_child.child_id)`.as('children'),
    ])
    .orderBy(orderFor(viewer, 'caregiver'))
    .orderBy('caregiver.id')
    .$castTo<ResponseRow>()
    .execute()
}

export interface NewResponse {
  id: string
  caregiverId: string
  response: Response
  version: number | undefined
  now: Date
}

/**
 * The answer for all invited children that the caregiver is guardian of, as long as the event stands and is to come; null
 * otherwise. Answers for which other guardians it is another than before, and whether it is for anybody. Holds the
 * playdate, so that no answer is given to an event that is being moved or cancelled, then, in one order, everybody whose
 * answer may change with it.
 */
export async function setResponse(
  db: Db,
  { id, caregiverId, response, version, now }: NewResponse,
): Promise<{ isNew: boolean; others: string[] } | null> {
  let standing = db
    .selectFrom('playdate')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', 'group')
    .where('status', '=', 'accepted')
    .where('accepted_time', '>', now)
    .forShare()
  if (version !== undefined) standing = standing.where('version', '=', version)
  if (!(await standing.executeTakeFirst())) return null
  const isOwn = sql<boolean>`playdate_child.playdate_id = ${id} and playdate_child.side = 'recipient'
    and playdate_child.child_id in ${childrenOfGuardian(caregiverId)}`
  await sql`
    select from playdate_caregiver
    where playdate_id = ${id} and caregiver_id in (
      select place.caregiver_id from playdate_child join guardianship place on place.child_id = playdate_child.child_id
      where ${isOwn})
    order by caregiver_id for no key update`.execute(db)
  const { rows } = await sql<{ before: Response | null; others: string[] }>`
    with own as (
      select child_id, response, acted_by from playdate_child where ${isOwn}
    ), changed as (
      update playdate_child set response = ${response}, acted_by = ${caregiverId}, acted_at = now()
      from own
      where playdate_child.playdate_id = ${id} and playdate_child.child_id = own.child_id
        and (own.response is distinct from ${response} or own.acted_by is distinct from ${caregiverId}::uuid)
    ), named as (
      update playdate_caregiver set shown = true
      where playdate_id = ${id} and caregiver_id = ${caregiverId} and not shown and exists (select from own)
    )
    select own.response as before, array(
      select each from unnest(array${guardiansOf(sql.ref('own.child_id'))}) each where each <> ${caregiverId}) as others
    from own`.execute(db)
  if (rows.length === 0) return null
  const changed = rows.filter(({ before }) => before !== response)
  return { isNew: changed.length > 0, others: [...new Set(changed.flatMap(({ others }) => others))] }
}
