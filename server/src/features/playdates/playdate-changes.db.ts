import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isLive } from '#features/visibility/visibility.db.ts'
import { type Proposal, settledColumns } from './playdate-insert.db.ts'
import { countSpots, endLine } from './spots/spots.db.ts'

export const proposalColumns = ({
  locations,
  times,
  durationMinutes,
  description = null,
  answerBy = null,
  stay = null,
}: Proposal) => ({
  location1: locations[0],
  location2: locations[1],
  location3: locations[2],
  proposed_times: [...times],
  duration_minutes: durationMinutes,
  description,
  answer_by: answerBy,
  stay,
})

/** The caregiver who takes a step, and for which side. */
export interface Actor {
  caregiverId: string
  side: 'owner' | 'recipient'
}

/** One change of a playdate's state, made only from the version that was seen. */
export interface Step {
  id: string
  version: number
  from: 'pending' | 'accepted'
}

/**
 * Changes a playdate, stores who acted for that side, and names them to the other side. False if another change came
 * first.
 */
async function change(
  db: Db,
  { id, version, from }: Step,
  by: Actor,
  set: Record<string, unknown>,
): Promise<boolean> {
  const changed = await db
    .with('changed', (each) =>
      each
        .updateTable('playdate')
        .set({ ...set, version: version + 1, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('status', '=', from)
        .where('version', '=', version)
        .returning('id'),
    )
    .with('acted', (each) =>
      each
        .updateTable('playdate_child')
        .from('changed')
        .set({ acted_by: by.caregiverId, acted_at: sql<Date>`now()` })
        .whereRef('playdate_child.playdate_id', '=', 'changed.id')
        .where('playdate_child.side', '=', by.side),
    )
    .with('named', (each) =>
      each
        .updateTable('playdate_caregiver')
        .from('changed')
        .set({ shown: true })
        .whereRef('playdate_caregiver.playdate_id', '=', 'changed.id')
        .where('playdate_caregiver.caregiver_id', '=', by.caregiverId)
        .where('playdate_caregiver.shown', '=', false),
    )
    .selectFrom('changed')
    .select('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** What both sides confirm. A playdate that replaces a date of a series becomes that date. */
export interface Accepted {
  location: string
  time: Date
  series?: { series_id: string | null; every_weeks: number | null }
}

export function markAccepted(
  db: Db,
  step: Step,
  by: Actor,
  { location, time, series }: Accepted,
): Promise<boolean> {
  return change(db, step, by, {
    status: 'accepted',
    accepted_location: location,
    accepted_time: time,
    ...series,
  })
}

export function markRejected(db: Db, step: Step, by: Actor): Promise<boolean> {
  return change(db, step, by, { status: 'rejected' })
}

export function markCancelled(db: Db, step: Step, by: Actor, reason: string | null): Promise<boolean> {
  return change(db, step, by, { status: 'cancelled', cancelled_by: by.caregiverId, cancel_reason: reason })
}

/** Cancels a playdate that another one has replaced, also in its series. */
export function markMoved(db: Db, step: Step, by: Actor): Promise<boolean> {
  const off = { status: 'cancelled', cancelled_by: by.caregiverId }
  return change(db, step, by, { ...off, series_id: null, every_weeks: null })
}

/** The caregiver who proposes, with their side's children from now on. */
export type Proposer = Actor & { children: readonly string[] }

/** Sets another place and time, and perhaps other children of the owner's. Clears all answers and the waiting list. */
export async function moveEvent(db: Db, step: Step, by: Proposer, proposal: Proposal): Promise<boolean> {
  if (!(await change(db, step, by, { ...proposalColumns(proposal), ...settledColumns(proposal) })))
    return false
  await replaceSide(db, step.id, by)
  await db
    .updateTable('playdate_child')
    .set({ response: null })
    .where('playdate_id', '=', step.id)
    .where('response', 'is not', null)
    .execute()
  await endLine(db, step.id)
  await countSpots(db, [step.id])
  return true
}

/** Stores another proposal by one side, and replaces that side's children. */
export async function updateProposal(db: Db, step: Step, by: Proposer, proposal: Proposal): Promise<boolean> {
  const set = { ...proposalColumns(proposal), last_submitted_by: by.caregiverId, last_side: by.side }
  if (!(await change(db, step, by, set))) return false
  await replaceSide(db, step.id, by)
  return true
}

/**
 * Replaces the children of one side. Caregivers without a child there any more leave the playdate. If its owner is
 * guardian of none of the new children, the proposer becomes the owner, and the request leaves its order, which must be
 * locked.
 */
async function replaceSide(
  db: Db,
  playdateId: string,
  { caregiverId, side, children }: Proposer,
): Promise<void> {
  await sql`
    with gone as (
      delete from playdate_child where playdate_id = ${playdateId} and side = ${side}
    ), owner as (
      update playdate set owner_id = ${caregiverId}, ask_id = null, ask_position = null, ask_length = null
      where id = ${playdateId} and ${side} = 'owner' and owner_id <> ${caregiverId}
        and not exists (
          select from guardianship
          where guardianship.caregiver_id = playdate.owner_id and child_id = any(${children}::uuid[])
            and role = 'guardian' and ${isLive()})
      returning id
    ), step as (
      update ask_step set state = 'failed' from owner
      where ask_step.playdate_id = owner.id and ask_step.state = 'asked'
    )
    update playdate_caregiver set until = now()
    where playdate_id = ${playdateId} and until > now() and not exists (
      select from guardianship
      where guardianship.caregiver_id = playdate_caregiver.caregiver_id
        and (child_id = any(${children}::uuid[]) or child_id in (
          select child_id from playdate_child
          where playdate_id = ${playdateId} and playdate_child.side <> ${side})))`.execute(db)
  await db
    .insertInto('playdate_child')
    .values(
      children.map((childId) => ({
        playdate_id: playdateId,
        child_id: childId,
        caregiver_id: caregiverId,
        side,
        acted_by: caregiverId,
        acted_at: sql<Date>`now()`,
      })),
    )
    .execute()
}
