import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { nameFor } from '#features/visibility/names.db.ts'
import { isOut } from '#features/visibility/standing.ts'
import { guardiansOf } from '#features/visibility/visibility.db.ts'

/** An event that isn't off and is to come. */
export interface EventRow {
  id: string
  version: number
  capacity: number | null
  accepted_time: Date
  owner_id: string
  /** The owner's time zone. */
  time_zone: string
}

/**
 * Locks an event, before its answers and its line are read or changed: nobody answers one that is being moved, and
 * spots are given to one family after the other. Undefined if it is off or has begun.
 */
export async function lockEvent(db: Db, id: string, now: Date): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select playdate.id, version, capacity, accepted_time, owner_id,
      (select time_zone from caregiver where caregiver.id = owner_id) as time_zone
    from playdate
    where id = ${id} and type = 'group' and status = 'accepted' and accepted_time > ${now}
    for no key update`.execute(db)
  return rows[0]
}

/** Over `playdate_child`: true if the child takes a spot: it is the owner's, comes, or has one kept. */
const hasSpot = sql<boolean>`(side = 'owner' or response = 'accepted' or in_line = 'offered')`

/** Counts the spots taken, and how many of them by the owner's children. The event must be locked. */
export async function findSpots(db: Db, id: string): Promise<{ taken: number; owners: number }> {
  const { rows } = await sql<{ taken: number; owners: number }>`
    select count(*)::int as taken, count(*) filter (where side = 'owner')::int as owners
    from playdate_child where playdate_id = ${id} and ${hasSpot}`.execute(db)
  return rows[0] ?? { taken: 0, owners: 0 }
}

/**
 * Stores the number of spots taken; nothing else updates it. Call it once in a transaction: for a row that it changes
 * twice, Postgres checks the owner again, and would wait for their erasure with the event locked. The playdates must be
 * locked.
 */
export async function countSpots(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update playdate set spots_taken = counted.spots
    from (
      select id, (select count(*) from playdate_child where playdate_id = playdate.id and ${hasSpot}) as spots
      from playdate where id = any(${[...ids]}::uuid[]) and type = 'group') counted
    where playdate.id = counted.id and spots_taken <> counted.spots`.execute(db)
}

/** One family on the waiting list. */
export interface PlaceRow {
  caregiver_id: string
  /** null if no spots are kept for it */
  offer_until: Date | null
  /** The children on the list for whom the caregiver acted last. */
  children: string[]
}

/** Returns the line in its order, with who acts for the children now, named as the viewer may know them. */
export const findNamedLine = prepared((db, { viewer, playdateId }: { viewer: string; playdateId: string }) =>
  places(db, playdateId)
    .innerJoin('caregiver', (join) =>
      join.on(
        sql<boolean>`caregiver.id = coalesce(acted_for(children[1]::uuid, caregiver_id), caregiver_id)`,
      ),
    )
    .select(['caregiver_id', 'offer_until', 'children', nameFor(viewer, 'caregiver').as('caregiver')])
    .orderBy('seq'),
)

/** Returns the line in its order. */
export function findLine(db: Db, playdateId: string): Promise<PlaceRow[]> {
  return places(db, playdateId).select(['caregiver_id', 'offer_until', 'children']).orderBy('seq').execute()
}

/** Lists, in order, families that wait and could answer: paused accounts mustn't keep free spots from the others. */
export function listToOffer(
  db: Db,
  playdateId: string,
): Promise<Pick<PlaceRow, 'caregiver_id' | 'children'>[]> {
  return places(db, playdateId)
    .where('offer_until', 'is', null)
    .where(
      sql<boolean>`exists (
        select from unnest(children::uuid[]) child (id), unnest(array${guardiansOf(sql.ref('child.id'))}) guardian (id)
        where not ${isOut(sql.ref('guardian.id'))})`,
    )
    .select(['caregiver_id', 'children'])
    .orderBy('seq')
    .execute()
}

/** Selects the places, unsorted. A place without children doesn't count. */
function places(db: Db, playdateId: string) {
  return db.selectFrom(
    sql<PlaceRow & { seq: string }>`(
      select waiting_place.caregiver_id, offer_until, seq, array_agg(child_id::text order by child_id) as children
      from waiting_place
      join playdate_child on playdate_child.playdate_id = waiting_place.playdate_id
        and acted_by = waiting_place.caregiver_id and in_line is not null
      where waiting_place.playdate_id = ${playdateId}
      group by waiting_place.playdate_id, waiting_place.caregiver_id)`.as('place'),
  )
}

