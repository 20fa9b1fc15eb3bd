import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { type Ask, askNext, getAsk, stopAsking } from '@tagalong/contract/features/playdates/asks.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { doDue } from '#due.ts'
import type { TestApp } from './app.ts'
import * as rules from './asks-model.ts'
import { type ModelClock, phoenix, startClock } from './model-clock.ts'
import { addGuardian, addParent, connect, type Parent } from './world.ts'

export type Kind =
  | 'order'
  | 'request'
  | 'accept'
  | 'reject'
  | 'counter'
  | 'write'
  | 'cancel'
  | 'next'
  | 'stop'
  | 'time'
  | 'due'
  | 'unfriend'
  | 'block'

/** Numbers choose among what there is when the command is run. */
export interface Command {
  kind: Kind
  /** The first is asked first. */
  families: number[]
  isTwice: boolean
  /** Hours from now. */
  times: number[]
  wait: 'hours' | 'day' | null
  hours: number
  /** Which request or order, counted from the last one. */
  which: number
  /** True to choose an open request. */
  isFitting: boolean
  /** Who acts. */
  whose: 'turn' | 'side' | 'anybody'
  actor: number
  isStale: boolean
  isPartner: boolean
}

export interface World {
  t: TestApp
  clock: ModelClock
  people: Parent[]
  /** Another guardian of the owner's child. */
  partner: Parent
  connections: Map<number, string>
  /** The versions of orders when they were made, by id. */
  versions: Map<string, number>
}

export const dayBreak = 10
/** Makes a world in which the owner knows three families. */
export async function makeWorld(t: TestApp): Promise<World> {
  const clock = startClock(t, dayBreak)
  const people: Parent[] = []
  for (const name of ['Priya', 'Amara', 'Sofia', 'Daniel']) {
    people.push(await addParent(t.database, { name, timeZone: phoenix }))
  }
  const owner = people[0] as Parent
  const partner = await addParent(t.database, { name: 'Dev', timeZone: phoenix, children: [] })
  await addGuardian(t.database, owner.children[0], partner)
  const connections = new Map<number, string>()
  for (const family of [1, 2, 3]) {
    connections.set(family, await connect(t.database, owner, people[family] as Parent))
  }
  return { t, clock, people, partner, connections, versions: new Map() }
}

const place = 'The park'
const readAsk = async ({ t, people }: World, id: string) =>
  (await t.call(getAsk, { params: { id } }, { as: people[0] as Parent })).body.data

/** Converts an order as its maker reads it into the model's words. */
const seen = ({ clock }: World, { status, endedAs, steps }: Ask) => ({
  status,
  endedAs,
  steps: steps.map(({ state, answerBy }) => ({
    state,
    answerBy: answerBy && clock.hourOf(new Date(answerBy)),
  })),
})

/** Finds the ids of requests that the clock or a press has made, by their order and their place in it. */
export async function learnRequests({ t }: World, { orders, requests }: rules.AsksModel): Promise<void> {
  const known = requests.filter(({ id }) => id === '')
  if (known.length === 0) return
  const { rows } = await t.database.pool.query(
    `select id, ask_id, ask_position from playdate where ask_id = any($1)`,
    [orders.map(({ id }) => id)],
  )
  for (const request of known) {
    const position = (request.order?.steps.findIndex((each) => each.request === request) ?? 0) + 1
    const row = rows.find((each) => each.ask_id === request.order?.id && each.ask_position === position)
    if (row) request.id = row.id
  }
}

function actorOf({ asked, last }: rules.ModelRequest, { whose, actor }: Command): number {
  if (whose === 'anybody') return actor
  if (whose === 'side') return [0, asked][actor % 2] ?? 0
  return last === 'owner' ? asked : 0
}

