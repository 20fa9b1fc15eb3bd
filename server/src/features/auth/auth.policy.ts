import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, type Refusal, unauthorised } from '#http/refusal.ts'
import { type DeviceRow, findLiveSession } from './auth.db.ts'

/** Signing in and signing up are everybody's; what they send is checked by the service. */
export function anybody(): Authorised<'anybody'> {
  return authorise('anybody')
}

/** Whoever holds a refresh token; whether it is alive only the transaction can tell. */
export function holderOfRefreshToken({ client }: Ctx<unknown>): Authorised<string> | Refusal {
  return client.refreshToken ? authorise(client.refreshToken) : unauthorised
}

/** A device of the caller's own. */
export async function ownSession(
  { db, actor }: Ctx,
  { params }: { params: { id: string } },
): Promise<Authorised<DeviceRow> | Refusal> {
  const row = await findLiveSession(db, actor.userId, params.id)
  return row ? authorise(row) : notFound
}
