import type { CancelCause } from '@tagalong/contract/features/playdates/playdate.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { erasedNames } from '#features/visibility/erased-names.ts'
import { looksAt, standsThere } from '#features/visibility/playdates.db.ts'
import { withoutNames } from './names-in-text.ts'

/** What past playdates show of an erased child. */
const namelessChild = {
  first_name: erasedNames.child,
  last_name_initial: '',
  school: null,
  grade: null,
  photo: null,
  availability: null,
  helps_friends: true,
}

/** A playdate that children have left. */
export interface LeftPlaydateRow {
  id: string
  type: string
  status: string
  owner_id: string
  series_id: string | null
  accepted_time: Date | null
  proposed_times: Date[]
  /** A request for another time of a playdate that they have left, too: others are notified only of that playdate. */
  goes_along: boolean
  /** The guardians on its sides now. */
  caregivers: string[]
  /** The helpers who saw it until now. */
  helpers: string[]
  /** Those of them who help with a child that stays in it. */
  helping: string[]
}

interface Removal {
  childIds: readonly string[]
  /** The caregiver who causes it. */
  caregiverId: string
  /** Why a playdate is cancelled by it. */
  cause: CancelCause
  causeOfEvents?: CancelCause
  /** Only in these playdates. */
  from?: readonly string[]
  now: Date
}

/**
 * Takes the children out of requests, and out of confirmed playdates that are still to come. Playdates with a side left
 * empty are cancelled. Returns the changed playdates, with the caregivers concerned. The playdates must be
 * locked.
 */
