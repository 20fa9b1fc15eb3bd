import { randomBytes } from 'node:crypto'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { aPhoneNumber, type Group, type Parent, type Person } from '#test/world.ts'

/**
 * Who calls. `owner` made the row that a line is about, and is reported by `connected`; `recipient` is its other side.
 * `reported`, `muter` and `muted` are connected, too, and are answered like any other friend: the owner reported the
 * first, is muted by the second, and mutes the third. `waiting` knows the owner only from the event in whose line it
 * waits. The five grown-ups have, had or will have a place with the owner's child; grown-ups.test.ts covers them
 * further. `sideAdmin` is an administrator whom the owner knows; `adminWithoutStep` is one of an installation where
 * safety is strict. The actors that are not fresh confirmed their session a day ago.
 */
export const actors = [
  'anonymous',
  'expired',
  'refreshable',
  'revoked',
  'noProfile',
  'admin',
  'stranger',
  'connected',
  'owner',
  'recipient',
  'paused',
  'closed',
  'sideAdmin',
  'blocker',
  'blocked',
  'guardian',
  'helper',
  'soonGuardian',
  'formerGuardian',
  'formerHelper',
  'reported',
  'muter',
  'muted',
  'waiting',
  'notFresh',
  'adminNotFresh',
  'adminWithoutStep',
] as const
export type Actor = (typeof actors)[number]

export interface World {
  owner: Parent
  recipient: Parent
  connected: Parent
  stranger: Parent
  noProfile: Person
  admin: Person
  expired: Parent
  refreshable: Parent
  revoked: Parent
  paused: Parent
  closed: Parent
  sideAdmin: Parent
  /** The one blocked the owner, the other was blocked by the owner; both kept all that they had before. */
  blocker: Parent
  blocked: Parent
  guardian: Parent
  helper: Parent
  soonGuardian: Parent
  formerGuardian: Parent
  formerHelper: Parent
  reported: Parent
  muter: Parent
  muted: Parent
  waiting: Parent
  notFresh: Parent
  adminNotFresh: Person
  adminWithoutStep: Person
  /** Sent by the owner to the recipient, pending. */
  playdate: { id: string; roomId: string }
  /** The connection of owner and recipient. */
  connection: string
  /** The owner is its admin, the recipient a member. */
  group: Group
  /** The recipient's membership. */
  membership: string
}

export interface Ids {
  playdate: string
  /** The series of which the playdate is the only date. */
  series: string
  room: string
  connection: string
  /** The token of the connection's link, if a call is about that. */
  invite: string
  /**
   * The owner's invite for `ownChild`; `invite` is the token of its link if a call is about that, otherwise the
   * recipient said yes.
   */
  guardianInvite: string
  group: string
  pod: string
  membership: string
  caregiver: string
  child: string
  ownChild: string
  session: string
  /** The owner's passkey. */
  passkey: string
  /** The key of `ownChild`'s photo. */
  photo: string
  /** The owner's event, with the recipient invited. */
  event: string
  /** The owner's user. */
  user: string
  /** A crash report of the owner. */
  report: string
  /** The report of `connected` about the owner. */
  complaint: string
  /** Days on which `ownChild` is away, entered by the owner. */
  away: string
  /** The owner's order, in which the recipient and others are asked. */
  ask: string
}

/** What one call is sent, and how actors with a profile are answered. Guards answer all others. */
export interface Line {
  endpoint: AnyEndpoint
  request?(ids: Ids, world: World, actor: Person): { params?: object; query?: object; body?: object }
  expect: Partial<Record<Actor, number>> & { all?: number }
  /** The status if a named row doesn't exist, for the owner, or for an administrator in calls of their own. */
  missing?: number
}

export const newKey = () => randomBytes(24).toString('base64url')
export const profile = () => ({
  name: 'New',
  lastName: 'Name',
  phoneNumber: aPhoneNumber(),
  zipCode: '94601',
})
