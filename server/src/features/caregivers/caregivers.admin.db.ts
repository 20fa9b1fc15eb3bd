import type { CaregiverColumn } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { ListAsk, ValuesAsk } from '@tagalong/contract/http/lists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import {
  flagColumn,
  type List,
  momentColumn,
  readPage,
  readValues,
  textColumn,
} from '#http/lists/lists.db.ts'
import type { CaregiverFields, CaregiverRow } from './caregivers.db.ts'

const list: List<CaregiverColumn> = {
  id: sql`caregiver.id`,
  text: sql`(btrim(caregiver.name || ' ' || caregiver.last_name) || chr(10) || caregiver.phone_number
    || chr(10) || caregiver.zip_code)`,
  usualSort: '-createdAt',
  columns: {
    name: textColumn(sql`btrim(caregiver.name || ' ' || caregiver.last_name)`),
    phoneNumber: textColumn(sql`caregiver.phone_number`, sql`caregiver.phone_number`),
    zipCode: textColumn(sql`caregiver.zip_code`, sql`caregiver.zip_code`),
    createdAt: momentColumn(sql`caregiver.created_at`),
    hasUser: flagColumn(sql`(caregiver.user_id is not null)`),
  },
}

/** Erased ones are in no list and can't be found. */
function caregivers(db: Db) {
  return db.selectFrom('caregiver').selectAll('caregiver').where('caregiver.deleted_at', 'is', null)
}

export function listCaregivers(db: Db, ask: ListAsk<CaregiverColumn>) {
  return readPage(db, caregivers(db), list, ask)
}

export function listCaregiverValues(db: Db, ask: ValuesAsk<CaregiverColumn>) {
  return readValues(db, caregivers(db), list, ask)
}

export function findLivingCaregiver(db: Db, id: string): Promise<CaregiverRow | undefined> {
  return caregivers(db).where('caregiver.id', '=', id).executeTakeFirst()
}

/**
 * Undefined where it is gone.
 * @throws where the number is another caregiver's: `caregiver_phone_number_key`
 */
export function updateLivingCaregiver(
  db: Db,
  id: string,
  fields: CaregiverFields,
): Promise<CaregiverRow | undefined> {
  return db
    .updateTable('caregiver')
    .set({
      name: fields.name,
      last_name: fields.lastName,
      phone_number: fields.phoneNumber,
      zip_code: fields.zipCode,
      time_zone: fields.timeZone,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The link that makes it somebody's, in place of an older one; false where it is somebody's by now. */
export async function updateClaim(db: Db, id: string, claimHash: Buffer): Promise<boolean> {
  const offered = await db
    .updateTable('caregiver')
    .set({ claim_hash: claimHash, claim_expires_at: sql<Date>`now() + interval '14 days'` })
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return offered !== undefined
}

/** True while nobody has claimed the profile by that link and it is not too old. */
export async function isOpenClaim(db: Db, claimHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('caregiver')
    .select('id')
    .where('claim_hash', '=', claimHash)
    .where('user_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('claim_expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
