import { randomBytes } from 'node:crypto'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { aPhoneNumber, type Group, type Parent, type Person } from '#test/world.ts'

/**
 * Who knocks. `owner` made the row that a line is about, and is whom `connected` reported; `recipient` is its other side.
 * `reported`, `muter` and `muted` are connected, too, and are answered like anybody who is: the owner reported the first,
 * is muted by the second, and mutes the third. `waiting` knows the owner only from the event in whose line it stands.
 * The five grown-ups have, had or will have a place with the owner's child; grown-ups.test.ts tells more of them.
 * `sideAdmin` is an administrator whom the owner knows; `adminWithoutStep` one of a place where safety is strict. Who is
 * not fresh confirmed their session a day ago.
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
  /** Who blocked the owner, and whom the owner blocked, with all that they had before. */
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
  /** The recipient's. */
  membership: string
}

export interface Ids {
  playdate: string
  /** Of which the playdate is the only date. */
  series: string
  room: string
  connection: string
  /** What the link to that connection holds, where a call is about it. */
  invite: string
  /** Of the owner for `ownChild`; `invite` is its link where a call is about that, else the recipient said yes. */
  guardianInvite: string
  group: string
  pod: string
  membership: string
  caregiver: string
  child: string
  ownChild: string
  session: string
  /** The owner's. */
  passkey: string
  /** The key of the photo of `ownChild`. */
  photo: string
  /** The owner's, with the recipient invited. */
  event: string
  /** The owner's user. */
  user: string
  /** A crash report of the owner. */
  report: string
  /** What the connected reported about the owner. */
  complaint: string
  /** Days on which `ownChild` is away, entered by the owner. */
  away: string
  /** The recipient and others, whom the owner asks one after the other. */
  ask: string
}

/** What one call is sent, and how those with a profile are answered. Guards answer everybody else. */
export interface Line {
  endpoint: AnyEndpoint
  request?(ids: Ids, world: World, actor: Person): { params?: object; query?: object; body?: object }
  expect: Partial<Record<Actor, number>> & { all?: number }
  /** Named rows that are not there answer so, for the owner, or for an administrator where it is theirs to ask. */
  missing?: number
}

export const newKey = () => randomBytes(24).toString('base64url')
export const profile = () => ({
  name: 'New',
  lastName: 'Name',
  phoneNumber: aPhoneNumber(),
  zipCode: '94601',
})
