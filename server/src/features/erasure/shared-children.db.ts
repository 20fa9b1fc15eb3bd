import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Over rows of `guardianship` called `other`: true for a guardian who isn't leaving, or leaves by their own choice. */
const mayStay = sql<boolean>`(other.role = 'guardian' and other.since <= now() and (other.until is null
  or other.until > clock_timestamp() and other.ended_by = (
    select user_id from caregiver where caregiver.id = other.caregiver_id)))`

/** Returns those of the children with whom another guardian stays, or can. They must be locked. */
export async function listStaying(
  db: Db,
  caregiverId: string,
  childIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ child_id: string }>`
    select distinct other.child_id from guardianship other
    where other.child_id = any(${[...childIds]}::uuid[]) and other.caregiver_id <> ${caregiverId} and ${mayStay}
    order by 1`.execute(db)
  return rows.map(({ child_id }) => child_id)
}

/** A coming place that an administrator restored. */
const isToReturn = sql<boolean>`(since > now() and until is null and reason is not null)`

/** True if the child has another guardian now, or one whom an administrator has restored. */
export async function hasOtherGuardian(db: Db, childId: string, caregiverId: string): Promise<boolean> {
  const other = await db
    .selectFrom('guardianship')
    .select('caregiver_id')
    .where('child_id', '=', childId)
    .where('caregiver_id', '<>', caregiverId)
    .where('role', '=', 'guardian')
    .where(
      sql<boolean>`(since <= now() and coalesce(until, 'infinity') > clock_timestamp() or ${isToReturn})`,
    )
    .executeTakeFirst()
  return other !== undefined
}

/** Finds one of the children with another guardian whom an administrator has restored. */
export async function findReturn(
  db: Db,
  caregiverId: string,
  childIds: readonly string[],
): Promise<{ first_name: string } | undefined> {
  return db
    .selectFrom('guardianship')
    .innerJoin('child', 'child.id', 'guardianship.child_id')
    .select('child.first_name')
    .where('guardianship.child_id', '=', sql<string>`any(${[...childIds]}::uuid[])`)
    .where('guardianship.caregiver_id', '<>', caregiverId)
    .where('guardianship.role', '=', 'guardian')
    .where(isToReturn)
    .orderBy('child.id')
    .executeTakeFirst()
}

/** If all other guardians of a child are leaving, makes them stay. Returns who stays now, by child. */
export async function undoLeaving(
  db: Db,
  caregiverId: string,
  childIds: readonly string[],
): Promise<{ child_id: string; caregiver_id: string }[]> {
  const { rows } = await sql<{ child_id: string; caregiver_id: string }>`
    update guardianship other set until = null, ended_by = null
    where other.child_id = any(${[...childIds]}::uuid[]) and other.caregiver_id <> ${caregiverId}
      and other.until is not null and ${mayStay}
      and not exists (
        select from guardianship there
        where there.child_id = other.child_id and there.caregiver_id <> ${caregiverId}
          and there.role = 'guardian' and there.since <= now() and there.until is null)
    returning child_id, caregiver_id`.execute(db)
  return rows
}

/** Ends the caregiver's live places now, except with these children. */
export async function endPlacesOf(db: Db, caregiverId: string, except: readonly string[]): Promise<void> {
  await sql`
    update guardianship set until = now(), ended_by = null
    where caregiver_id = ${caregiverId} and since <= now() and coalesce(until, 'infinity') > now()
      and child_id <> all(${[...except]}::uuid[])`.execute(db)
}

/** Clears who invited the caregiver's invitees, so that these guardians stay even once the caregiver's row is swept. */
export async function forgetWhoAsked(db: Db, caregiverId: string): Promise<void> {
  await db
    .updateTable('guardianship')
    .set({ added_by: null })
    .where('added_by', '=', caregiverId)
    .where('role', '=', 'guardian')
    .execute()
}

/** Returns the children with whom the caregiver has a coming place. */
export async function listComingPlaces(db: Db, caregiverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('guardianship')
    .select('child_id')
    .where('caregiver_id', '=', caregiverId)
    .where('since', '>', sql<Date>`now()`)
    .orderBy('child_id')
    .execute()
  return rows.map(({ child_id }) => child_id)
}

/** Returns the users who said yes to be the children's grown-ups but haven't begun, and those who help with them. */
export async function listBesides(
  db: Db,
  childIds: readonly string[],
): Promise<{ coming: string[]; helpers: string[] }> {
  const ids = [...childIds]
  const { rows } = await sql<{ user_id: string; helps: boolean }>`
    select invitee_user_id as user_id, false as helps from guardian_invite
    where child_id = any(${ids}::uuid[]) and invitee_user_id is not null
      and (status = 'accepted' and least(expires_at, help_until) > now()
        or status = 'confirmed' and begins_at > now())
    union
    select caregiver.user_id, guardianship.role = 'helper' from guardianship
    join caregiver on caregiver.id = guardianship.caregiver_id
    where guardianship.child_id = any(${ids}::uuid[]) and caregiver.user_id is not null
      and case guardianship.role when 'helper' then place_ends(guardianship) > now() else since > now() end
    order by user_id`.execute(db)
  const usersOf = (helps: boolean) => rows.filter((row) => row.helps === helps).map((row) => row.user_id)
  return { coming: usersOf(false), helpers: usersOf(true) }
}

/** Returns coming places with these children. */
export function listComingOf(
  db: Db,
  childIds: readonly string[],
): Promise<{ child_id: string; caregiver_id: string }[]> {
  return db
    .selectFrom('guardianship')
    .where('child_id', 'in', [...childIds])
    .where('since', '>', sql<Date>`now()`)
    .select(['child_id', 'caregiver_id'])
    .execute()
}

/** Deletes the invites that the caregiver made or got. */
export async function deleteInvitesOf(db: Db, caregiverId: string): Promise<void> {
  await db
    .deleteFrom('guardian_invite')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('invited_by', '=', caregiverId),
        eb('invitee_user_id', '=', selectFrom('caregiver').select('user_id').where('id', '=', caregiverId)),
      ]),
    )
    .execute()
}

export async function deleteIntroductionsOf(db: Db, caregiverId: string): Promise<void> {
  await db
    .deleteFrom('introduction')
    .where(({ or, eb }) =>
      or([eb('from_id', '=', caregiverId), eb('to_id', '=', caregiverId), eb('friend_id', '=', caregiverId)]),
    )
    .execute()
}

/** Makes the photos of children who stay uploads of their longest-standing guardian. */
export async function passPhotosOn(db: Db, userId: string): Promise<void> {
  await sql`
    update file set user_id = (
      select user_id from caregiver where caregiver.id = longest_guardian(child.id))
    from child
    where child.photo = file.photo_key and child.deleted_at is null and file.user_id = ${userId}`.execute(db)
}
