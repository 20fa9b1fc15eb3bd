import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id, idParams } from '../../values/id.ts'
import { phoneNumber } from '../../values/phone.ts'
import { text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { visibleChild } from '../children/children.contract.ts'

export const connectionStatuses = ['pending', 'accepted', 'rejected'] as const

/**
 * Between two caregivers. The number stands there only for the inviter, who typed it.
 * `invitee` is null to the inviter until the invitation is accepted: numbers can't be looked up.
 * `children` are the other side's, once accepted.
 */
export const connection = z.object({
  _id: id,
  inviter: caregiverName,
  invitee: z.nullable(caregiverName),
  inviteStatus: z.enum(connectionStatuses),
  inviteeName: z.string(),
  inviteePhoneNumber: z.nullable(z.string()),
  children: z.array(visibleChild),
})
export type Connection = z.infer<typeof connection>

export const connectionTexts = {
  existingUser: 'Connection created with existing user',
  newInvitee: 'Connection created with new invitee',
  exists: 'A connection with this user already exists',
  oneself: 'That is your own phone number',
  changed: 'This invitation has changed. Please take another look.',
} as const

export const listConnections = endpoint({
  name: 'connections.list',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/connection',
  data: z.array(connection),
})

/** 20 a day. Where the number is nobody's, `inviteUrl` is the link to hand over. */
export const createConnection = endpoint({
  name: 'connections.create',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/connection',
  body: z.strictObject({
    inviteeName: text(100, "Please enter your friend's name"),
    inviteePhoneNumber: phoneNumber,
  }),
  data: z.object({
    message: z.enum([connectionTexts.existingUser, connectionTexts.newInvitee]),
    connection,
    inviteUrl: z.optional(z.url()),
  }),
  idempotent: true,
})

export const acceptConnection = endpoint({
  name: 'connections.accept',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/connection/:id/accepted',
  params: idParams,
  body: z.strictObject({}),
  data: connection,
})

export const rejectConnection = endpoint({
  name: 'connections.reject',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/connection/:id/rejected',
  params: idParams,
  body: z.strictObject({}),
  data: connection,
})

/** Either side ends it; it is gone for both. */
export const removeConnection = endpoint({
  name: 'connections.remove',
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/connection/:id',
  params: idParams,
  data: z.object({}),
})

/** Every child of every accepted connection. */
export const listFriendsChildren = endpoint({
  name: 'connections.children',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/children-from-active-connections',
  data: z.array(visibleChild),
})

/** Has a caregiver exactly that number? Nothing else is told. 20 a day, then 429. */
export const findUser = endpoint({
  name: 'connections.findUser',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/find-user',
  query: z.strictObject({ phoneNumber }),
  data: z.object({ found: z.boolean() }),
})
