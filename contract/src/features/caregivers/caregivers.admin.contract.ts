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

/** The user's profile; 404 if there is none. */
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

/** Shown if a new profile has no name. */
export const noProfileName = 'Please enter a name'

/**
 * 'new' makes a profile without a user, and needs a name, a number and a zip code. Fields left out stay as they are.
 * `inviteUrl` is returned for a new profile, and if `invite` asks for another link to a profile without a user: the
 * user who registers by it within 14 days gets this profile on setting up theirs. The link can't be read again, and a
 * newer one ends it. 409 if the number is another caregiver's, or `invite` is set for a profile that has a user; 404
 * for another grown-up of the caller's child.
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
 * Permanently deletes the profile with its children, connections and memberships; what others still need of it stays
 * without a name. Its user stays, without a profile. 404 for another grown-up of the caller's child. 409 while the
 * account is paused or closed, since its decision is found by the profile; while another guardian of a child that would
 * be erased is being restored; and if the profile's user is not `user` any more (`none`: no user), as the caller saw
 * it.
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
 * Ends the proof of the number, so that it is nobody's until a caregiver proves it again by its code. The holder is
 * mailed. 409 if the number is not proven, 404 for another grown-up of the caller's child.
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

/** Shown if there is no proof to end. */
export const numberNotProven = 'This number is not confirmed'

/** Shown if a link is requested for a profile that has a user. */
export const profileClaimed = 'This profile has a user already'
