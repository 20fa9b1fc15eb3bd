import type { Stay } from '@tagalong/contract/features/playdates/playdate.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameFor } from '#features/visibility/names.db.ts'
import { isGuardian, isOut, knowsChild } from '#features/visibility/visibility.db.ts'

export interface AskRow {
  id: string
  owner_id: string
  own_children: string[]
  location1: string | null
  location2: string | null
  location3: string | null
  times: Date[]
  duration_minutes: number
  wait: Wait | null
  stay: Stay | null
  status: 'asking' | 'done' | 'ended'
  ended_as: 'nobody' | 'stopped' | 'past' | null
  version: number
}

/** The outcome for one family; `waiting` and `asked` aren't final. */
export type StepState = 'waiting' | 'asked' | 'accepted' | 'rejected' | 'unanswered' | 'failed'

export interface Family {
  childId: string
  caregiverId: string
}

export interface NewAsk extends Omit<AskRow, 'status' | 'ended_as' | 'version' | 'own_children' | 'times'> {
  own_children: readonly string[]
  times: readonly Date[]
}

/** Makes other transactions wait to create an order of this owner's until this one ends. */
export async function lockAsksOf(db: Db, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`asks ${owner}`}, 0))`.execute(db)
}

export async function countAsking(db: Db, owner: string): Promise<number> {
  const { count } = await db
    .selectFrom('ask')
    .where('owner_id', '=', owner)
    .where('status', '=', 'asking')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAsk(db: Db, row: NewAsk, families: readonly Family[]): Promise<void> {
  await db
    .insertInto('ask')
    .values({ ...row, own_children: [...row.own_children], times: [...row.times] })
    .execute()
  await db
    .insertInto('ask_step')
    .values(
      families.map(({ childId, caregiverId }, index) => ({
        ask_id: row.id,
        position: index + 1,
        child_id: childId,
        caregiver_id: caregiverId,
      })),
    )
    .execute()
}

export function findAsk(db: Db, owner: string, id: string): Promise<AskRow | undefined> {
  return asks(db).where('id', '=', id).where('owner_id', '=', owner).executeTakeFirst()
}

/** Lists all orders of the owner, the newest first. */
export function listAsks(db: Db, owner: string): Promise<AskRow[]> {
  return asks(db).where('owner_id', '=', owner).orderBy('id', 'desc').execute()
}

/** Locks the order, so that no other step of it is taken before the transaction ends. */
export function lockAsk(db: Db, owner: string, id: string): Promise<AskRow | undefined> {
  return asks(db).where('id', '=', id).where('owner_id', '=', owner).forNoKeyUpdate().executeTakeFirst()
}

const asks = (db: Db) =>
  db
    .selectFrom('ask')
    .select([
      'id',
      'owner_id',
      'own_children',
      'location1',
      'location2',
      'location3',
      'times',
      'duration_minutes',
      'wait',
      'stay',
      'status',
      'ended_as',
      'version',
    ])
    .$castTo<AskRow>()

/** Lists active orders without an open request, with their owners' time zones. */
export function listWithoutRequest(
  db: Db,
): Promise<{ id: string; owner_id: string; time_zone: string | null }[]> {
  return (
    db
      .selectFrom('ask')
      .innerJoin('caregiver', 'caregiver.id', 'ask.owner_id')
      .where('ask.status', '=', 'asking')
      // An owner who is suspended asks nobody.
      .where(sql<boolean>`not ${isOut(sql.ref('ask.owner_id'))}`)
      .where(
        sql<boolean>`not exists (select from playdate where playdate.ask_id = ask.id and playdate.status = 'pending')`,
      )
      .select(['ask.id', 'ask.owner_id', 'caregiver.time_zone'])
      .orderBy('ask.id')
      .execute()
  )
}

/** A family that had or has its turn, with its request. */
export interface TurnRow {
  position: number
  state: StepState
  caregiver_id: string
  playdate_id: string | null
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled' | null
  /** The request was confirmed at some time, even if it is cancelled now. */
  was_confirmed: boolean
  ended_as: 'over' | null
  /** The side that proposed last; a no comes from the other side. */
  last_side: 'owner' | 'recipient' | null
  /** A caregiver on the maker's side cancelled it, other than by a block. */
  is_taken_back: boolean
}

/** Over `playdate` and its `step`. A cancellation that comes with a block by the maker's side doesn't count. */
const isTakenBack = sql<boolean>`(playdate.status = 'cancelled' and playdate.cancel_cause is null
  and exists (
    select from playdate_caregiver
    where playdate_id = playdate.id and caregiver_id = playdate.cancelled_by and side = 'owner')
  and not exists (
    select from block
    where blocker_id = playdate.cancelled_by and blocked_id = step.caregiver_id
      and block.created_at <= playdate.updated_at))`

/** Returns the family that was asked last, or couldn't be asked. */
export function findLastTurn(db: Db, askId: string): Promise<TurnRow | undefined> {
  return db
    .selectFrom('ask_step as step')
    .leftJoin('playdate', 'playdate.id', 'step.playdate_id')
    .where('step.ask_id', '=', askId)
    .where('step.state', '<>', 'waiting')
    .select([
      'step.position',
      'step.state',
      'step.caregiver_id',
      'step.playdate_id',
      'playdate.status',
      sql<boolean>`playdate.accepted_time is not null`.as('was_confirmed'),
      'playdate.ended_as',
      'playdate.last_side',
      isTakenBack.as('is_taken_back'),
    ])
    .orderBy('step.position', 'desc')
    .limit(1)
    .$castTo<TurnRow>()
    .executeTakeFirst()
}

/** Returns the version of an order, which grows with each step of the order and of its requests. */
export async function versionOf(db: Db, { id, version }: AskRow): Promise<number> {
  const { sum } = await db
    .selectFrom('ask_step')
    .innerJoin('playdate', 'playdate.id', 'ask_step.playdate_id')
    .where('ask_step.ask_id', '=', id)
    .select(sql<number>`coalesce(sum(playdate.version), 0)::int`.as('sum'))
    .executeTakeFirstOrThrow()
  return version + sum
}

/** Lists those of the order's own children that its maker is still guardian of. */
export async function listOwnChildren(
  db: Db,
  { owner_id, own_children }: Pick<AskRow, 'owner_id' | 'own_children'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('child')
    .select('id')
    .where('id', 'in', own_children)
    .where('deleted_at', 'is', null)
    .where(isGuardian(owner_id, sql.ref('child.id')))
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the families still to be asked, in their order. */
export function listWaiting(db: Db, askId: string): Promise<{ position: number; child_id: string }[]> {
  return db
    .selectFrom('ask_step')
    .where('ask_id', '=', askId)
    .where('state', '=', 'waiting')
    .select(['position', 'child_id'])
    .orderBy('position')
    .execute()
}

/** Stores the outcome for a family, or that it is being asked. */
export async function setStep(
  db: Db,
  step: { askId: string; position: number },
  set: { state: StepState; playdate_id?: string },
): Promise<void> {
  await db
    .updateTable('ask_step')
    .set(set)
    .where('ask_id', '=', step.askId)
    .where('position', '=', step.position)
    .execute()
  await db.updateTable('ask').set({ version: sql`version + 1` }).where('id', '=', step.askId).execute()
}

export async function endAsk(
  db: Db,
  id: string,
  end: { status: 'done' } | { status: 'ended'; ended_as: NonNullable<AskRow['ended_as']> },
): Promise<void> {
  await db
    .updateTable('ask')
    .set({ ...end, ended_at: sql<Date>`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** A family as the order's maker sees it. */
