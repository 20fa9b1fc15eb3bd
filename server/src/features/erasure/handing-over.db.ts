import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#db/db.ts'
import { isLive, isOut } from '#features/visibility/visibility.db.ts'

/** A guardian's place that has ended. */
export interface Left {
  childId: string
  caregiverId: string
}

/** Returns when the place ended; undefined if it hasn't, is a helper's, or the caregiver is erased. */
export async function findEnd(db: Db, { childId, caregiverId }: Left): Promise<Date | undefined> {
  const row = await db
    .selectFrom('guardianship')
    .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
    .select('until')
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('role', '=', 'guardian')
    .where('until', '<=', sql<Date>`now()`)
    .where('caregiver.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.until ?? undefined
}

/**
 * Locks the child, so that nobody changes its grown-ups or takes it into a playdate meanwhile. False if it is erased.
 */
export async function lockChild(db: Db, childId: string): Promise<boolean> {
  const { rows } =
    await sql`select from child where id = ${childId} and deleted_at is null for update`.execute(db)
  return rows.length > 0
}

const live = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.since`)} <= now() and ${sql.ref(`${alias}.until`)} > now())`

/** Over `playdate`: pending, or confirmed and still to come. */
const isComing = (now: Date) =>
  sql<boolean>`(playdate.status = 'pending' or playdate.status = 'accepted' and playdate.accepted_time > ${now})`

/** The child's coming playdates, with its side. They must be locked. */
function comingOf({ childId }: Left, now: Date) {
  return sql`(
    select playdate.id, playdate.type, playdate.owner_id, playdate.accepted_time, playdate_child.side
    from playdate_child join playdate on playdate.id = playdate_child.playdate_id
    where playdate_child.child_id = ${childId} and ${isComing(now)})`
}

/**
 * Over rows of `guardianship` called `place`, and `coming`: true if that guardian's account is closed, or paused now
 * and when the playdate begins.
 */
const isOutThen = sql<boolean>`exists (
  select from caregiver join app_user on app_user.id = caregiver.user_id
  where caregiver.id = place.caregiver_id and (app_user.standing = 'closed'
    or app_user.standing = 'suspended' and app_user.standing_until > greatest(now(), coming.accepted_time)))`

/**
 * Over `coming`: the guardians on the child's side who are guardians of every child there, the longest-standing first.
 * Leaves out those whom a pause keeps away.
 */
function heirsOf({ childId }: Left) {
  return sql`(
    select heir.caregiver_id from playdate_caregiver heir
    join guardianship place on place.child_id = ${childId} and place.caregiver_id = heir.caregiver_id
    where heir.playdate_id = coming.id and heir.side = coming.side and heir.role = 'guardian' and ${live('heir')}
      and not ${isOutThen}
      and not exists (
        select from playdate_child beside
        where beside.playdate_id = coming.id and beside.side = coming.side and not exists (
          select from guardianship
          where guardianship.child_id = beside.child_id and guardianship.caregiver_id = heir.caregiver_id
            and guardianship.role = 'guardian' and ${isLive()}))
    order by place.since, place.caregiver_id)`
}

/**
 * Passes requests and confirmed playdates of the guardian who left to one who may act for all children on their side,
 * for good, even if the first comes back. An order that goes on drops the request, whose answer is no longer for its
 * maker.
 */
export async function passPlaydates(db: Db, left: Left, now: Date): Promise<void> {
  await sql`
    with passed as (
      select coming.id, heir.caregiver_id as heir_id from ${comingOf(left, now)} coming
      cross join lateral (select * from ${heirsOf(left)} heirs limit 1) heir
      where coming.type = 'single' and coming.side = 'owner' and coming.owner_id = ${left.caregiverId}
    ), named as (
      update playdate_caregiver set shown = true from passed
      where playdate_caregiver.playdate_id = passed.id and playdate_caregiver.caregiver_id = passed.heir_id
    ), brought as (
      update playdate_child set
        caregiver_id = case playdate_child.caregiver_id when ${left.caregiverId} then passed.heir_id
          else playdate_child.caregiver_id end,
        acted_by = case acted_by when ${left.caregiverId} then passed.heir_id else acted_by end
      from passed
      where playdate_child.playdate_id = passed.id and playdate_child.child_id = ${left.childId}
    ), step as (
      update ask_step set state = 'failed' from passed join playdate on playdate.id = passed.id
      where ask_step.playdate_id = passed.id and ask_step.state = 'asked' and playdate.status = 'pending'
    )
    update playdate set owner_id = passed.heir_id, ask_id = null,
      last_submitted_by = case last_submitted_by when ${left.caregiverId} then passed.heir_id
        else last_submitted_by end
    from passed where playdate.id = passed.id`.execute(db)
}

/**
 * If the child came through the guardian who left, it comes through its longest-standing guardian from now on, who
 * becomes named; guardians whom no pause keeps away come first. Returns the events that invite the child, with that
 * guardian.
 */
export async function passChild(
  db: Db,
  left: Left,
  now: Date,
): Promise<{ playdate_id: string; caregiver_id: string }[]> {
  const { rows } = await sql<{ playdate_id: string; caregiver_id: string }>`
    with brought as (
      update playdate_child set
        caregiver_id = case playdate_child.caregiver_id when ${left.caregiverId} then heir.caregiver_id
          else playdate_child.caregiver_id end,
        acted_by = case when coming.type = 'single' and acted_by = ${left.caregiverId} then heir.caregiver_id
          else acted_by end
      from ${comingOf(left, now)} coming
      cross join lateral (
        select place.caregiver_id from guardianship place
        where place.child_id = ${left.childId} and place.role = 'guardian' and ${isLive('place')}
        order by ${isOutThen}, place.since, place.caregiver_id limit 1) heir
      where playdate_child.playdate_id = coming.id and playdate_child.child_id = ${left.childId}
        and case coming.type when 'single' then ${left.caregiverId} in (playdate_child.caregiver_id, acted_by)
          else playdate_child.caregiver_id = ${left.caregiverId} and coming.owner_id <> ${left.caregiverId} end
      returning playdate_child.playdate_id, playdate_child.caregiver_id, coming.type, coming.side
    ), named as (
      update playdate_caregiver set shown = true from brought
      where playdate_caregiver.playdate_id = brought.playdate_id
        and playdate_caregiver.caregiver_id = brought.caregiver_id
    )
    select playdate_id, caregiver_id from brought where type = 'group' and side = 'recipient'`.execute(db)
  return rows
}

/** Adds the invitee's private room with the event's owner, unless there is one. */
export async function addPrivateRoom(
  db: Db,
  { playdate_id, caregiver_id }: { playdate_id: string; caregiver_id: string },
): Promise<void> {
  await db
    .insertInto('chat_room')
    .values({ id: newId(), playdate_id, recipient_id: caregiver_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the coming playdates that go on without the child: nobody may act for its side, or the guardian who left owns
 * the event.
 */
export async function listWithout(db: Db, left: Left, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coming.id from ${comingOf(left, now)} coming
    where case coming.type when 'single' then not exists ${heirsOf(left)}
      else coming.side = 'owner' and coming.owner_id = ${left.caregiverId} end
    order by coming.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Over rows of `guardianship` called `helper`: true if the help would go on, but ended with the place of the guardian
 * who was helped.
 */
const hasEndedWith = (caregiverId: string) =>
  sql<boolean>`(helper.role = 'helper' and helper.added_by = ${caregiverId} and helper.since <= now()
    and helper.until > (
      select until from guardianship adder
      where adder.child_id = helper.child_id and adder.caregiver_id = helper.added_by and adder.role = 'guardian'))`

/** Returns the users whose help with any of these children ended with the place of the guardian whom they helped. */
export async function listEndedHelp(
  db: Db,
  caregiverId: string,
  childIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct caregiver.user_id from guardianship helper
    join caregiver on caregiver.id = helper.caregiver_id
    where helper.child_id = any(${[...childIds]}::uuid[]) and caregiver.user_id is not null
      and ${hasEndedWith(caregiverId)}
    order by 1`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Returns the helpers whose help with the child ended so, with those of the playdates that they saw until then. */
export async function listEndedLooks(
  db: Db,
  left: Left,
  ids: readonly string[],
): Promise<{ playdate_id: string; caregiver_id: string }[]> {
  const { rows } = await sql<{ playdate_id: string; caregiver_id: string }>`
    select helped.playdate_id, helper.caregiver_id
    from playdate_child helped join playdate on playdate.id = helped.playdate_id
    join guardianship helper on helper.child_id = helped.child_id
    where helped.child_id = ${left.childId} and playdate.id = any(${[...ids]}::uuid[])
      and playdate.status = 'accepted'
      and (playdate.type = 'single' or helped.side = 'owner' or helped.response = 'accepted')
      and ${hasEndedWith(left.caregiverId)} and not ${isOut(left.caregiverId)}`.execute(db)
  return rows
}

/**
 * Ends the places on these playdates' sides of caregivers who are no longer grown-ups of any child there. Returns them,
 * by playdate.
 */
export async function leaveSides(
  db: Db,
  ids: readonly string[],
): Promise<{ playdate_id: string; caregiver_id: string }[]> {
  const { rows } = await sql<{ playdate_id: string; caregiver_id: string }>`
    update playdate_caregiver set until = now()
    from playdate
    where playdate.id = playdate_caregiver.playdate_id and playdate.id = any(${[...ids]}::uuid[])
      and playdate.status <> 'cancelled' and playdate_caregiver.until > now()
      and not exists (
        select from playdate_child join guardianship place on place.child_id = playdate_child.child_id
        where playdate_child.playdate_id = playdate.id and place.caregiver_id = playdate_caregiver.caregiver_id
          and coalesce(place_ends(place), 'infinity') > now())
    returning playdate_caregiver.playdate_id, playdate_caregiver.caregiver_id`.execute(db)
  return rows
}

/** Returns the child's coming playdates with the caregivers on their sides, who have to reload them. */
export async function listToReload(
  db: Db,
  left: Left,
  now: Date,
): Promise<{ id: string; caregivers: string[] }[]> {
  const { rows } = await sql<{ id: string; caregivers: string[] }>`
    select coming.id, array(
      select stands.caregiver_id::text from playdate_caregiver stands
      where stands.playdate_id = coming.id and ${live('stands')}) as caregivers
    from ${comingOf(left, now)} coming`.execute(db)
  return rows
}

/**
 * Stops the invites of the guardian who left. Returns the guardians whose places were about to begin by them, except
 * those whom an administrator restored.
 */
export async function stopInvitesBy(
  db: Db,
  { childId, caregiverId }: Left,
): Promise<{ caregiver_id: string; user_id: string | null }[]> {
  await sql`
    update guardian_invite set status = 'stopped', version = version + 1, updated_at = now()
    where child_id = ${childId} and invited_by = ${caregiverId}
      and (status in ('sent', 'accepted') or status = 'confirmed' and begins_at > now())`.execute(db)
  return db
    .selectFrom('guardianship')
    .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
    .where('guardianship.child_id', '=', childId)
    .where('guardianship.added_by', '=', caregiverId)
    .where('guardianship.role', '=', 'guardian')
    .where('guardianship.since', '>', sql<Date>`now()`)
    .where('guardianship.reason', 'is', null)
    .select(['guardianship.caregiver_id', 'caregiver.user_id'])
    .execute()
}

export async function dropIntroductions(db: Db, { childId, caregiverId }: Left): Promise<void> {
  await db
    .deleteFrom('introduction')
    .where('child_id', '=', childId)
    .where(({ or, eb }) => or([eb('from_id', '=', caregiverId), eb('to_id', '=', caregiverId)]))
    .execute()
}

/** True if one of the users was notified since then that the guardian left. */
export async function isNotified(
  db: Db,
  { childId, caregiverId }: Left,
  { users, since }: { users: readonly string[]; since: Date },
): Promise<boolean> {
  const notice = await db
    .selectFrom('notification')
    .where('user_id', 'in', [...users])
    .where('message', '=', 'guardian.left')
    .where('about_id', '=', caregiverId)
    .where('url', '=', `/child/${childId}/grown-ups`)
    .where('created_at', '>=', since)
    .select('id')
    .executeTakeFirst()
  return notice !== undefined
}
