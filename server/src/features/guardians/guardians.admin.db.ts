import { maxGuardians, type Role } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameIfAny, nameOf } from '#features/visibility/names.db.ts'
import { endHelpersOf } from './invites/new-places.db.ts'

/** A change by an administrator that has not taken effect yet. */
export interface UnderWay {
  action: 'end' | 'restore'
  at: Date
  by: { id: string; email: string } | null
  reason: string
}

export interface KnownPlaceRow {
  caregiver: NameRow
  user_id: string | null
  role: Role
  since: Date
  /** A helper's place ends with that of the guardian they help, too. */
  until: Date | null
  addedBy: NameRow | null
  underWay: UnderWay | null
  is_over: boolean
  was_guardian: boolean
}

/** When an administrator's change takes effect. In whole milliseconds, as the job that waits knows nothing finer. */
const tomorrow = sql<Date>`date_trunc('milliseconds', now() + interval '24 hours')`

/** True if the place hasn't ended, or ended within 12 months. Older ones count as forgotten even before the sweep. */
const isKnown = sql<boolean>`coalesce(place_ends(guardianship), 'infinity') > now() - interval '12 months'`

/** The administrator's change under way, or null. Only administrators' changes have a reason. */
const action = sql<UnderWay['action'] | null>`case
  when guardianship.reason is null then null
  when guardianship.until > now() then 'end'
  when guardianship.until is null and guardianship.since > now() then 'restore' end`

/**
 * True if they are or were a guardian, also before they became a helper. If there is a reason, `until_before` doesn't
 * say so: it is what the administrator's change replaced.
 */
const wasGuardian = sql<boolean>`(guardianship.role = 'guardian' or guardianship.reason is null
  and coalesce(guardianship.until_before, '-infinity') > now() - interval '12 months')`

function places(db: Db, childId: string) {
  return db
    .selectFrom('guardianship')
    .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
    .leftJoin('caregiver as adder', 'adder.id', 'guardianship.added_by')
    .leftJoin('app_user as doer', 'doer.id', 'guardianship.ended_by')
    .where('guardianship.child_id', '=', childId)
    .where('caregiver.deleted_at', 'is', null)
    .where(isKnown)
    .select([
      nameOf('caregiver').as('caregiver'),
      'caregiver.user_id',
      sql<Role>`guardianship.role`.as('role'),
      'guardianship.since',
      sql<Date | null>`place_ends(guardianship)`.as('until'),
      nameIfAny('adder').as('addedBy'),
      action.as('action'),
      sql<UnderWay['by']>`case when doer.id is not null then
        jsonb_build_object('id', doer.id, 'email', doer.email) end`.as('by'),
      'guardianship.reason',
      sql<boolean>`(coalesce(place_ends(guardianship), 'infinity') <= now())`.as('is_over'),
      wasGuardian.as('was_guardian'),
    ])
}

type FoundRow = Awaited<ReturnType<ReturnType<typeof places>['execute']>>[number]

function withChange({ action, by, reason, ...row }: FoundRow): KnownPlaceRow {
  const at = action === 'end' ? row.until : row.since
  const underWay = action && at && reason !== null ? { action, at, by, reason } : null
  return { ...row, underWay }
}

/** Places of the last 12 months: those that are over come last; guardians before helpers, then by when they began. */
export async function listKnownPlaces(db: Db, childId: string): Promise<KnownPlaceRow[]> {
  const rows = await places(db, childId)
    .orderBy('is_over')
    .orderBy('guardianship.role')
    .orderBy('guardianship.since')
    .orderBy('guardianship.caregiver_id')
    .execute()
  return rows.map(withChange)
}

export async function findKnownPlace(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
): Promise<KnownPlaceRow | undefined> {
  const row = await places(db, childId)
    .where('guardianship.caregiver_id', '=', caregiverId)
    .executeTakeFirst()
  return row && withChange(row)
}

export interface ChildNameRow {
  id: string
  first_name: string
}

/** Everything that an administrator reads of a child's grown-ups. */
export interface KnownGrownUps {
  child: ChildNameRow
  places: KnownPlaceRow[]
  mayChange: boolean
}

