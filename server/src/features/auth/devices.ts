import type { Db } from '#db/db.ts'
import type { Ctx } from '#http/context.ts'
import { forgetDevices, hasKnownDevice, insertKnownDevice, listKnownDevices } from './devices.db.ts'
import { hashOf, newToken } from './tokens.ts'

/**
 * Remembers that the user signed in on this device. True if the device is new while others were known: a user's first
 * device is no news.
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

/**
 * Forgets all devices but this one: its user has just shown whose account it is, and a sign-in on any other is
 * reported.
 */
export async function rememberThisDeviceAlone(ctx: Ctx<unknown>, db: Db, userId: string): Promise<void> {
  await forgetDevices(db, userId)
  await rememberDevice(ctx, db, userId)
}
