import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { maxLabel, roles } from './guardians.rules.ts'

const inviteStatuses = ['sent', 'accepted', 'confirmed', 'rejected', 'stopped', 'expired'] as const

/** An invite to be a child's grown-up, as its guardians see it. */
export const guardianInvite = z.object({
  _id: id,
  /** What the guardians call whom it is for. */
  label: z.string(),
  role: z.enum(roles),
  /** Of a helper: until when. */
  until: z.nullable(instant),
  status: z.enum(inviteStatuses),
  invitedBy: caregiverName,
  /** Who said yes: null before, and while they have no profile. */
  invitee: z.nullable(caregiverName),
  /** The month in which they registered, `2025-11`; null before the yes. */
  hereSince: z.nullable(z.string()),
  /** Until then the link works, or the yes waits to be confirmed. */
  expiresAt: instant,
  /** Once confirmed: when they begin. */
  begins: z.nullable(instant),
  /** Grows with each step; the confirmation names the one that was seen. */
  version: z.int(),
})
export type GuardianInvite = z.infer<typeof guardianInvite>

/** The same as whoever said yes to it sees it: nothing of the child, nor what they are called. */
export const ownInvite = z.object({
  _id: id,
  inviterName: z.string(),
  role: z.enum(roles),
  until: z.nullable(instant),
  status: z.enum(inviteStatuses),
  begins: z.nullable(instant),
  version: z.int(),
})
export type OwnInvite = z.infer<typeof ownInvite>

const version = z.int().check(z.gte(1))

const tokenParams = z.strictObject({ token: z.string() })

/**
 * A link that one person may follow, within 7 days; it stands in this answer only. 10 a day, then 429; 409 where three
 * wait for the child already, or it has all the grown-ups it can have.
 */
export const createGuardianInvite = endpoint({
  name: 'guardianInvites.create',
  summary: 'Make a link for another grown-up',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/child/:id/guardian-invite',
  params: idParams,
  body: z
    .strictObject({
      label: text(maxLabel, m.prompt_guardian_label),
      role: z.enum(roles),
      /** A helper's last day, on the caller's clock. */
      until: z.optional(z.iso.date({ error: m.prompt_guardian_until })),
    })
    .check(
      z.refine(({ role, until }) => (role === 'helper') === (until !== undefined), {
        path: ['until'],
        error: m.prompt_guardian_until,
      }),
    ),
  data: z.object({ invite: guardianInvite, inviteUrl: z.url() }),
  status: 201,
  idempotent: true,
})

/** The caller's own that were accepted and have not begun. 60 an hour. */
export const listOwnInvites = endpoint({
  name: 'guardianInvites.list',
  summary: 'List the invites that the caller said yes to',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/guardian-invite',
  data: z.array(ownInvite),
})

/** `invite`: the token. Of a link that works, or that the caller said yes to; 404 for any other. 60 an hour. */
export const readGuardianInvite = endpoint({
  name: 'guardianInvites.read',
  summary: 'Read who asks by that link',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/guardian-invite/:invite',
  params: z.strictObject({ invite: z.string() }),
  data: ownInvite,
})

/** Binds the link to the caller; it gives nothing before the inviter confirms. */
export const acceptGuardianInvite = endpoint({
  name: 'guardianInvites.accept',
  summary: 'Say yes to being a grown-up',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/guardian-invite/:token/accepted',
  params: tokenParams,
  body: z.strictObject({}),
  data: ownInvite,
})

export const rejectGuardianInvite = endpoint({
  name: 'guardianInvites.reject',
  summary: 'Say no to being a grown-up',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/guardian-invite/:token/rejected',
  params: tokenParams,
  body: z.strictObject({}),
  data: ownInvite,
})

/** By the inviter alone: a helper begins at once, a guardian 24 hours later. */
export const confirmGuardianInvite = endpoint({
  name: 'guardianInvites.confirm',
  summary: 'Confirm who said yes',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/guardian-invite/:id/confirmed',
  params: idParams,
  body: z.strictObject({ version }),
  data: guardianInvite,
  refusals: [403],
  fresh: true,
})

/**
 * `invite`: its id. By any guardian of the child and by who said yes, until they have begun. 409 where it is not in
 * the version that was seen.
 */
export const stopGuardianInvite = endpoint({
  name: 'guardianInvites.stop',
  summary: 'Stop an invite',
  scope: 'app',
  guard: 'user',
  method: 'DELETE',
  path: '/guardian-invite/:invite',
  params: z.strictObject({ invite: id }),
  query: z.strictObject({ version: z.optional(z.pipe(z.string(), z.pipe(z.transform(Number), version))) }),
  data: z.object({}),
})