export interface StepRow extends TurnRow {
  child_id: string
  first_name: string
  photo: string | null
  /** The maker can see the child now. */
  is_known: boolean
  caregiver: NameRow
  answer_by: Date | null
  /** The version of its request. */
  version: number | null
}

/** An order with all of its families. */
export interface WholeAsk {
  ask: AskRow
  steps: StepRow[]
}

export function listSteps(db: Db, viewer: string, askId: string): Promise<StepRow[]> {
  return db
    .selectFrom('ask_step as step')
    .innerJoin('child', 'child.id', 'step.child_id')
    .innerJoin('caregiver as carer', 'carer.id', 'step.caregiver_id')
    .leftJoin('playdate', 'playdate.id', 'step.playdate_id')
    .where('step.ask_id', '=', askId)
    .select((eb) => [
      'step.position',
      'step.state',
      'step.caregiver_id',
      'step.playdate_id',
      'step.child_id',
      'child.first_name',
      'child.photo',
      sql<boolean>`child.deleted_at is null and ${knowsChild(viewer, eb.ref('child.id'))}`.as('is_known'),
      nameFor(viewer, 'carer').as('caregiver'),
      'playdate.status',
      sql<boolean>`playdate.accepted_time is not null`.as('was_confirmed'),
      'playdate.ended_as',
      'playdate.last_side',
      isTakenBack.as('is_taken_back'),
      'playdate.answer_by',
      'playdate.version',
    ])
    .orderBy('step.position')
    .$castTo<StepRow>()
    .execute()
}

/** A caregiver whose place with a child has ended. */
interface Left {
  caregiverId: string
  childId: string
}

/** Locks the caregiver's orders for the child, so that no step is taken before the transaction ends. */
export async function lockAsksFor(db: Db, { caregiverId, childId }: Left): Promise<void> {
  await sql`select from ask where owner_id = ${caregiverId} and ${childId} = any(own_children)
    order by id for no key update`.execute(db)
}

/** Takes the child off the caregiver's orders. An order for no other child is deleted; its requests become plain. */
export async function leaveAsks(db: Db, { caregiverId, childId }: Left): Promise<void> {
  await sql`delete from ask where owner_id = ${caregiverId} and own_children = array[${childId}::uuid]`.execute(
    db,
  )
  await sql`update ask set own_children = array_remove(own_children, ${childId}::uuid), version = version + 1
    where owner_id = ${caregiverId} and ${childId} = any(own_children)`.execute(db)
}

/** Deletes the orders of a caregiver who is erased. */
export async function deleteAsksOf(db: Db, owner: string): Promise<void> {
  await db.deleteFrom('ask').where('owner_id', '=', owner).execute()
}
