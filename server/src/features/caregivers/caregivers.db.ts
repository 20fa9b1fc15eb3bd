import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import type { Caregiver } from '#db/types.ts'

export type CaregiverRow = Selectable<Caregiver>

export interface CaregiverFields {
  name: string
  lastName: string
  phoneNumber: string
  zipCode: string
  timeZone: string
}

const columns = (fields: CaregiverFields) => ({
  name: fields.name,
  last_name: fields.lastName,
  phone_number: fields.phoneNumber,
  zip_code: fields.zipCode,
  time_zone: fields.timeZone,
})

export async function findCaregiver(db: Db, id: string): Promise<CaregiverRow | undefined> {
  const [row] = await findById(db, { id })
  return row
}

export async function findCaregiverOfUser(db: Db, userId: string): Promise<CaregiverRow | undefined> {
  const [row] = await findByUser(db, { userId })
  return row
}

const findById = prepared((db, { id }: { id: string }) => caregivers(db).where('id', '=', id))

const findByUser = prepared((db, { userId }: { userId: string }) =>
  caregivers(db).where('user_id', '=', userId),
)

function caregivers(db: Db) {
  return db
    .selectFrom('caregiver')
    .select([
      'id',
      'user_id',
      'name',
      'last_name',
      'phone_number',
      'phone_proof',
      'phone_proven_at',
      'zip_code',
      'time_zone',
      'claim_hash',
      'claim_expires_at',
      'created_at',
      'deleted_at',
    ])
}

export function findCaregiverByPhone(db: Db, phoneNumber: string): Promise<CaregiverRow | undefined> {
  return db.selectFrom('caregiver').selectAll().where('phone_number', '=', phoneNumber).executeTakeFirst()
}

/** @throws where the number or the user has a profile already: `caregiver_phone_number_key`, `caregiver_user_id_key` */
export function insertCaregiver(
  db: Db,
  caregiver: CaregiverFields & { id: string; userId: string | null },
): Promise<CaregiverRow> {
  return db
    .insertInto('caregiver')
    .values({ id: caregiver.id, user_id: caregiver.userId, ...columns(caregiver) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws where the number is another caregiver's: `caregiver_phone_number_key` */
export function updateCaregiver(db: Db, id: string, fields: CaregiverFields): Promise<CaregiverRow> {
  return db
    .updateTable('caregiver')
    .set(columns(fields))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Gives the user the profile whose link they registered by, with what they say of themself; undefined where there is
 * no such profile, somebody was quicker, or the link is too old.
 * @throws as `insertCaregiver` does
 */
export function claimCaregiver(
  db: Db,
  userId: string,
  fields: CaregiverFields,
): Promise<CaregiverRow | undefined> {
  return db
    .updateTable('caregiver')
    .from('app_user')
    .set({ user_id: userId, claim_hash: null, claim_expires_at: null, ...columns(fields) })
    .where('app_user.id', '=', userId)
    .whereRef('caregiver.claim_hash', '=', 'app_user.invite_hash')
    .where('caregiver.user_id', 'is', null)
    .where('caregiver.deleted_at', 'is', null)
    .where('caregiver.claim_expires_at', '>', sql<Date>`now()`)
    .returningAll('caregiver')
    .executeTakeFirst()
}