/** Adds the caregiver to the end of the line, or at the place that another guardian of the family already has. */
export async function takePlace(
  db: Db,
  { playdateId, caregiverId, before }: { playdateId: string; caregiverId: string; before: string | null },
): Promise<void> {
  if (before === caregiverId) return
  if (before === null) {
    await sql`
      insert into waiting_place (playdate_id, caregiver_id) values (${playdateId}, ${caregiverId})
      on conflict (playdate_id, caregiver_id) do nothing`.execute(db)
    return
  }
  await sql`
    insert into waiting_place (playdate_id, caregiver_id, seq)
    select ${playdateId}::uuid, ${caregiverId}::uuid, seq from waiting_place
    where playdate_id = ${playdateId} and caregiver_id = ${before}
    on conflict (playdate_id, caregiver_id) do update set seq = least(waiting_place.seq, excluded.seq)`.execute(
    db,
  )
}

/** Removes from the lines of these events children who have an answer, and places that stand for no child. */
export async function tidyLines(db: Db, ids: readonly string[]): Promise<void> {
  const events = sql`any(${[...ids]}::uuid[])`
  await sql`
    with answered as (
      update playdate_child set in_line = null
      where playdate_id = ${events} and in_line is not null and response is not null)
    delete from waiting_place
    where playdate_id = ${events} and not exists (
      select from playdate_child
      where playdate_child.playdate_id = waiting_place.playdate_id and acted_by = waiting_place.caregiver_id
        and in_line is not null and response is null)`.execute(db)
}

/** Keeps spots for that family until then. */
export async function offerSpots(
  db: Db,
  { playdateId, caregiverId, until }: { playdateId: string; caregiverId: string; until: Date },
): Promise<void> {
  await sql`
    with kept as (
      update waiting_place set offer_until = ${until}
      where playdate_id = ${playdateId} and caregiver_id = ${caregiverId})
    update playdate_child set in_line = 'offered'
    where playdate_id = ${playdateId} and acted_by = ${caregiverId} and in_line = 'waiting'`.execute(db)
}

/** Removes these families from the line. */
export async function leaveLine(db: Db, playdateId: string, caregivers: readonly string[]): Promise<void> {
  const ids = sql`any(${[...caregivers]}::uuid[])`
  await sql`
    with gone as (delete from waiting_place where playdate_id = ${playdateId} and caregiver_id = ${ids})
    update playdate_child set in_line = null
    where playdate_id = ${playdateId} and acted_by = ${ids} and in_line is not null`.execute(db)
}

/** Empties the line: nobody waits any more, and no spots are kept. */
export async function endLine(db: Db, playdateId: string): Promise<void> {
  await sql`
    with gone as (delete from waiting_place where playdate_id = ${playdateId})
    update playdate_child set in_line = null where playdate_id = ${playdateId} and in_line is not null`.execute(
    db,
  )
}

/** Accepts all children on the line, and names the caregivers who waited. Returns the guardians of these children. */
export async function letAllIn(db: Db, playdateId: string): Promise<string[]> {
  const { rows } = await sql<{ guardians: string[] }>`
    with gone as (
      delete from waiting_place where playdate_id = ${playdateId} returning caregiver_id
    ), named as (
      update playdate_caregiver set shown = true from gone
      where playdate_id = ${playdateId} and playdate_caregiver.caregiver_id = gone.caregiver_id and not shown)
    update playdate_child set in_line = null, response = 'accepted', acted_at = now()
    where playdate_id = ${playdateId} and in_line is not null
    returning ${guardians} as guardians`.execute(db)
  return [...new Set(rows.flatMap(({ guardians }) => guardians))]
}

const guardians = sql<string[]>`array(
  select each::text from unnest(array${guardiansOf(sql.ref('playdate_child.child_id'))}) each)`

export async function guardiansOfChildren(db: Db, childIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct each::text as id
    from unnest(${[...childIds]}::uuid[]) child (id), unnest(array${guardiansOf(sql.ref('child.id'))}) each`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function updateCapacity(db: Db, id: string, capacity: number | null): Promise<void> {
  await db.updateTable('playdate').set({ capacity }).where('id', '=', id).execute()
}

/**
 * Lists events to come with something to do: an offer that is over, a family that waits while there is room, or a wrong
 * count, left by an answer that a process of the previous release stored.
 */
export async function listDue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from playdate
    where capacity is not null and status = 'accepted' and accepted_time > ${now} and (
      exists (
        select from waiting_place
        where playdate_id = playdate.id and (offer_until <= ${now} or offer_until is null and spots_taken < capacity))
      or spots_taken <> (select count(*) from playdate_child where playdate_id = playdate.id and ${hasSpot}))
    order by accepted_time, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists events that are off or have begun and still have a line. */
export async function listEnded(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct playdate_id as id from waiting_place join playdate on playdate.id = waiting_place.playdate_id
    where status <> 'accepted' or accepted_time <= ${now}`.execute(db)
  return rows.map(({ id }) => id)
}
