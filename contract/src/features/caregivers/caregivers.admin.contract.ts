import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { columnValues, listQuery, valuesQuery } from '../../http/lists.ts'
import { id, idOrNew, idParams } from '../../values/id.ts'
import { optionalText, text } from '../../values/text.ts'
import { caregiverProfile, profileFields } from './caregivers.contract.ts'

/** `name` is first and last name; `hasUser` is false while nobody has claimed the profile. */
export const caregiverColumns = ['name', 'phoneNumber', 'zipCode', 'createdAt', 'hasUser'] as const
export type CaregiverColumn = (typeof caregiverColumns)[number]

export const listCaregivers = endpoint({
  name: 'caregivers.list',
  summary: 'List profiles',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/caregiver-profile',
  query: listQuery(caregiverColumns),
  data: z.array(caregiverProfile),
  paged: true,
})

export const listCaregiverValues = endpoint({
  name: 'caregivers.values',
  summary: 'List the values of a column of profiles',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/caregiver-profile/values',
  query: valuesQuery(caregiverColumns),
  data: columnValues,
  paged: true,
})

export const getCaregiver = endpoint({
  name: 'caregivers.getAny',
  summary: 'Read a profile',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/caregiver-profile/:id',
  params: idParams,
  data: caregiverProfile,
})

/** The profile of that user; 404 while there is none. */
export const getCaregiverOfUser = endpoint({
  name: 'caregivers.ofUser',
  summary: 'Read the profile of a user',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/caregiver-profile-user/:id',
  params: idParams,
  data: caregiverProfile,
})

/** The text where a profile is made without a name. */
export const noProfileName = 'Please enter a name'

/**
 * 'new' makes a profile without a user, and needs a name, a number and a zip code. `inviteUrl` comes with a new profile,
 * and where `invite` asks for another link of one without a user: whoever registers by it, within 14 days, gets this
 * profile when they set up theirs. It can't be read again, and a newer link ends it. What is left out stays. 409 where
 * the number is another caregiver's, or a link is asked for somebody who has a user; 404 for another grown-up of the
 * caller's child.
 */
export const saveCaregiver = endpoint({
  name: 'caregivers.saveAny',
  summary: 'Create or change a profile',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/caregiver-profile/:id',
  params: z.strictObject({ id: idOrNew }),
  body: z.strictObject({
    name: z.optional(text(50, noProfileName)),
    lastName: z.optional(optionalText(50)),
    phoneNumber: z.optional(profileFields.phoneNumber),
    zipCode: z.optional(profileFields.zipCode),
    timeZone: profileFields.timeZone,
    invite: z.optional(z.boolean()),
  }),
  data: z.extend(caregiverProfile, { inviteUrl: z.nullable(z.url()) }),
  idempotent: true,
})

export const profileShutOut =
  'This account is paused or closed. Please lift that first, or delete the whole account.'
export const profileChangedHands = 'Who has this profile has changed. Please take another look.'

/**
 * The profile with its children, connections and memberships, for good; what others still need of it stays without a
 * name. Its user stays, without a profile. 404 for another grown-up of the caller's child, 409 while the account is paused
 * or closed: what was decided is found by the profile; while another guardian of a child that would go comes back; and where
 * somebody else has it by now than `user`, or `none`, as the caller saw it.
 */
export const deleteCaregiver = endpoint({
  name: 'caregivers.delete',
  summary: 'Delete a profile',
  scope: 'admin',
  guard: 'admin',
  method: 'DELETE',
  path: '/caregiver-profile/:id',
  params: idParams,
  query: z.strictObject({ user: z.optional(z.union([id, z.literal('none')])) }),
  data: z.object({}),
  fresh: true,
})

/**
 * Ends the proof of the number: it is nobody's then, and whoever enters its code next has it. The holder is mailed.
 * 409 where the number is not proven, 404 for another grown-up of the caller's child.
 */
export const clearNumber = endpoint({
  name: 'caregivers.clearNumber',
  summary: 'End the proof of a number',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/caregiver-profile/:id/clear-number',
  params: idParams,
  data: z.object({}),
  fresh: true,
})

/** The text where there is no proof to end. */
export const numberNotProven = 'This number is not confirmed'

/** The text where a link is asked for a profile that has a user. */
export const profileClaimed = 'This profile has a user already'
