import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { phoneNumber } from '../../values/phone.ts'
import { text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { visibleChild } from '../children/children.contract.ts'

export const connectionStatuses = ['pending', 'accepted', 'rejected'] as const

/**
 * A connection between two caregivers. `inviteePhoneNumber` and `linkEndsAt` are shown only to the inviter. `invitee`
 * is null to the inviter until the invitation is accepted, so that numbers can't be looked up. `children` are the other
 * side's, once accepted. `linkEndsAt` is set while the invitation waits for a person to follow its link: until when the
 * link works, after which a new link is needed.
 */
export const connection = z.object({
  _id: id,
  inviter: caregiverName,
  invitee: z.nullable(caregiverName),
  inviteStatus: z.enum(connectionStatuses),
  inviteeName: z.string(),
  inviteePhoneNumber: z.nullable(z.string()),
  linkEndsAt: z.nullable(instant),
  /** The guardian who introduced the two, if no number did. */
  introducedBy: z.nullable(caregiverName),
  children: z.array(visibleChild),
})
export type Connection = z.infer<typeof connection>

export const connectionTexts = {
  /** For programs, not for display: what became of an invitation. */
  existingUser: 'Connection created with existing user',
  newInvitee: 'Connection created with new invitee',

  exists: m.prompt_connection_exists,
  oneself: m.prompt_connection_oneself,
  changed: m.prompt_connection_changed,
} as const

export const listConnections = endpoint({
  name: 'connections.list',
  summary: 'List connections and invitations',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/connection',
  data: z.array(connection),
})

/** 20 a day. `inviteUrl` is the link to hand over if the number is nobody's or isn't proven. */
export const createConnection = endpoint({
  name: 'connections.create',
  summary: 'Invite somebody to connect',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/connection',
  body: z.strictObject({
    inviteeName: text(100, m.prompt_connection_name),
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
  summary: 'Accept an invitation',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/connection/:id/accepted',
  params: idParams,
  body: z.strictObject({}),
  data: connection,
  refusals: [403],
})

export const rejectConnection = endpoint({
  name: 'connections.reject',
  summary: 'Reject an invitation',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/connection/:id/rejected',
  params: idParams,
  body: z.strictObject({}),
  data: connection,
  refusals: [403],
})

/** Either side ends it, for both. `only=pending` withdraws an invitation, and is 409 if it was accepted meanwhile. */
export const removeConnection = endpoint({
  name: 'connections.remove',
  summary: 'End a connection, or take an invitation back',
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/connection/:id',
  params: idParams,
  query: z.strictObject({ only: z.optional(z.literal('pending')) }),
  data: z.object({}),
})

/** Makes a new link for an own invitation that nobody has followed yet; the previous link ends at once. 20 a day. */
export const renewLink = endpoint({
  name: 'connections.renewLink',
  summary: 'Renew the link of an invitation',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/connection/:id/link',
  params: idParams,
  body: z.strictObject({}),
  data: z.object({ inviteUrl: z.url() }),
  refusals: [403],
})

/** Returns who made the link, as long as it works; 404 for any other token. 60 an hour per address. */
export const readInvite = endpoint({
  name: 'connections.readInvite',
  summary: 'Read whose invite link it is',
  scope: 'public',
  guard: 'none',
  method: 'GET',
  path: '/invite',
  query: z.strictObject({ token: z.string() }),
  data: z.object({ name: z.string() }),
  refusals: [404],
})

/** All children of all accepted connections. */
export const listFriendsChildren = endpoint({
  name: 'connections.children',
  summary: 'List the children of all connections',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/children-from-active-connections',
  data: z.array(visibleChild),
})

/** Tells whether a caregiver has proven exactly that number, and nothing else. 20 a day, then 429. */
export const findUser = endpoint({
  name: 'connections.findUser',
  summary: 'Check whether a caregiver has a phone number',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/find-user',
  query: z.strictObject({ phoneNumber }),
  data: z.object({ found: z.boolean() }),
})
