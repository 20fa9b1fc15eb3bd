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
  /** What the guardians call the person it is for. */
  label: z.string(),
  role: z.enum(roles),
  /** When a helper's place ends; null for a guardian. */
  until: z.nullable(instant),
  status: z.enum(inviteStatuses),
  invitedBy: caregiverName,
  /** Who accepted: null before that, and while they have no profile. */
  invitee: z.nullable(caregiverName),
  /** Month in which the invitee registered, as `2025-11`; null before the yes. */
  hereSince: z.nullable(z.string()),
  /** Until when the link works, or the yes waits to be confirmed. */
  expiresAt: instant,
  /** When the place begins, once confirmed. */
  begins: z.nullable(instant),
  /** Increases with each step; the confirmation names the version it saw. */
  version: z.int(),
})
export type GuardianInvite = z.infer<typeof guardianInvite>

/** The same invite as its invitee sees it, without anything about the child or the invite's label. */
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
 * Makes a link for one person, valid for 7 days and returned only here. 10 a day, then 429; 409 if three invites wait
 * for the child already, or it has as many grown-ups as it can have.
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

/** Invites that the caller accepted and that have not begun. 60 an hour. */
export const listOwnInvites = endpoint({
  name: 'guardianInvites.list',
  summary: 'List the invites that the caller said yes to',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/guardian-invite',
  data: z.array(ownInvite),
})

/** `invite` is the token of a link that works or that the caller accepted; 404 for any other. 60 an hour. */
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

/** Binds the link to the caller, who gets no access before the inviter confirms. */
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

/** By the inviter only: a helper begins at once, a guardian 24 hours later. */
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
 * `invite` is the id. By any guardian of the child and by the invitee, until the place begins. 409 if the version is
 * not the one seen.
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
