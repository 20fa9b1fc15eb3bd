import { m } from '@tagalong/contract/messages.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { emailHash } from '#features/caregivers/email-hash.ts'
import { phoneHash } from '#features/caregivers/phone-hash.ts'
import { type Bar, deleteBars, insertBars, isBarred } from '#features/users/bars.db.ts'
import { findUser } from '#features/users/users.db.ts'
import type { Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { findStanding } from './standing.db.ts'

const taken = new Refusal(409, m.prompt_caregiver_phone_taken)

type BarCtx = Pick<Ctx<unknown>, 'db' | 'secrets'>

/** The user of a closed account can't begin another one with an email or number that is surely theirs. */
export async function barAccount(ctx: BarCtx, userId: string): Promise<void> {
  await insertBars(ctx.db, await barsOf(ctx, userId), null)
}

/** A user who deletes a suspended account can't begin another one before the suspension is over. */
export async function barSuspended(ctx: BarCtx, userId: string): Promise<void> {
  const { standing, until } = await findStanding(ctx.db, userId)
  if (standing === 'suspended') await insertBars(ctx.db, await barsOf(ctx, userId), until)
}

export async function unbarAccount(ctx: BarCtx, userId: string): Promise<void> {
  await deleteBars(ctx.db, await barsOf(ctx, userId))
}

/** A code doesn't prove the number of a closed account: the answer is that for a number proven by another account. */
export async function refuseBarred(
  { db }: Pick<BarCtx, 'db'>,
  { phoneHash }: { phoneHash: Buffer },
): Promise<Refusal | null> {
  return (await isBarred(db, { kind: 'phone', hash: phoneHash })) ? taken : null
}

/** Bars of the number, if it was proven by a code, and of the email, if a link mailed to it was opened. */
async function barsOf({ db, secrets }: BarCtx, userId: string): Promise<Bar[]> {
  const [user, caregiver] = [await findUser(db, userId), await findCaregiverOfUser(db, userId)]
  const bars: Bar[] = []
  if (user?.email_opened_at) bars.push({ kind: 'email', hash: emailHash(secrets, user.email) })
  if (caregiver?.phone_proof === 'code') {
    bars.push({ kind: 'phone', hash: phoneHash(secrets, caregiver.phone_number) })
  }
  return bars
}
