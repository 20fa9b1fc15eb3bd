import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { phoneNumber } from '../../values/phone.ts'
import { text } from '../../values/text.ts'
import { timeZone } from '../../values/time-zone-name.ts'
import { zipCode } from '../../values/zip-code.ts'

/** What a caregiver enters about themself. */
export const profileFields = {
  name: text(50, m.prompt_caregiver_first_name),
  lastName: text(50, m.prompt_caregiver_last_name),
  phoneNumber,
  zipCode,
  timeZone: z.optional(timeZone),
}

/** How a number was proven; only 'code' counts if safety is strict. */
export const phoneProofs = ['code', 'saved'] as const
export type PhoneProofKind = (typeof phoneProofs)[number]

/** A caregiver's own profile, returned only to that caregiver and to administrators. */
export const caregiverProfile = z.object({
  _id: id,
  name: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  zipCode: z.string(),
  timeZone: z.string(),
  phoneProof: z.nullable(z.enum(phoneProofs)),
  createdAt: instant,
  user: z.nullable(id),
})
export type CaregiverProfile = z.infer<typeof caregiverProfile>

/** A caregiver as others see them. */
export const caregiverName = z.object({ _id: id, name: z.string(), lastName: z.string() })
export type CaregiverName = z.infer<typeof caregiverName>

const profileParams = z.strictObject({ id: z.union([z.literal('current-user'), id]) })

/** `id` is 'current-user', the user's id or the profile's id; always the caller's own. */
export const getCaregiverProfile = endpoint({
  name: 'caregivers.get',
  summary: 'Read the own profile',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/caregiver-profile/:id',
  params: profileParams,
  data: caregiverProfile,
})

/** Creates or changes the caller's profile. 409 if another caregiver has proven the number. */
export const saveCaregiverProfile = endpoint({
  name: 'caregivers.save',
  summary: 'Create or change the own profile',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/caregiver-profile/:id',
  params: profileParams,
  body: z.strictObject(profileFields),
  data: caregiverProfile,
})

/**
 * One entry if another caregiver has proven the number; always empty without a number, or once the caller has a
 * profile. 10 an hour, then 429. No call lists numbers.
 */
export const findPhoneNumber = endpoint({
  name: 'caregivers.findPhoneNumber',
  summary: 'Check whether a phone number is taken',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/phone-number',
  query: z.strictObject({ phone: z.optional(phoneNumber) }),
  data: z.array(z.object({ phoneNumber: z.string() })),
})

/** Shown if the number is another caregiver's. */
export const phoneNumberTaken = m.prompt_caregiver_phone_taken
