import type { CaregiverColumn } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { caregiverText } from '#features/visibility/searched.ts'
import {
  flagColumn,
  type List,
  momentColumn,
  readPage,
  readValues,
  textColumn,
} from '#http/lists/lists.db.ts'
import type { CaregiverRow } from './caregivers.db.ts'

const list: List<CaregiverColumn> = {
  id: sql`caregiver.id`,
  // The same condition as in the indexes.
  table: sql`(select * from caregiver where deleted_at is null) as caregiver`,
  text: caregiverText,
  usualSort: '-createdAt',
  columns: {
    name: textColumn(sql`btrim(caregiver.name || ' ' || caregiver.last_name)`),
    phoneNumber: textColumn(sql`caregiver.phone_number`, sql`caregiver.phone_number`),
    zipCode: textColumn(sql`caregiver.zip_code`, sql`caregiver.zip_code`),
    createdAt: momentColumn(sql`caregiver.created_at`),
    hasUser: flagColumn(sql`(caregiver.user_id is not null)`),
  },
}

/** Leaves out erased caregivers: they are in no list and can't be found. */
function caregivers(db: Db) {
  return db.selectFrom('caregiver').selectAll('caregiver').where('caregiver.deleted_at', 'is', null)
}

export function listCaregivers(db: Db, ask: ListQuery<CaregiverColumn>) {
  return readPage(db, caregivers(db), list, ask)
}

export function listCaregiverValues(db: Db, ask: ValuesQuery<CaregiverColumn>) {
  return readValues(db, caregivers(db), list, ask)
}

export function findLivingCaregiver(db: Db, id: string): Promise<CaregiverRow | undefined> {
  return caregivers(db).where('caregiver.id', '=', id).executeTakeFirst()
}

/** False if there was no proof to end. */
export async function clearProof(db: Db, id: string): Promise<boolean> {
  const cleared = await db
    .updateTable('caregiver')
    .set({ phone_proof: null, phone_proven_at: null })
    .where('id', '=', id)
    .where('phone_proof', 'is not', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return cleared !== undefined
}

/** Replaces the link by which a user claims the profile; false if it is claimed by now. */
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

/** True while the link is valid and nobody has claimed the profile by it. */
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
