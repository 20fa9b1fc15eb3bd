import type { PhoneProofKind } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { canonicalTimeZone } from '@tagalong/contract/values/canonical-time-zone.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import type { Caregiver } from '#db/types.ts'
import { areApart } from '#features/visibility/visibility.db.ts'

export type CaregiverRow = Omit<
  Selectable<Caregiver>,
  'grown_up_asked_at' | 'shows_number' | 'afternoon_asked_at'
>

export interface CaregiverFields {
  name: string
  lastName: string
  phoneNumber: string
  zipCode: string
  timeZone: string
}

/** How saving a number proves it: null if safety is strict, since then only a code proves it. */
export type SavedProof = 'saved' | null

/** Another number starts with a new proof. */
const proofOfSaved = (phoneNumber: string, proof: SavedProof) => {
  const isSame = sql`caregiver.phone_number = ${phoneNumber}`
  return {
    phone_proof: sql<string | null>`case when ${isSame} then caregiver.phone_proof else ${proof}::text end`,
    phone_proven_at: sql<Date | null>`case when ${isSame} then caregiver.phone_proven_at end`,
  }
}

const columns = (fields: CaregiverFields) => ({
  name: fields.name,
  last_name: fields.lastName,
  phone_number: fields.phoneNumber,
  zip_code: fields.zipCode,
  time_zone: canonicalTimeZone(fields.timeZone),
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

/** Finds the caregiver who has proven the number in one of these ways; for a viewer, only if the two aren't apart. */
export function findCaregiverByPhone(
  db: Db,
  phoneNumber: string,
  proofs: readonly PhoneProofKind[],
  viewer?: string,
): Promise<{ id: string } | undefined> {
  const found = db
    .selectFrom('caregiver')
    .select('id')
    .where('phone_number', '=', phoneNumber)
    .where('phone_proof', 'in', [...proofs])
    .where('deleted_at', 'is', null)
  if (viewer === undefined) return found.executeTakeFirst()
  return found.where(({ not, ref }) => not(areApart(viewer, ref('caregiver.id')))).executeTakeFirst()
}

/** Called when the number changes: the code for the old one is over. */
export async function dropCodes(db: Db, caregiverId: string): Promise<void> {
  await db.deleteFrom('phone_code').where('caregiver_id', '=', caregiverId).execute()
}

/** @throws if the number or the user already has a profile: `caregiver_phone_number_key`, `caregiver_user_id_key` */
export function insertCaregiver(
  db: Db,
  caregiver: CaregiverFields & { id: string; userId: string | null },
  proof: SavedProof = 'saved',
): Promise<CaregiverRow> {
  return db
    .insertInto('caregiver')
    .values({ id: caregiver.id, user_id: caregiver.userId, ...columns(caregiver), phone_proof: proof })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Fields left out stay unchanged. */
export type ChangedFields = { [Field in keyof CaregiverFields]?: CaregiverFields[Field] | undefined }

/**
 * Returns undefined if the caregiver is gone.
 * @throws if the number is another caregiver's: `caregiver_phone_number_key`
 */
export function updateCaregiver(
  db: Db,
  id: string,
  { name, lastName, phoneNumber, zipCode, timeZone }: ChangedFields,
  proof: SavedProof,
): Promise<CaregiverRow | undefined> {
  return db
    .updateTable('caregiver')
    .set(({ ref }) => ({
      name: name ?? ref('name'),
      last_name: lastName ?? ref('last_name'),
      zip_code: zipCode ?? ref('zip_code'),
      time_zone: timeZone === undefined ? ref('time_zone') : canonicalTimeZone(timeZone),
      ...(phoneNumber !== undefined && { phone_number: phoneNumber, ...proofOfSaved(phoneNumber, proof) }),
    }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Gives the user the profile whose link they registered by, with the fields they entered. Returns undefined if there is
 * no such profile, it has been claimed, or the link has expired.
 * @throws as `insertCaregiver` does
 */
export function claimCaregiver(
  db: Db,
  userId: string,
  fields: CaregiverFields,
  proof: SavedProof,
): Promise<CaregiverRow | undefined> {
  return (
    db
      .updateTable('caregiver')
      .from('app_user')
      .set({
        user_id: userId,
        claim_hash: null,
        claim_expires_at: null,
        ...columns(fields),
        ...proofOfSaved(fields.phoneNumber, proof),
      })
      .where('app_user.id', '=', userId)
      .whereRef('caregiver.claim_hash', '=', 'app_user.invite_hash')
      .where('caregiver.user_id', 'is', null)
      .where('caregiver.deleted_at', 'is', null)
      // What counts is when the user registered, not when they make the profile.
      .whereRef('caregiver.claim_expires_at', '>', 'app_user.created_at')
      .returningAll('caregiver')
      .executeTakeFirst()
  )
}
