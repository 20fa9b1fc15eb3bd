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

/** How a number became its holder's; only 'code' counts where safety is strict. */
export const phoneProofs = ['code', 'saved'] as const
export type PhoneProofKind = (typeof phoneProofs)[number]

/** A caregiver's own profile; nobody but the caregiver and administrators ever gets one. */
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

/** How other people's caregivers appear. */
export const caregiverName = z.object({ _id: id, name: z.string(), lastName: z.string() })
export type CaregiverName = z.infer<typeof caregiverName>

const profileParams = z.strictObject({ id: z.union([z.literal('current-user'), id]) })

/** `id` is 'current-user', the user's id or the profile's id, always the caller's own. */
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

/** Creates the caller's profile or changes it. 409 where another caregiver has proven the number. */
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
 * Is this number taken? One entry if so, and if it is proven; always empty without a number and once the caller has a profile.
 * 10 an hour, then 429. No call lists numbers.
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

/** The text where a number is another caregiver's. */
export const phoneNumberTaken = m.prompt_caregiver_phone_taken