/** Runs a command on the server and in the model; returns both answers, or null if there was nothing to do. */
export async function run(world: World, model: rules.AsksModel, command: Command) {
  const { t, clock, people } = world
  const { kind, families, wait } = command
  const times = command.times.map((each) => model.now + each)
  const proposal = {
    proposedLocations: { option1: place },
    proposedTimes: times.map((time) => clock.instant(time).toISOString()),
  }
  const ownerChildren = people[0]?.children ?? []
  const childrenOf = (family: number) => people[family]?.children ?? []
  const open = model.requests.filter(({ status }) => command.isFitting && status === 'pending')
  const requests = open.length > 0 ? open : model.requests
  const request = requests.at(-1 - (command.which % Math.max(1, requests.length)))
  const order = model.orders.at(-1 - (command.which % Math.max(1, model.orders.length)))
  const actor = request ? actorOf(request, command) : 0
  const as = (actor === 0 && command.isPartner ? world.partner : people[actor]) as Parent
  const version = (request?.version ?? 0) + (command.isStale ? 1 : 0)

  switch (kind) {
    case 'order':
    case 'request': {
      const [first = 0] = families
      const asked = command.isTwice ? [...families, first] : families
      const body = {
        type: 'single',
        ownerChildren,
        recipientChildren: childrenOf(first),
        ...proposal,
        ...(wait && { wait }),
        ...(kind === 'order' && { order: asked.flatMap(childrenOf) }),
      }
      const plan = { times, wait }
      const meant =
        kind === 'order' ? rules.ordering(model, asked, plan) : rules.requesting(model, first, plan)
      const reply = await t.call(createPlaydate, { body }, { as: people[0] as Parent })
      const made = model.requests.at(-1)
      if (meant === 200 && reply.status === 200 && made) {
        made.id = reply.body.data._id
        if (made.order) {
          made.order.id = reply.body.data.ask?.id ?? ''
          world.versions.set(made.order.id, (await readAsk(world, made.order.id)).version)
        }
      }
      return { said: reply.status, meant }
    }
    case 'accept': {
      if (!request) return null
      const acceptedTime = clock.instant(request.times[0] ?? 0).toISOString()
      const body = { id: request.id, acceptedLocation: place, acceptedTime, version }
      const { status } = await t.call(acceptPlaydate, { body }, { as })
      return { said: status, meant: rules.accepting(model, request, actor, version) }
    }
    case 'reject': {
      if (!request) return null
      const { status } = await t.call(rejectPlaydate, { body: { id: request.id, version } }, { as })
      return { said: status, meant: rules.rejecting(request, actor, version) }
    }
    case 'counter': {
      if (!request) return null
      const recipientChildren = childrenOf(request.asked)
      const body = { type: 'single', ownerChildren, recipientChildren, ...proposal, version }
      const { status } = await t.call(counterPlaydate, { params: { id: request.id }, body }, { as })
      return { said: status, meant: rules.countering(model, request, actor, { times, version }) }
    }
    case 'write': {
      if (!request) return null
      const rooms = await t.database.pool.query('select id from chat_room where playdate_id = $1', [
        request.id,
      ])
      const body = { chatRoom: rooms.rows[0]?.id, message: { text: 'Let me see' } }
      const { status } = await t.call(sendMessage, { body }, { as })
      return { said: status, meant: rules.writing(model, request, actor) }
    }
    case 'cancel': {
      if (!request) return null
      const { status } = await t.call(cancelPlaydate, { body: { id: request.id } }, { as })
      return { said: status, meant: rules.cancelling(model, request, actor) }
    }
    case 'next':
    case 'stop': {
      if (!order) return null
      const presser = command.whose === 'anybody' ? command.actor : 0
      const { version: now } = await readAsk(world, order.id)
      const first = world.versions.get(order.id) ?? 0
      const press = { call: kind, isSeen: !command.isStale || !order.isChanged }
      const reply = await t.call(
        kind === 'next' ? askNext : stopAsking,
        { params: { id: order.id }, body: { version: command.isStale ? first : now } },
        { as: people[presser] as Parent },
      )
      const meant = rules.pressing(model, order, presser, press)
      const after = meant === 200 ? [meant, rules.presented(order)] : [meant]
      return {
        said: reply.status === 200 ? [200, seen(world, reply.body.data)] : [reply.status],
        meant: after,
      }
    }
    case 'unfriend': {
      const [family = 0] = families
      if (!model.friends.delete(family)) return null
      const params = { id: world.connections.get(family) ?? '' }
      return {
        said: (await t.call(removeConnection, { params }, { as: people[0] as Parent })).status,
        meant: 200,
      }
    }
    case 'block': {
      const [family = 0] = families
      if (!model.friends.has(family)) return null
      const params = { caregiver: people[0]?.caregiverId ?? '' }
      const { status } = await t.call(blockCaregiver, { params }, { as: people[family] as Parent })
      rules.blocking(model, family)
      return { said: status, meant: 200 }
    }
    case 'time': {
      model.now += command.hours
      t.clock.shift(command.hours * 3_600_000)
      return null
    }
    case 'due': {
      await due(t)
      rules.due(model)
      return null
    }
  }
}

const due = (t: TestApp) =>
  doDue({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: t.clock,
    log: t.app.log,
  })

/** Returns what the tables hold and what the maker reads, in the model's words. */
export async function stored(world: World, { orders }: rules.AsksModel) {
  const { rows } = await world.t.database.pool.query(
    `select id, status, version, last_side as last, ended_as is not null as is_over, ask_id as order, proposed_times as times,
      case status when 'pending' then answer_by end as answer_by
    from playdate where owner_id = $1 order by id`,
    [world.people[0]?.caregiverId],
  )
  const requests = rows.map(({ is_over: isOver, answer_by: until, times, ...row }) => ({
    ...row,
    isOver,
    times: times.map(world.clock.hourOf),
    answerBy: until && world.clock.hourOf(until),
  }))
  const asks = []
  for (const { id } of orders) asks.push(seen(world, await readAsk(world, id)))
  return { requests, orders: asks }
}

export const expected = ({ orders, requests }: rules.AsksModel) => ({
  requests: requests
    .map(({ id, status, version, last, isOver, order, times, answerBy }) => {
      const until = status === 'pending' ? answerBy : null
      return { id, status, version, last, isOver, order: order?.id ?? null, times, answerBy: until }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
  orders: orders.map(rules.presented),
})
