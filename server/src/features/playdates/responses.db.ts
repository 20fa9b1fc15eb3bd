import type { EventOutcome, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { type NameRow, nameFor, orderFor } from '#features/visibility/names.db.ts'
import { childrenOfGuardian, guardiansOf } from '#features/visibility/visibility.db.ts'

export interface ResponseRow {
  caregiver: NameRow
  response: Response
  /** The children it counts for. */
  children: string[]
}

/** The caller's own answer. */
export interface OwnResponseRow extends Omit<ResponseRow, 'response'> {
  response: EventOutcome
  /** The place on the waiting list, counted from 1. */
  position?: number
  offerUntil?: Date
}

/** Lists current answers by caregiver name. One who said yes for some children and no for others is listed twice. */
export const listResponses = prepared((db, { viewer, playdateId }: { viewer: string; playdateId: string }) =>
  db
    .selectFrom('playdate_child')
    .innerJoin('caregiver', (join) =>
      join.on(sql<boolean>`caregiver.id = coalesce(playdate_child.acted_by, playdate_child.caregiver_id)`),
    )
    .where('playdate_child.playdate_id', '=', playdateId)
    .where('playdate_child.response', 'is not', null)
    .groupBy(['caregiver.id', 'playdate_child.response'])
    .select([
      nameFor(viewer, 'caregiver').as('caregiver'),
      'playdate_child.response',
      sql<string[]>`array_agg(playdate_child.child_id::text order by playdate_child.child_id)`.as('children'),
    ])
    .orderBy(orderFor(viewer, 'caregiver'))
    .orderBy('caregiver.id')
    .orderBy('playdate_child.response')
    .$castTo<ResponseRow>(),
)

/** An invited child of the caregiver's own. */
export interface OwnChildRow {
  child_id: string
  response: Response | null
  in_line: 'waiting' | 'offered' | null
  acted_by: string | null
  /** Its other guardians. */
  others: string[]
}

interface Own {
  playdateId: string
  caregiverId: string
}

/** Locks, in id order, all whose answer changes with that of the caregiver's children. The event must be locked. */
export async function lockFamilies(db: Db, { playdateId, caregiverId }: Own): Promise<void> {
  await sql`
    select from playdate_caregiver
    where playdate_id = ${playdateId} and caregiver_id in (
      select place.caregiver_id from playdate_child join guardianship place on place.child_id = playdate_child.child_id
      where playdate_child.playdate_id = ${playdateId} and playdate_child.side = 'recipient'
        and playdate_child.child_id in ${childrenOfGuardian(caregiverId)})
    order by caregiver_id for no key update`.execute(db)
}

/** Returns the invited children that the caregiver is guardian of. */
export async function findOwnChildren(db: Db, { playdateId, caregiverId }: Own): Promise<OwnChildRow[]> {
  const { rows } = await sql<OwnChildRow>`
    select child_id, response, in_line, acted_by, array(
      select each::text from unnest(array${guardiansOf(sql.ref('playdate_child.child_id'))}) each
      where each <> ${caregiverId}) as others
    from playdate_child
    where playdate_id = ${playdateId} and side = 'recipient' and child_id in ${childrenOfGuardian(caregiverId)}
    order by child_id`.execute(db)
  return rows
}

/** A child's new answer. `response` is null if there is none, as for a child who waits. */
export interface NewAnswer {
  childId: string
  response: Response | null
  inLine: 'waiting' | null
}

/** Stores the answers. A caregiver who answers is named to the others; one who only waits isn't. */
export async function setAnswers(
  db: Db,
  { playdateId, caregiverId }: Own,
  answers: readonly NewAnswer[],
): Promise<void> {
  await sql`
    with answer as (
      select * from unnest(${answers.map(({ childId }) => childId)}::uuid[],
        ${answers.map(({ response }) => response)}::text[],
        ${answers.map(({ inLine }) => inLine)}::text[]) each (child_id, response, in_line)
    ), named as (
      update playdate_caregiver set shown = true
      where playdate_id = ${playdateId} and caregiver_id = ${caregiverId} and not shown
        and exists (select from answer where response is not null)
    )
    update playdate_child
    set response = answer.response, in_line = answer.in_line, acted_by = ${caregiverId}, acted_at = now()
    from answer
    where playdate_child.playdate_id = ${playdateId} and playdate_child.child_id = answer.child_id
      and (playdate_child.response is distinct from answer.response
        or playdate_child.in_line is distinct from answer.in_line
        or playdate_child.acted_by is distinct from ${caregiverId}::uuid)`.execute(db)
}
