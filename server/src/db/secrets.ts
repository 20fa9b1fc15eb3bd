import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/** 256 bits, made once and kept: every process signs with the same. */
export async function loadSecret(
  { kysely: db }: Database,
  name: 'refresh' | 'file-link' | 'demo-payments',
): Promise<Buffer> {
  await db
    .insertInto('app_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('app_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