export function findChild(db: Db, id: string): Promise<ChildNameRow | undefined> {
  return children(db, id).executeTakeFirst()
}

/** Locks the child: nobody else changes its grown-ups, or takes it into a playdate, meanwhile. False if it is gone. */
export async function lockChild(db: Db, id: string): Promise<boolean> {
  return (await children(db, id).forUpdate().executeTakeFirst()) !== undefined
}

function children(db: Db, id: string) {
  return db
    .selectFrom('child')
    .select(['id', 'first_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
}

/** True if the caregiver has a place with the child, or had one in the last 12 months. */
export async function hasKnownPlace(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('guardianship')
    .select('child_id')
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where(isKnown)
    .executeTakeFirst()
  return row !== undefined
}

interface Place {
  childId: string
  caregiverId: string
}

/** True if another guardian would be too many. Those who will begin or are leaving count. */
export async function hasAllGuardians(db: Db, childId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('guardianship')
    .select('caregiver_id')
    .where('child_id', '=', childId)
    .where('role', '=', 'guardian')
    .where(sql<boolean>`coalesce(until, 'infinity') > now()`)
    .execute()
  return rows.length >= maxGuardians
}

interface Change extends Place {
  /** The administrator's user id. */
  by: string
  reason: string
}

/** Undefined if it is over or a change is under way, or if it is a helper's and ends within 24 hours anyway. */
export async function endPlaceTomorrow(db: Db, { by, reason, ...place }: Change): Promise<Date | undefined> {
  const row = await changed(db, place, { by, reason })
    .set((eb) => ({
      since_before: eb.ref('since'),
      until_before: eb.ref('until'),
      until: sql<Date>`least(until, ${tomorrow})`,
    }))
    // A guardian who is leaving could still decide to stay.
    .where(
      sql<boolean>`case role when 'guardian' then coalesce(until, 'infinity') > now()
        else place_ends(guardianship) > ${tomorrow} end`,
    )
    .where(sql<boolean>`${action} is null`)
    .returning('until')
    .executeTakeFirst()
  return row?.until ?? undefined
}

/** Makes the caregiver a guardian again in 24 hours. Undefined if they weren't one, or have a place now or soon. */
export async function restorePlaceTomorrow(
  db: Db,
  { by, reason, ...place }: Change,
): Promise<Date | undefined> {
  await endHelpersOf(db, place)
  const row = await changed(db, place, { by, reason })
    .set({ role: 'guardian', since: tomorrow, until: null })
    .set({ added_by: sql<string | null>`case role when 'guardian' then added_by end` })
    .set({ since_before: asGuardian('since'), until_before: asGuardian('until') })
    .where(sql<boolean>`place_ends(guardianship) <= now()`)
    .where(wasGuardian)
    .where(isKnown)
    .returning('since')
    .executeTakeFirst()
  return row?.since
}

/** The dates of the place as a guardian. For a helper who was a guardian, they are already in the `_before` columns. */
const asGuardian = (column: 'since' | 'until') =>
  sql<Date | null>`case role when 'guardian' then ${sql.ref(column)} else ${sql.ref(`${column}_before`)} end`

function changed(db: Db, { childId, caregiverId }: Place, { by, reason }: { by: string; reason: string }) {
  return db
    .updateTable('guardianship')
    .set({ ended_by: by, reason })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
}

/** Undoes the change; false if none is under way any more. */
export async function stopChange(db: Db, { childId, caregiverId }: Place): Promise<boolean> {
  const row = await db
    .updateTable('guardianship')
    .set((eb) => ({
      since: eb.fn.coalesce('since_before', 'since'),
      until: eb.ref('until_before'),
      // A guardian who was leaving by themselves is leaving again, and may stay.
      ended_by: sql<string | null>`case when role = 'guardian' and until_before > now()
        then (select user_id from caregiver where id = caregiver_id) end`,
      reason: null,
      since_before: null,
      until_before: null,
    }))
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where(sql<boolean>`${action} is not null`)
    .returning('child_id')
    .executeTakeFirst()
  return row !== undefined
}