export async function removeFromComing(
  db: Db,
  { childIds, caregiverId, cause, causeOfEvents = cause, from, now }: Removal,
): Promise<LeftPlaydateRow[]> {
  let coming = db
    .selectFrom('playdate')
    .where('playdate.id', 'in', playdatesOf(childIds))
    .where((eb) =>
      eb.or([
        eb('playdate.status', '=', 'pending'),
        eb.and([eb('playdate.status', '=', 'accepted'), eb('playdate.accepted_time', '>', now)]),
      ]),
    )
    .select(['playdate.id', lookingHelpers.as('helpers')])
  if (from) coming = coming.where('playdate.id', '=', sql<string>`any(${[...from]}::uuid[])`)
  const before = new Map((await coming.execute()).map(({ id, helpers }) => [id, helpers]))
  const ids = [...before.keys()]
  if (ids.length === 0) return []
  await db
    .deleteFrom('playdate_child')
    .where('child_id', 'in', [...childIds])
    .where('playdate_id', 'in', ids)
    .execute()
  const sides = sql<number>`(
    select count(distinct side)::int from playdate_child where playdate_child.playdate_id = playdate.id)`
  const left = await db
    .updateTable('playdate')
    .set({
      status: sql<string>`case when ${sides} < 2 then 'cancelled' else status end`,
      cancelled_by: sql<string | null>`case when ${sides} < 2 then ${caregiverId}::uuid end`,
      cancel_cause: sql<string | null>`case when ${sides} < 2
        then case type when 'single' then ${cause}::text else ${causeOfEvents}::text end end`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', 'in', ids)
    .returning([
      'id',
      'type',
      'status',
      'owner_id',
      'series_id',
      'accepted_time',
      'proposed_times',
      sql<boolean>`(playdate.replaces_id = any(${ids}::uuid[])) is true`.as('goes_along'),
      standingGuardians.as('caregivers'),
      lookingHelpers.as('helping'),
    ])
    .execute()
  return left.map((row) => ({ ...row, helpers: before.get(row.id) ?? [] }))
}

/** Over `playdate`: the guardians on its sides. */
const standingGuardians = sql<string[]>`array(
  select caregiver_id::text from playdate_caregiver
  where playdate_caregiver.playdate_id = playdate.id and role = 'guardian' and ${standsThere('playdate_caregiver')})`

/** Over `playdate`: the helpers who may see it. */
const lookingHelpers = sql<string[]>`array(
  select caregiver_id::text from playdate_caregiver
  where playdate_caregiver.playdate_id = playdate.id and role = 'helper' and ${looksAt('playdate_caregiver')})`

export async function eraseChildren(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('child')
    .set({ ...namelessChild, deleted_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * Removes the children's first names from what was written about their playdates: messages, places, descriptions,
 * reasons. Keeps a name that another child there bears, too. The playdates must be locked, so that nothing written
 * meanwhile is overwritten.
 */
export async function eraseNames(db: Db, ids: readonly string[]): Promise<void> {
  const names = new Map((await findNames(db, ids)).map(({ playdate_id, names }) => [playdate_id, names]))
  if (names.size === 0) return
  // A family taken off an event has a copy of it, with its texts.
  const nameless = ({ id, copy_of }: { id: string; copy_of: string | null }, text: string | null) =>
    text && withoutNames(text, [...(names.get(id) ?? []), ...(names.get(copy_of ?? '') ?? [])])

  const playdates = await db
    .selectFrom('playdate')
    .select(['id', 'copy_of', ...written])
    .where(isOneOf([...names.keys()]))
    .execute()
  const rewritten = playdates
    .filter((row) => written.some((column) => nameless(row, row[column]) !== row[column]))
    .map((row) => ({
      id: row.id,
      ...Object.fromEntries(written.map((column) => [column, nameless(row, row[column])])),
    }))
  const changes = sql.join(
    written.map((column) => sql`${sql.ref(column)} = ${sql.ref(`rewritten.${column}`)}`),
  )
  await sql`update playdate set ${changes}
    from jsonb_populate_recordset(null::playdate, ${JSON.stringify(rewritten)}) as rewritten
    where playdate.id = rewritten.id`.execute(db)

  const messages = await db
    .selectFrom('message')
    .innerJoin('chat_room', 'chat_room.id', 'message.room_id')
    .innerJoin('playdate', 'playdate.id', 'chat_room.playdate_id')
    .select(['message.id as message', 'message.text', 'playdate.id', 'playdate.copy_of'])
    .where(isOneOf([...names.keys()]))
    .execute()
  const changed = messages
    .map(({ message, text, ...playdate }) => ({ id: message, before: text, text: nameless(playdate, text) }))
    .filter(({ before, text }) => text !== before)
  await sql`update message set text = rewritten.text
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as rewritten (id uuid, text text)
    where message.id = rewritten.id`.execute(db)
}

function isOneOf(ids: readonly string[]) {
  return sql<boolean>`(playdate.id = any(${ids}::uuid[]) or playdate.copy_of = any(${ids}::uuid[]))`
}

const written = [
  'location1',
  'location2',
  'location3',
  'accepted_location',
  'description',
  'cancel_reason',
] as const

/**
 * Returns, by playdate, the children's names then and now, without those that another child there bears. A child that
 * was taken off an event is in its family's copy only, but was written about in the event, too.
 */
async function findNames(
  db: Db,
  ids: readonly string[],
): Promise<{ playdate_id: string; names: string[] }[]> {
  return db
    .selectFrom('playdate_child')
    .innerJoin('child', 'child.id', 'playdate_child.child_id')
    .innerJoin('playdate as own', 'own.id', 'playdate_child.playdate_id')
    .innerJoin('playdate as about', (join) => join.on(sql<boolean>`about.id in (own.id, own.copy_of)`))
    .innerJoinLateral(
      sql<{ name: string }>`(values (child.first_name), (playdate_child.first_name))`.as<'called'>(
        sql`called (name)`,
      ),
      (join) => join.onTrue(),
    )
    .where('playdate_child.child_id', 'in', [...ids])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('playdate_child as beside')
            .innerJoin('child as namesake', 'namesake.id', 'beside.child_id')
            .select('namesake.id')
            .whereRef('beside.playdate_id', '=', 'about.id')
            .where(({ or, eb }) =>
              or([
                eb('namesake.first_name', '=', eb.ref('called.name')),
                eb('beside.first_name', '=', eb.ref('called.name')),
              ]),
            )
            .where('namesake.id', 'not in', [...ids]),
        ),
      ),
    )
    .select(['about.id as playdate_id', sql<string[]>`array_agg(distinct called.name)`.as('names')])
    .groupBy('about.id')
    .execute()
}

function playdatesOf(childIds: readonly string[]) {
  return sql<string>`(select playdate_id from playdate_child where child_id in (${sql.join([...childIds])}))`
}

/** Deletes the caregiver's connections. Returns the caregivers on their other sides, by connection. */
export async function deleteConnections(
  db: Db,
  caregiverId: string,
): Promise<{ id: string; others: string[] }[]> {
  const all = await db
    .selectFrom('connection')
    .select('id')
    .where((eb) => eb.or([eb('inviter_id', '=', caregiverId), eb('invitee_id', '=', caregiverId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (all.length === 0) return []
  const rows = await db
    .deleteFrom('connection')
    .where(
      'id',
      'in',
      all.map(({ id }) => id),
    )
    .returning(['id', 'inviter_id', 'invitee_id'])
    .execute()
  return rows.map(({ id, inviter_id, invitee_id }) => ({
    id,
    others: [inviter_id, invitee_id].filter((each) => each !== null && each !== caregiverId) as string[],
  }))
}

/** Keeps the row, for past playdates and messages, but nothing in it that says who it was. */
export async function eraseCaregiver(db: Db, id: string): Promise<void> {
  await db.deleteFrom('chat_read').where('caregiver_id', '=', id).execute()
  await db
    .updateTable('caregiver')
    .set({
      user_id: null,
      name: erasedNames.caregiver,
      last_name: '',
      phone_number: '',
      phone_proof: null,
      phone_proven_at: null,
      zip_code: '',
      time_zone: 'UTC',
      shows_number: false,
      afternoon_asked_at: null,
      claim_hash: null,
      claim_expires_at: null,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteReports(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('crash_report').where('user_id', '=', userId).execute()
}
