import type { Db } from '#db/db.ts'
import type { Ctx } from '#http/context.ts'
import { insertKnownDevice, isKnownDevice } from './auth.db.ts'
import { hashOf, newToken } from './tokens.ts'

/** This one is known from now on as one on which the user signed in. */
export async function rememberDevice(ctx: Ctx<unknown>, db: Db, userId: string): Promise<void> {
  const { device, remember } = ctx.client
  if (device && (await isKnownDevice(db, hashOf(device), userId))) return
  const fresh = newToken()
  await insertKnownDevice(db, { hash: hashOf(fresh), userId })
  remember(fresh)
}
