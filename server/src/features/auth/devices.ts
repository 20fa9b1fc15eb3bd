import type { Db } from '#db/db.ts'
import type { Ctx } from '#http/context.ts'
import { forgetDevices, hasKnownDevice, insertKnownDevice, listKnownDevices } from './devices.db.ts'
import { hashOf, newToken } from './tokens.ts'

/**
 * This one is known from now on as one on which the user signed in. True where it is new beside others: the first one
 * says nothing.
 */
export async function rememberDevice(ctx: Ctx<unknown>, db: Db, userId: string): Promise<boolean> {
  const { devices, remember } = ctx.client
  const known = await listKnownDevices(db, devices.map(hashOf))
  if (known.some(({ user_id }) => user_id === userId)) return false
  const isAnother = await hasKnownDevice(db, userId)
  const fresh = newToken()
  await insertKnownDevice(db, { hash: hashOf(fresh), userId })
  const others = devices.filter((each) => known.some(({ hash }) => hash.equals(hashOf(each))))
  remember([fresh, ...others])
  return isAnother
}

/** This one alone is known from now on: somebody shows on it whose account it is, and whoever else comes is noticed. */
export async function rememberThisDeviceAlone(ctx: Ctx<unknown>, db: Db, userId: string): Promise<void> {
  await forgetDevices(db, userId)
  await rememberDevice(ctx, db, userId)
}
