import { phoneNumberTaken } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import { notify } from '#db/listen.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import {
  type CaregiverRow,
  claimCaregiver,
  findCaregiver,
  findCaregiverByPhone,
  findCaregiverOfUser,
  insertCaregiver,
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

/** Where a browser doesn't tell its zone and no profile holds one. */
export const defaultTimeZone = 'America/New_York'

/** Creates the actor's profile, or changes it. */
export async function saveCaregiverProfile(
  ctx: Ctx,
  actor: Authorised<Actor>,
  fields: ProfileFields,
): Promise<CaregiverRow | Refusal> {
  const existing = await profileOf(ctx)
  if (!existing) return createProfile(ctx, actor, fields)
  return unlessTaken(async () => {
    const saved = await updateCaregiver(ctx.db, existing.id, {
      ...fields,
      timeZone: fields.timeZone ?? existing.time_zone,
    })
    await notify(ctx.db, { kind: 'changed', user: actor.userId })
    return saved
  })
}

/** The actor's first and only profile: one that an administrator made for them, or a new one. */
export async function createProfile(
  ctx: Ctx,
  actor: Authorised<Actor>,
  fields: ProfileFields,
): Promise<CaregiverRow | Refusal> {
  return unlessTaken(async () => {
    const timeZone = fields.timeZone ?? defaultTimeZone
    const row =
      (await claimCaregiver(ctx.db, actor.userId, { ...fields, timeZone })) ??
      (await insertCaregiver(ctx.db, { ...fields, timeZone, id: newId(), userId: actor.userId }))
    await notify(ctx.db, { kind: 'changed', user: actor.userId })
    return row
  })
}

const numbers = { name: 'new-phone-number', points: 10, seconds: 3_600 }

/**
 * A save tells whether a number is taken, so that not many can be tried. Before the transaction: whoever tries too many
 * holds none of its connections.
 */
export async function refuseNewNumber(ctx: Ctx, phoneNumber: string): Promise<Refusal | null> {
  if ((await profileOf(ctx))?.phone_number === phoneNumber) return null
  return refusePhoneNumber('phoneNumber', phoneNumber) ?? (await ctx.limits.use(numbers, ctx.actor.userId))
}

function profileOf({ db, actor }: Ctx): Promise<CaregiverRow | undefined> {
  return actor.caregiverId ? findCaregiver(db, actor.caregiverId) : findCaregiverOfUser(db, actor.userId)
}

/** The unique constraints decide, not a look beforehand: two may save at once. */
export async function unlessTaken<T>(save: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await save()
  } catch (error) {
    if (violates(error, 'caregiver_phone_number_key')) {
      return new Refusal(409, phoneNumberTaken, { fields: { phoneNumber: phoneNumberTaken } })
    }
    if (violates(error, 'caregiver_user_id_key')) return profileExists
    throw error
  }
}

export const profileExists = new Refusal(409, m.refusal_profile_exists)

const lookUps = { name: 'phone-number', points: 10, seconds: 3_600 }

/** 0 or 1 entry; nothing to find for somebody who has a profile. */
export async function findPhoneNumber(
  ctx: Ctx,
  actor: Authorised<Actor>,
  phone: string | undefined,
): Promise<{ phoneNumber: string }[] | Refusal> {
  if (!phone || actor.caregiverId) return []
  const refused = await ctx.limits.use(lookUps, actor.userId)
  if (refused) return refused
  const taken = await findCaregiverByPhone(ctx.db, phone)
  return taken ? [{ phoneNumber: phone }] : []
}
