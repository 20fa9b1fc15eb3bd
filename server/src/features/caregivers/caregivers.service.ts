import {
  type PhoneProofKind,
  phoneNumberTaken,
  phoneProofs,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { notify } from '#db/listen.ts'
import type { Env } from '#env.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import {
  type CaregiverRow,
  type ChangedFields,
  claimCaregiver,
  dropCodes,
  findCaregiver,
  findCaregiverByPhone,
  findCaregiverOfUser,
  insertCaregiver,
  type SavedProof,
  updateCaregiver,
} from './caregivers.db.ts'
import { refusePhoneNumber } from './phone-number.ts'

export interface ProfileFields {
  name: string
  lastName: string
  phoneNumber: string
  zipCode: string
  timeZone?: string | undefined
}

/** Used if the browser sends no time zone and no profile holds one. */
export const defaultTimeZone = 'America/New_York'

/** Creates the actor's profile, or changes it. */
export async function saveCaregiverProfile(
  ctx: Ctx,
  actor: Authorised<Actor>,
  fields: ProfileFields,
): Promise<CaregiverRow | Refusal> {
  const existing = await profileOf(ctx)
  const saved = existing
    ? await changeProfile(ctx, existing, fields)
    : await createProfile(ctx, actor, fields)
  if (saved instanceof Refusal) return saved
  const isSame = saved.phone_number === existing?.phone_number
  return (isSame ? null : await deliverIfProven(ctx, saved)) ?? saved
}

/** Another number ends the proof of the old one, and its code. */
export async function changeProfile(
  ctx: Ctx,
  caregiver: CaregiverRow,
  fields: ChangedFields,
): Promise<CaregiverRow | Refusal> {
  const { db, env, ports } = ctx
  const { phoneNumber = caregiver.phone_number } = fields
  const isAnother = phoneNumber !== caregiver.phone_number
  if (isAnother) {
    const taken = await refuseProven(db, phoneNumber, caregiver.id)
    if (taken) return taken
    await dropCodes(db, caregiver.id)
  }
  return unlessTaken(async () => {
    const saved = await updateCaregiver(db, caregiver.id, fields, proofBySaving(env))
    if (!saved) return notFound
    if (saved.user_id) await notify(db, { kind: 'changed', user: saved.user_id })
    if (saved.user_id && saved.time_zone !== caregiver.time_zone) await ports.zoneChanged(db, saved.user_id)
    if (saved.user_id && isAnother) await notifyOfSecurity(ctx, saved.user_id, 'numberChanged')
    return saved
  })
}

/** Delivers what waited for this number, if saving it was enough to prove it. */
export async function deliverIfProven(
  ctx: Ctx,
  { id, phone_number: phoneNumber, phone_proof }: CaregiverRow,
): Promise<Refusal | null> {
  const isProven = countingProofs(ctx.env).some((each) => each === phone_proof)
  return isProven ? ctx.ports.deliverInvitations(ctx, { caregiverId: id, phoneNumber }) : null
}

export function proofBySaving({ safety }: Pick<Env, 'safety'>): SavedProof {
  return safety === 'relaxed' ? 'saved' : null
}

/** The proofs by which a number is found. */
export function countingProofs({ safety }: Pick<Env, 'safety'>): readonly PhoneProofKind[] {
  return safety === 'relaxed' ? phoneProofs : ['code']
}

/** Refuses a number that another caregiver has proven by a code. An unproven one may be in several profiles. */
export async function refuseProven(
  db: Db,
  phoneNumber: string,
  caregiverId: string | null,
): Promise<Refusal | null> {
  const holder = await findCaregiverByPhone(db, phoneNumber, ['code'])
  return holder && holder.id !== caregiverId ? numberTaken : null
}

/** Makes the actor's first and only profile: claims the one an administrator made for them, or inserts a new one. */
export async function createProfile(
  ctx: Ctx,
  actor: Authorised<Actor>,
  fields: ProfileFields,
): Promise<CaregiverRow | Refusal> {
  const taken = await refuseProven(ctx.db, fields.phoneNumber, null)
  if (taken) return taken
  return unlessTaken(async () => {
    const whole = { ...fields, timeZone: fields.timeZone ?? defaultTimeZone }
    const proof = proofBySaving(ctx.env)
    const row =
      (await claimCaregiver(ctx.db, actor.userId, whole, proof)) ??
      (await insertCaregiver(ctx.db, { ...whole, id: newId(), userId: actor.userId }, proof))
    await ctx.ports.zoneChanged(ctx.db, actor.userId)
    await notify(ctx.db, { kind: 'changed', user: actor.userId })
    return row
  })
}

const numbers = { name: 'new-phone-number', points: 10, seconds: 3_600 }

/**
 * Limits how many numbers a user may try to save, because a save reveals whether a number is taken. Runs before the
 * transaction, so that users over the limit hold no database connection.
 */
export async function refuseNewNumber(ctx: Ctx, phoneNumber: string): Promise<Refusal | null> {
  if ((await profileOf(ctx))?.phone_number === phoneNumber) return null
  return refusePhoneNumber('phoneNumber', phoneNumber) ?? (await ctx.limits.use(numbers, ctx.actor.userId))
}

function profileOf({ db, actor }: Ctx): Promise<CaregiverRow | undefined> {
  return actor.caregiverId ? findCaregiver(db, actor.caregiverId) : findCaregiverOfUser(db, actor.userId)
}

/** Relies on the unique constraints instead of a look beforehand, because two may save at once. */
export async function unlessTaken<T>(save: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await save()
  } catch (error) {
    if (violates(error, 'caregiver_phone_number_key')) {
      return numberTaken
    }
    if (violates(error, 'caregiver_user_id_key')) return profileExists
    throw error
  }
}

const numberTaken = new Refusal(409, phoneNumberTaken, { fields: { phoneNumber: phoneNumberTaken } })
export const profileExists = new Refusal(409, m.refusal_profile_exists)

const lookUps = { name: 'phone-number', points: 10, seconds: 3_600 }

/** Returns 0 or 1 entries; none for callers who have a profile. */
export async function findPhoneNumber(
  ctx: Ctx,
  actor: Authorised<Actor>,
  phone: string | undefined,
): Promise<{ phoneNumber: string }[] | Refusal> {
  if (!phone || actor.caregiverId) return []
  const refused = await ctx.limits.use(lookUps, actor.userId)
  if (refused) return refused
  const taken = await findCaregiverByPhone(ctx.db, phone, countingProofs(ctx.env))
  return taken ? [{ phoneNumber: phone }] : []
}
