import type { Response } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/types.ts'
import { mayRead } from '#features/visibility/chat.db.ts'

interface Name {
  id: string
  name: string
  last_name: string
}

export interface PlaydateChildRow {
  id: string
  side: 'owner' | 'recipient'
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  caregiver: Name
}

/** A playdate with all that a card or a page shows, as one caregiver sees it. */
export interface PlaydateRow {
  id: string
  type: 'single' | 'group'
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  owner: Name
  children: PlaydateChildRow[]
  recipients: Name[]
  location1: string | null
  location2: string | null
  location3: string | null
  proposed_times: Date[]
  accepted_location: string | null
  accepted_time: Date | null
  description: string | null
  duration_minutes: number
  last_submitted_by: string
  cancel_reason: string | null
  version: number
  created_at: Date
  updated_at: Date
  /** The viewer's own answer to an event. */
  response: Response | null
  /** How many messages of others the viewer has not read, by room; rooms without any are left out. */
  unread: { recipient_id: string | null; count: number }[]
}

/** Playdates on whose sides the viewer stands. */
function playdatesOf(db: Db, viewer: string) {
  return db
    .selectFrom('playdate_caregiver as mine')
    .innerJoin('playdate', 'playdate.id', 'mine.playdate_id')
    .innerJoin('caregiver as owner', 'owner.id', 'playdate.owner_id')
    .where('mine.caregiver_id', '=', viewer)
    .select([
      'playdate.id',
      'playdate.type',
      'playdate.status',
      sql<Name>`jsonb_build_object('id', owner.id, 'name', owner.name, 'last_name', owner.last_name)`.as(
        'owner',
      ),
      sql<PlaydateChildRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', child.id, 'side', playdate_child.side, 'first_name', child.first_name,
          'last_name_initial', child.last_name_initial, 'grade', child.grade, 'photo', child.photo,
          'caregiver', jsonb_build_object('id', carer.id, 'name', carer.name, 'last_name', carer.last_name)
        ) order by playdate_child.side, child.id), '[]')
        from playdate_child
        join child on child.id = playdate_child.child_id
        join caregiver carer on carer.id = child.caregiver_id
        where playdate_child.playdate_id = playdate.id)`.as('children'),
      sql<Name[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', caregiver.id, 'name', caregiver.name, 'last_name', caregiver.last_name)
          order by caregiver.name, caregiver.id), '[]')
        from playdate_caregiver
        join caregiver on caregiver.id = playdate_caregiver.caregiver_id
        where playdate_caregiver.playdate_id = playdate.id and playdate_caregiver.side = 'recipient')`.as(
        'recipients',
      ),
      'playdate.location1',
      'playdate.location2',
      'playdate.location3',
      'playdate.proposed_times',
      'playdate.accepted_location',
      'playdate.accepted_time',
      'playdate.description',
      'playdate.duration_minutes',
      'playdate.last_submitted_by',
      'playdate.cancel_reason',
      'playdate.version',
      'playdate.created_at',
      'playdate.updated_at',
      'mine.response',
      sql<PlaydateRow['unread']>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'recipient_id', room.recipient_id, 'count', room.count) order by room.recipient_id), '[]')
        from (
          select chat_room.recipient_id, count(*)::int as count from chat_room
          join message on message.room_id = chat_room.id
          left join chat_read on chat_read.room_id = chat_room.id and chat_read.caregiver_id = ${viewer}
          where chat_room.playdate_id = playdate.id and ${mayRead(viewer)}
            and message.sender_id is distinct from ${viewer}
            and (chat_read.message_id is null or message.id > chat_read.message_id)
          group by chat_room.id) room)`.as('unread'),
    ])
    .$castTo<PlaydateRow>()
}

/** Only where the viewer stands on a side. */
export function findPlaydate(db: Db, viewer: string, id: string): Promise<PlaydateRow | undefined> {
  return playdatesOf(db, viewer).where('mine.playdate_id', '=', id).executeTakeFirst()
}

/** Single ones that wait for an answer, the latest change first. */
export function listPending(db: Db, viewer: string): Promise<PlaydateRow[]> {
  return playdatesOf(db, viewer)
    .where('playdate.status', '=', 'pending')
    .where('playdate.type', '=', 'single')
    .orderBy('playdate.updated_at', 'desc')
    .orderBy('playdate.id', 'desc')
    .execute()
}

/** Confirmed ones from `today` on, the next one first. */
export function listUpcoming(db: Db, viewer: string, today: Date): Promise<PlaydateRow[]> {
  return playdatesOf(db, viewer)
    .where('playdate.status', '=', 'accepted')
    .where('playdate.accepted_time', '>=', today)
    .orderBy('playdate.accepted_time')
    .orderBy('playdate.id')
    .execute()
}

/** Confirmed ones before `today`, the latest first; with a cursor those that follow that playdate. */
export function listPast(
  db: Db,
  viewer: string,
  { today, cursor, limit }: { today: Date; cursor: string | undefined; limit: number },
): Promise<PlaydateRow[]> {
  let query = playdatesOf(db, viewer)
    .where('playdate.status', '=', 'accepted')
    .where('playdate.accepted_time', '<', today)
  if (cursor) query = query.where((eb) => follows(eb, viewer, cursor))
  return query.orderBy('playdate.accepted_time', 'desc').orderBy('playdate.id', 'desc').limit(limit).execute()
}

/** Behind that playdate of the viewer's own; behind anybody else's stands nothing. */
function follows(eb: ExpressionBuilder<DB, 'playdate'>, viewer: string, cursor: string) {
  return sql<boolean>`(${eb.ref('playdate.accepted_time')}, ${eb.ref('playdate.id')}) <
    (select at.accepted_time, at.id from playdate at
      join playdate_caregiver on playdate_caregiver.playdate_id = at.id and playdate_caregiver.caregiver_id = ${viewer}
      where at.id = ${cursor})`
}

export interface NewPlaydate {
  id: string
  roomId: string
  type: 'single' | 'group'
  ownerId: string
  ownerChildren: readonly string[]
  recipients: readonly { childId: string; caregiverId: string }[]
  proposal: Proposal
}

export interface Proposal {
  locations: readonly [string | null, string | null, string | null]
  times: readonly Date[]
  durationMinutes: number
  /** Only of events. */
  description?: string | null
}

const proposalColumns = ({ locations, times, durationMinutes, description = null }: Proposal) => ({
  location1: locations[0],
  location2: locations[1],
  location3: locations[2],
  proposed_times: [...times],
  duration_minutes: durationMinutes,
  description,
})

/** An event needs nobody's yes to take place: its one time and place stand. */
const settledColumns = ({ locations, times }: Proposal) => ({
  status: 'accepted',
  accepted_location: locations[0],
  accepted_time: times[0] ?? null,
})

/**
 * The playdate with its sides and its chat room. A request waits for an answer; an event stands, and has a private
 * room for its owner and each invitee.
 */
export async function insertPlaydate(db: Db, row: NewPlaydate): Promise<void> {
  await db
    .insertInto('playdate')
    .values({
      id: row.id,
      type: row.type,
      status: 'pending',
      owner_id: row.ownerId,
      last_submitted_by: row.ownerId,
      ...proposalColumns(row.proposal),
      ...(row.type === 'group' && settledColumns(row.proposal)),
    })
    .execute()
  const invited = new Set(row.recipients.map(({ caregiverId }) => caregiverId))
  await db
    .insertInto('playdate_caregiver')
    .values([
      { playdate_id: row.id, caregiver_id: row.ownerId, side: 'owner' },
      ...[...invited].map((caregiver_id) => ({ playdate_id: row.id, caregiver_id, side: 'recipient' })),
    ])
    .execute()
  await insertSides(db, row.id, [
    ...row.ownerChildren.map((childId) => ({ childId, caregiverId: row.ownerId, side: 'owner' as const })),
    ...row.recipients.map((each) => ({ ...each, side: 'recipient' as const })),
  ])
  const privately = row.type === 'group' ? [...invited] : []
  await db
    .insertInto('chat_room')
    .values([
      { id: row.roomId, playdate_id: row.id },
      ...privately.map((recipient_id) => ({ id: newId(), playdate_id: row.id, recipient_id })),
    ])
    .execute()
}

async function insertSides(
  db: Db,
  playdateId: string,
  children: readonly { childId: string; caregiverId: string; side: 'owner' | 'recipient' }[],
): Promise<void> {
  await db
    .insertInto('playdate_child')
    .values(
      children.map(({ childId, caregiverId, side }) => ({
        playdate_id: playdateId,
        child_id: childId,
        caregiver_id: caregiverId,
        side,
      })),
    )
    .execute()
}

/** One step of a playdate's life: it happens only from the version that was seen. */
export interface Step {
  id: string
  version: number
  from: 'pending' | 'accepted'
}

/** False where somebody else was first. */
async function change(db: Db, { id, version, from }: Step, set: Record<string, unknown>): Promise<boolean> {
  const changed = await db
    .updateTable('playdate')
    .set({ ...set, version: version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', from)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export function markAccepted(
  db: Db,
  step: Step,
  { location, time }: { location: string; time: Date },
): Promise<boolean> {
  return change(db, step, { status: 'accepted', accepted_location: location, accepted_time: time })
}

export function markRejected(db: Db, step: Step): Promise<boolean> {
  return change(db, step, { status: 'rejected' })
}

export function markCancelled(db: Db, step: Step, reason: string | null): Promise<boolean> {
  return change(db, step, { status: 'cancelled', cancel_reason: reason })
}

/** Another place and time, set by the owner, whose children may be others; nobody has answered any more. */
export async function moveEvent(
  db: Db,
  step: Step,
  { ownerId, children }: { ownerId: string; children: readonly string[] },
  proposal: Proposal,
): Promise<boolean> {
  if (!(await change(db, step, { ...proposalColumns(proposal), ...settledColumns(proposal) }))) return false
  await replaceSide(db, step.id, { caregiverId: ownerId, side: 'owner', children })
  await db
    .updateTable('playdate_caregiver')
    .set({ response: null })
    .where('playdate_id', '=', step.id)
    .where('response', 'is not', null)
    .execute()
  return true
}

/**
 * The caregiver's answer, as long as the event stands and is to come; false otherwise. Holds the playdate, so that
 * no answer is given to an event that is being moved or cancelled.
 */
export async function setResponse(
  db: Db,
  {
    id,
    caregiverId,
    response,
    version,
    now,
  }: { id: string; caregiverId: string; response: Response; version: number | undefined; now: Date },
): Promise<boolean> {
  let standing = db
    .selectFrom('playdate')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', 'group')
    .where('status', '=', 'accepted')
    .where('accepted_time', '>', now)
    .forShare()
  if (version !== undefined) standing = standing.where('version', '=', version)
  if (!(await standing.executeTakeFirst())) return false
  const set = await db
    .updateTable('playdate_caregiver')
    .set({ response })
    .where('playdate_id', '=', id)
    .where('caregiver_id', '=', caregiverId)
    .where('side', '=', 'recipient')
    .returning('playdate_id')
    .executeTakeFirst()
  return set !== undefined
}

export interface ResponseRow {
  caregiver: Name
  response: Response
}

/** Of all who have answered, by name. */
export async function listResponses(db: Db, playdateId: string): Promise<ResponseRow[]> {
  const rows = await db
    .selectFrom('playdate_caregiver')
    .innerJoin('caregiver', 'caregiver.id', 'playdate_caregiver.caregiver_id')
    .where('playdate_caregiver.playdate_id', '=', playdateId)
    .where('playdate_caregiver.response', 'is not', null)
    .select(['caregiver.id', 'caregiver.name', 'caregiver.last_name', 'playdate_caregiver.response'])
    .orderBy('caregiver.name')
    .orderBy('caregiver.id')
    .$castTo<Name & { response: Response }>()
    .execute()
  return rows.map(({ response, ...caregiver }) => ({ caregiver, response }))
}

/** Another proposal by one side, with that side's children anew. */
export async function updateProposal(
  db: Db,
  step: Step,
  by: { caregiverId: string; side: 'owner' | 'recipient'; children: readonly string[] },
  proposal: Proposal,
): Promise<boolean> {
  const set = { ...proposalColumns(proposal), last_submitted_by: by.caregiverId }
  if (!(await change(db, step, set))) return false
  await replaceSide(db, step.id, by)
  return true
}

async function replaceSide(
  db: Db,
  playdateId: string,
  {
    caregiverId,
    side,
    children,
  }: { caregiverId: string; side: 'owner' | 'recipient'; children: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('playdate_child')
    .where('playdate_id', '=', playdateId)
    .where('side', '=', side)
    .execute()
  await insertSides(
    db,
    playdateId,
    children.map((childId) => ({ childId, caregiverId, side })),
  )
}
