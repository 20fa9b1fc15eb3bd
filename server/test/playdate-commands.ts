import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { changeMembership } from '@tagalong/contract/features/groups/groups.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import type { TestApp } from './app.ts'
import { inHours } from './full-hours.ts'
import {
  accepting,
  askingAnotherTime,
  cancelling,
  changing,
  creating,
  deletingChild,
  type Model,
  type ModelPlaydate,
  pair,
  rejecting,
  responding,
} from './playdate-model.ts'
import { addGroup, addGuardian, addMember, addParent, connect, makePremium, type Parent } from './world.ts'

export type Kind =
  | 'request'
  | 'event'
  | 'accept'
  | 'another time'
  | 'reject'
  | 'change'
  | 'cancel'
  | 'respond'
  | 'unfriend'
  | 'leave group'
  | 'delete child'

const ofPlaydates: readonly Kind[] = ['accept', 'another time', 'reject', 'change', 'cancel', 'respond']

/** Numbers choose among what there is when the command is run. */
export interface Command {
  kind: Kind
  actor: number
  other: number
  playdate: number
  child: number
  isStale: boolean
  isSwapping: boolean
  isYes: boolean
  isPartner: boolean
  /** Who acts on a playdate. */
  whose: 'turn' | 'side' | 'anybody'
}

export interface World {
  t: TestApp
  people: Parent[]
  /** By family. */
  partners: Map<number, Parent>
  /** Everybody's children, including the deleted ones. */
  children: string[][]
  connections: Map<string, string>
  memberships: string[]
}

/**
 * Makes a world of three families; the first knows both others, and all share a group. Only the first has premium. In
 * two of them, the children have a second guardian.
 */
export async function makeWorld(t: TestApp): Promise<{ world: World; model: Model }> {
  const people: Parent[] = []
  for (const name of ['Anna', 'Ben', 'Cleo']) {
    const children = [{ firstName: 'One' }, { firstName: 'Two' }]
    people.push(await addParent(t.database, { name, children }))
  }
  const [anna, ben, cleo] = people as [Parent, Parent, Parent]
  const partners = new Map<number, Parent>()
  for (const family of [0, 1]) {
    const partner = await addParent(t.database, { name: 'Partner', children: [] })
    for (const child of people[family]?.children ?? []) await addGuardian(t.database, child, partner)
    partners.set(family, partner)
  }
  const group = await addGroup(t.database)
  const memberships: string[] = []
  for (const person of people) memberships.push(await addMember(t.database, group, person))
  const connections = new Map([
    [pair(0, 1), await connect(t.database, anna, ben)],
    [pair(0, 2), await connect(t.database, anna, cleo)],
  ])
  await makePremium(t.database, anna)
  const children = people.map((person) => person.children)
  return {
    world: { t, people, partners, children, connections, memberships },
    model: {
      children: new Map(children.map((ids, person) => [person, [...ids]])),
      friends: new Set(connections.keys()),
      members: new Set([0, 1, 2]),
      premium: new Set([0]),
      partnered: new Set(partners.keys()),
      playdates: [],
    },
  }
}

const place = 'The park'
const time = inHours(48).toISOString()
const proposal = { proposedLocations: { option1: place }, proposedTimes: [time] }

function add({ playdates }: Model, made: Omit<ModelPlaydate, 'status' | 'version' | 'responses'>): void {
  const status = made.type === 'group' ? 'accepted' : 'pending'
  playdates.push({ ...made, status, version: 1, responses: new Map() })
}

/** Returns who acts. In an event it is the turn of those whom it invites. */
function actorOf({ type, owner, recipients, last }: ModelPlaydate, { actor, whose }: Command): number {
  if (whose === 'anybody') return actor
  const sides = [owner, ...recipients].filter(
    (each) => whose === 'side' || each !== (type === 'group' ? owner : last),
  )
  return sides[actor % sides.length] ?? actor
}

