import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, type Refusal, unauthorised } from '#http/refusal.ts'
import { type DeviceRow, findLiveSession } from './auth.db.ts'

/** Signing in and registering are open to everybody; the service checks what they send. */
export function anybody(): Authorised<'anybody'> {
  return authorise('anybody')
}

/** Anybody who presents a refresh token; only the transaction can tell if it is alive. */
export function holderOfRefreshToken({ client }: Ctx<unknown>): Authorised<string> | Refusal {
  return client.refreshToken ? authorise(client.refreshToken) : unauthorised
}

/** Loads one of the caller's own live sessions. */
export async function ownSession(
  { db, actor }: Ctx,
  { params }: { params: { id: string } },
): Promise<Authorised<DeviceRow> | Refusal> {
  const row = await findLiveSession(db, actor.userId, params.id)
  return row ? authorise(row) : notFound
}
