import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Whose code it is, and for which number: a code for another number of theirs is over. */
interface CodeOwner {
  caregiverId: string
  numberHash: Buffer
}

interface PhoneCodeRow {
  sent_at: Date
  expires_at: Date
}

/** Replaces the caregiver's code before, which is over. */
export function insertCode(
  db: Db,
  { caregiverId, numberHash, codeHash }: CodeOwner & { codeHash: Buffer | null },
): Promise<PhoneCodeRow> {
  const code = {
    phone_hash: numberHash,
    code_hash: codeHash,
    sent_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + interval '10 minutes'`,
    tries: 0,
    used_at: null,
  }
  return db
    .insertInto('phone_code')
    .values({ caregiver_id: caregiverId, ...code })
    .onConflict((conflict) => conflict.column('caregiver_id').doUpdateSet(code))
    .returning(['sent_at', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Counts a try before the code is compared, so that many at once are five at most. Undefined if the code is over. */
export function countTry(db: Db, owner: CodeOwner): Promise<{ code_hash: Buffer | null } | undefined> {
  return openCode(db, owner)
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('tries', '<', 5)
    .returning('code_hash')
    .executeTakeFirst()
}

/** Stores the hash of a code that the provider, which keeps its codes itself, has called right. */
export async function keepCode(db: Db, owner: CodeOwner, codeHash: Buffer): Promise<void> {
  await openCode(db, owner).set({ code_hash: codeHash }).execute()
}

/** False if the code was used or replaced meanwhile. */
export async function spendCode(db: Db, owner: CodeOwner, codeHash: Buffer): Promise<boolean> {
  const spent = await openCode(db, owner)
    .set({ used_at: sql<Date>`now()` })
    .where('code_hash', '=', codeHash)
    .returning('caregiver_id')
    .executeTakeFirst()
  return spent !== undefined
}

function openCode(db: Db, { caregiverId, numberHash }: CodeOwner) {
  return db
    .updateTable('phone_code')
    .where('caregiver_id', '=', caregiverId)
    .where('phone_hash', '=', numberHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
}

/**
 * Proves the number by a code, which ends proofs of others who have only saved it. False if the caregiver has saved
 * another number meanwhile.
 * @throws if another caregiver was quicker: `caregiver_phone_number_key`
 */
export async function proveNumber(
  db: Db,
  { caregiverId, phoneNumber }: { caregiverId: string; phoneNumber: string },
): Promise<boolean> {
  await db
    .updateTable('caregiver')
    .set({ phone_proof: null, phone_proven_at: null })
    .where('phone_number', '=', phoneNumber)
    .where('phone_proof', '=', 'saved')
    .where('id', '<>', caregiverId)
    .execute()
  const proven = await db
    .updateTable('caregiver')
    .set({ phone_proof: 'code', phone_proven_at: sql<Date>`now()` })
    .where('id', '=', caregiverId)
    .where('phone_number', '=', phoneNumber)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return proven !== undefined
}
