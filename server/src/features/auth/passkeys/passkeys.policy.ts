import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { findOwnPasskey, type PasskeyRow } from './passkeys.db.ts'

export async function ownPasskey(
  { db, actor }: Ctx,
  { params }: { params: { id: string } },
): Promise<Authorised<PasskeyRow> | Refusal> {
  const row = await findOwnPasskey(db, actor.userId, params.id)
  return row ? authorise(row) : notFound
}