/** Runs a command on the server and in the model; returns both answers, or null if there was nothing to do it to. */
export async function run(
  { t, people, partners, children, connections, memberships }: World,
  model: Model,
  command: Command,
): Promise<{ said: number; meant: number } | null> {
  const playdate = model.playdates[command.playdate % Math.max(1, model.playdates.length)]
  const actor = playdate && ofPlaydates.includes(command.kind) ? actorOf(playdate, command) : command.actor
  const { other } = command
  const as = people[actor] as Parent
  const partner = command.isPartner ? partners.get(actor) : undefined
  const either = partner ?? as
  const isPartner = partner !== undefined
  const own = children[actor]?.[command.child] ?? ''
  const stale = (of: ModelPlaydate) => (command.isStale ? of.version + 1 : of.version)

  switch (command.kind) {
    case 'request':
    case 'event': {
      const type = command.kind === 'event' ? 'group' : 'single'
      const asked = type === 'group' ? [0, 1, 2].filter((each) => each !== actor) : [other]
      const invited = asked.map((person) => children[person]?.[(command.child + command.playdate) % 2] ?? '')
      const meant = creating(model, actor, { type, own, invited })
      const body = { type, ownerChildren: [own], recipientChildren: invited, ...proposal }
      const reply = await t.call(createPlaydate, { body }, { as })
      if (meant === 200 && reply.status === 200) {
        const sides = { owner: [own], recipient: invited }
        add(model, { id: reply.body.data._id, type, owner: actor, recipients: asked, sides, last: actor })
      }
      return { said: reply.status, meant }
    }
    case 'accept': {
      if (!playdate) return null
      const body = { id: playdate.id, acceptedLocation: place, acceptedTime: time, version: stale(playdate) }
      const { status } = await t.call(acceptPlaydate, { body }, { as: either })
      return { said: status, meant: accepting(model, playdate, actor, stale(playdate)) }
    }
    case 'another time': {
      if (!playdate) return null
      const { id, type, owner, recipients } = playdate
      const { owner: ownerChildren, recipient } = playdate.sides
      const recipientChildren = command.isSwapping ? (children[actor] ?? []) : recipient
      // The contract itself requires at least one.
      if (ownerChildren.length === 0 || recipientChildren.length === 0) return null
      const meant = askingAnotherTime(model, playdate, actor, { isSwapping: command.isSwapping, isPartner })
      const body = { type, ownerChildren, recipientChildren, ...proposal, replaces: id }
      const reply = await t.call(createPlaydate, { body }, { as: either })
      if (meant === 200 && reply.status === 200) {
        const sides = { owner: [...ownerChildren], recipient: [...recipient] }
        const made = { id: reply.body.data._id, type, owner, recipients, replaces: id }
        add(model, { ...made, sides, last: actor })
      }
      return { said: reply.status, meant }
    }
    case 'reject': {
      if (!playdate) return null
      const body = { id: playdate.id, version: stale(playdate) }
      const { status } = await t.call(rejectPlaydate, { body }, { as: either })
      return { said: status, meant: rejecting(playdate, actor, stale(playdate)) }
    }
    case 'change': {
      if (!playdate) return null
      const version = stale(playdate)
      const mine = playdate.owner === actor ? 'ownerChildren' : 'recipientChildren'
      const theirs = playdate.owner === actor ? playdate.sides.recipient : playdate.sides.owner
      const strangers = children[(actor + 1) % 3] ?? []
      const others = command.isSwapping
        ? [...theirs, ...strangers, ...(children[(actor + 2) % 3] ?? [])]
        : theirs
      // The contract itself requires at least one.
      if (others.length === 0) return null
      const body = {
        type: playdate.type,
        ...proposal,
        version,
        [mine]: [own],
        [mine === 'ownerChildren' ? 'recipientChildren' : 'ownerChildren']: [...new Set(others)],
      }
      const { status } = await t.call(counterPlaydate, { params: { id: playdate.id }, body }, { as: either })
      const { isSwapping } = command
      return {
        said: status,
        meant: changing(model, playdate, actor, { version, own, isSwapping, isPartner }),
      }
    }
    case 'cancel': {
      if (!playdate) return null
      const { status } = await t.call(cancelPlaydate, { body: { id: playdate.id } }, { as: either })
      return { said: status, meant: cancelling(model, playdate, actor, isPartner) }
    }
    case 'respond': {
      if (!playdate) return null
      const response = command.isYes ? 'accepted' : 'rejected'
      const answer = { response, version: stale(playdate) } as const
      const body = { playdate: playdate.id, ...answer }
      const { status } = await t.call(respondToEvent, { body }, { as: either })
      return { said: status, meant: responding(model, playdate, actor, answer) }
    }
    case 'unfriend': {
      const connection = connections.get(pair(actor, other))
      if (!connection || !model.friends.delete(pair(actor, other))) return null
      const { status } = await t.call(removeConnection, { params: { id: connection } }, { as })
      return { said: status, meant: 200 }
    }
    case 'leave group': {
      if (!model.members.delete(actor)) return null
      const body = { membership: memberships[actor], status: 'rejected' }
      const { status } = await t.call(changeMembership, { body }, { as })
      return { said: status, meant: 200 }
    }
    case 'delete child': {
      const { status } = await t.call(deleteChild, { params: { id: own } }, { as })
      return { said: status, meant: deletingChild(model, actor, own) }
    }
  }
}

/** Returns what the tables hold of these playdates, in the model's words. */
export async function stored({ t, people, partners }: World, ids: readonly string[]) {
  const { rows } = await t.database.pool.query(
    `select playdate.id, type, status, version, last_submitted_by as last, replaces_id as replaces,
       array(select child_id::text from playdate_child where playdate_id = playdate.id and side = 'owner' order by 1) as owner,
       array(select child_id::text from playdate_child where playdate_id = playdate.id and side = 'recipient' order by 1) as recipient,
       array(select caregiver_id || ' ' || response from playdate_caregiver
             where playdate_id = playdate.id and response is not null order by 1) as responses
     from playdate where id = any($1) order by id`,
    [ids],
  )
  return rows.map((row) => ({
    ...row,
    last: people.findIndex(({ caregiverId }, family) =>
      [caregiverId, partners.get(family)?.caregiverId].includes(row.last),
    ),
  }))
}

export function expected({ people, partners }: World, { playdates }: Model) {
  return playdates
    .map(({ id, type, status, version, last, replaces = null, sides, responses }) => ({
      id,
      type,
      status,
      version,
      last,
      replaces,
      owner: [...sides.owner].sort(),
      recipient: [...sides.recipient].sort(),
      responses: [...responses]
        .flatMap(([family, said]) =>
          [people[family], partners.get(family)].flatMap((each) =>
            each ? [`${each.caregiverId} ${said}`] : [],
          ),
        )
        .sort(),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}
