import { hash } from '@node-rs/argon2'
import { deleteAccount, login } from '@tagalong/contract/features/auth/auth.contract.ts'
import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  createChild,
  deleteChild,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptConnection,
  createConnection,
  removeConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { changeMembership, joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { insertPlaydate } from '#features/playdates/playdate-insert.db.ts'
import { updatePassword } from '#features/users/users.db.ts'
import type { Reply, TestApp } from './app.ts'
import { inHours } from './full-hours.ts'
import {
  addGroup,
  addMember,
  addParent,
  addPerson,
  connect,
  type Group,
  makePremium,
  type Parent,
  type Person,
} from './world.ts'

/** Proposal n has place n and time n: what is stored shows which parts of it belong together. */
export const dayZero = inHours(24).getTime()
const timeOf = (n: number) => new Date(dayZero + n * 86_400_000)
/** Returns a place that names a child of each side, so that there is something to remove from it. */
export const placeOf = (n: number) => `Place ${n} of Mia and Leo`
const proposalOf = (n: number) => ({
  proposedLocations: { option1: placeOf(n) },
  proposedTimes: [timeOf(n).toISOString()],
})

const password = 'Zebra-Crossing-77'
/** A hash with hardly any work, since many sign in here. */
const quickHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Two families that know each other, a third that wants to know one of them, and what is open between them. */
export interface Families {
  /** Returns a number below `below`, the same at each run. */
  pick(below: number): number
  admin: Person
  mia: Parent
  leo: Parent
  eve: Parent
  group: Group
  /** The membership of Mia's family in the group. */
  membership: string
  connection: string
  /** From Eve's family to Leo's. */
  invite: string
  /** From Mia's family to Leo's, as proposal 1. */
  request: string
  roomId: string
  /** An event of Mia's family for the two others, as proposal 1. */
  event: string
}

export async function addFamilies(t: TestApp, pick: Families['pick']): Promise<Families> {
  const { database } = t
  const children = (firstName: string) => [{ firstName }, ...(pick(2) ? [{ firstName: 'Second' }] : [])]
  // In parallel: most of a round is spent waiting for the database.
  const [mia, leo, eve, admin, group] = await Promise.all([
    addParent(database, { children: children('Mia') }),
    addParent(database, { children: children('Leo') }),
    addParent(database, { children: children('Eve') }),
    addPerson(database, { isAdmin: true }),
    addGroup(database, { pods: ['Bees'] }),
  ])
  const request = { id: newId(), roomId: newId() }
  const event = { id: newId(), roomId: newId() }
  const common = {
    ownerId: mia.caregiverId,
    ownerChildren: mia.children,
    proposal: {
      locations: [placeOf(1), null, null] as const,
      times: [timeOf(1)],
      durationMinutes: 60,
    },
  }
  const guest = ({ caregiverId, children }: Parent) => ({ childId: children[0] ?? '', caregiverId })
  const [connection, membership, invite] = await Promise.all([
    connect(database, mia, leo),
    addMember(database, group, mia, { isGroupAdmin: true, pod: group.pods[0] }),
    connect(database, eve, leo, 'pending'),
    addMember(database, group, eve, { pod: group.pods[0] }),
    insertPlaydate(database.kysely, { ...common, ...request, type: 'single', recipients: [guest(leo)] }),
    insertPlaydate(database.kysely, {
      ...common,
      ...event,
      type: 'group',
      recipients: [guest(leo), guest(eve)],
    }),
    makePremium(database, mia),
    ...[mia, leo].map(({ userId }) => updatePassword(database.kysely, userId, quickHash)),
  ])
  return {
    pick,
    admin,
    mia,
    leo,
    eve,
    group,
    membership,
    connection,
    invite,
    request: request.id,
    roomId: request.roomId,
    event: event.id,
  }
}

/** Who did it, and the server's reply. */
export interface Done {
  as?: Parent
  /** The proposal that was made. */
  n?: number
  reply: Reply
}

/** What a family does. If either of the two may do it, one is picked. */
export const actions = {
  async create(t, { pick, mia, leo }) {
    const [from, to] = pick(2) ? [mia, leo] : [leo, mia]
    const n = 2 + pick(8)
    const type = from === mia && pick(2) ? 'group' : 'single'
    const body = { type, ownerChildren: from.children, recipientChildren: [to.children[0]], ...proposalOf(n) }
    const headers = { 'idempotency-key': newId() }
    return { as: from, reply: await t.call(createPlaydate, { body }, { as: from, headers }) }
  },
  async counter(t, { pick, mia, leo, request: id }) {
    const n = 2 + pick(8)
    const body = {
      type: 'single',
      ownerChildren: mia.children,
      recipientChildren: [leo.children.at(-pick(2))],
      ...proposalOf(n),
      version: 1,
    }
    return { as: leo, n, reply: await t.call(counterPlaydate, { params: { id }, body }, { as: leo }) }
  },
  async accept(t, { leo, request: id }) {
    const body = { id, acceptedLocation: placeOf(1), acceptedTime: timeOf(1).toISOString(), version: 1 }
    return { as: leo, reply: await t.call(acceptPlaydate, { body }, { as: leo }) }
  },
  async reject(t, { leo, request: id }) {
    return { as: leo, reply: await t.call(rejectPlaydate, { body: { id, version: 1 } }, { as: leo }) }
  },
  async cancel(t, { pick, mia, request, event }) {
    const id = pick(2) ? request : event
    return { as: mia, reply: await t.call(cancelPlaydate, { body: { id } }, { as: mia }) }
  },
  async move(t, { pick, mia, leo, eve, event: id }) {
    const n = 2 + pick(8)
    const body = {
      type: 'group',
      ownerChildren: [mia.children.at(-pick(2))],
      recipientChildren: [leo.children[0], eve.children[0]],
      ...proposalOf(n),
      version: 1,
    }
    return { as: mia, n, reply: await t.call(counterPlaydate, { params: { id }, body }, { as: mia }) }
  },
  async respond(t, { pick, leo, event }) {
    const body = { playdate: event, response: pick(2) ? 'accepted' : 'rejected', version: 1 }
    return { as: leo, reply: await t.call(respondToEvent, { body }, { as: leo }) }
  },
  async 'edit child'(t, { pick, mia, leo }) {
    const [as, firstName] = pick(2) ? [mia, 'Mia'] : [leo, 'Leo']
    const body = { firstName, lastNameInitial: 'E', school: 'Oak Street School' }
    return { as, reply: await t.call(saveChild, { params: { id: as.children[0] }, body }, { as }) }
  },
  async 'delete child'(t, { pick, mia, leo }) {
    const as = pick(2) ? mia : leo
    return { as, reply: await t.call(deleteChild, { params: { id: as.children[0] } }, { as }) }
  },
  async 'erase account'(t, { pick, admin, mia, leo }) {
    const as = pick(2) ? mia : leo
    const reply = pick(2)
      ? await t.call(deleteAccount, { body: { password } }, { as })
      : await t.call(deleteUser, { params: { id: as.userId } }, { as: admin })
    return { as, reply }
  },
  async join(t, { leo, group }) {
    const childSubGroups = leo.children.map((child) => ({ child, subGroup: group.pods[0] }))
    const body = { groupId: group.id, code: group.code, childSubGroups }
    return { as: leo, reply: await t.call(joinGroup, { body }, { as: leo }) }
  },
  async leave(t, { mia, membership }) {
    const body = { membership, status: 'rejected' }
    return { as: mia, reply: await t.call(changeMembership, { body }, { as: mia }) }
  },
  async unfriend(t, { pick, mia, leo, connection: id }) {
    const as = pick(2) ? mia : leo
    return { as, reply: await t.call(removeConnection, { params: { id } }, { as }) }
  },
  async befriend(t, { pick, mia, eve, leo, invite: id }) {
    if (pick(2)) return { as: leo, reply: await t.call(acceptConnection, { params: { id } }, { as: leo }) }
    const body = { inviteeName: 'Mia’s', inviteePhoneNumber: mia.phoneNumber }
    return { as: eve, reply: await t.call(createConnection, { body }, { as: eve }) }
  },
  async 'add child'(t, { pick, mia, leo }) {
    const as = pick(2) ? mia : leo
    const body = { firstName: 'Ida', lastNameInitial: 'E', school: 'Oak Street School' }
    return { as, reply: await t.call(createChild, { body }, { as }) }
  },
  async write(t, { pick, mia, leo, roomId }) {
    const as = pick(2) ? mia : leo
    const body = { chatRoom: roomId, message: { text: 'See you!' } }
    return { as, reply: await t.call(sendMessage, { body }, { as }) }
  },
  async block(t, { pick, mia, leo }) {
    const [as, other] = pick(2) ? [mia, leo] : [leo, mia]
    const params = { caregiver: other.caregiverId }
    return { as, reply: await t.call(blockCaregiver, { params }, { as }) }
  },
  async 'sign in'(t, { pick, mia, leo }) {
    const as = pick(2) ? mia : leo
    return { as, reply: await t.call(login, { body: { email: as.email, password } }) }
  },
} satisfies Record<string, (t: TestApp, families: Families) => Promise<Done>>

export type Action = keyof typeof actions
