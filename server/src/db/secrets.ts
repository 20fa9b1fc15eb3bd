import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * Returns a secret, making it the first time: every process signs with the same one. 256 random bits unless `make` is
 * given.
 */
export async function loadSecret(
  { kysely: db }: Database,
  name: 'refresh' | 'file-link' | 'demo-payments' | 'vapid' | 'phone' | 'unsubscribe',
  make: () => Buffer | Promise<Buffer> = () => randomBytes(32),
): Promise<Buffer> {
  await db
    .insertInto('app_secret')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('app_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
