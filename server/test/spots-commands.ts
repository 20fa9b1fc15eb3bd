import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  type OwnEventResponse,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { expect } from 'vitest'
import { doDue } from '#due.ts'
import type { Reply, TestApp } from './app.ts'
import { type ModelClock, phoenix, startClock } from './model-clock.ts'
import * as rules from './spots-model.ts'
import { addGuardian, addHelper, addParent, connect, makePremium, type Parent } from './world.ts'

export type Kind =
  | 'yes'
  | 'no'
  | 'offer'
  | 'time'
  | 'due'
  | 'capacity'
  | 'move'
  | 'cancel'
  | 'delete child'
  | 'block'
  | 'by a guest'
  | 'by a helper'

/** Numbers choose among what there is when the command is run. */
export interface Command {
  kind: Kind
  /** Which of the guests. */
  family: number
  /** How many come or fit, or which child is deleted. */
  number: number
  hours: number
  isStale: boolean
  /** True if the answer doesn't say which version was seen. */
  isUnsaid: boolean
  isYes: boolean
  isPartner: boolean
}

/** The event at its beginning. */
export interface Begin {
  capacity: number | null
  /** Number of the owner's children who play. */
  owners: number
  /** Hours from now. */
  hours: number
}

export interface World {
  t: TestApp
  clock: ModelClock
  id: string
  owner: Parent
  guests: Parent[]
  /** Another guardian of the first guest's children. */
  partner: Parent
  /** A helper with the second guest's child, who may do nothing here. */
  helper: Parent
}

/**
 * Makes a world in which Anna has two children and invites the two, one and three children of three families. Null if
 * there is too little room for Anna's own.
 */
export async function makeWorld(
  t: TestApp,
  { capacity, owners, hours }: Begin,
): Promise<{ world: World; model: rules.SpotsModel } | null> {
  const now = 10
  const clock = startClock(t, now)
  const family = (name: string, size: number) =>
    addParent(t.database, {
      name,
      timeZone: phoenix,
      children: Array.from({ length: size }, (_, at) => ({ firstName: `${name}${at}` })),
    })
  const owner = await family('Anna', 2)
  const guests = [await family('Ben', 2), await family('Cleo', 1), await family('Dan', 3)]
  const partner = await family('Partner', 0)
  for (const child of guests[0]?.children ?? []) await addGuardian(t.database, child, partner)
  const helper = await family('Helper', 0)
  await addHelper(t.database, guests[1]?.children[0], helper, { adder: guests[1] as Parent })
  for (const guest of guests) await connect(t.database, owner, guest)
  await makePremium(t.database, owner)
  const start = now + hours
  const reply = await t.call(
    createPlaydate,
    {
      body: {
        ...plan({ clock, owner, owners, start }),
        recipientChildren: guests.flatMap(({ children }) => children),
        capacity,
      },
    },
    { as: owner },
  )
  const isTooFew = capacity !== null && capacity < owners
  expect(reply.status).toBe(isTooFew ? 400 : 200)
  if (isTooFew) return null
  const families = new Map(guests.map(({ children }, at) => [at, [...children].sort()]))
  return {
    world: { t, clock, id: reply.body.data._id, owner, guests, partner, helper },
    model: {
      now,
      start,
      isOff: false,
      version: 1,
      capacity,
      owners,
      families,
      answers: new Map(),
      parted: new Set(),
      line: [],
    },
  }
}

const plan = (of: { clock: ModelClock; owner: Parent; owners: number; start: number }) => ({
  type: 'group',
  ownerChildren: of.owner.children.slice(0, of.owners),
  proposedLocations: { option1: 'The zoo' },
  proposedTimes: [of.clock.instant(of.start).toISOString()],
})

/** Runs a command on the server and in the model; returns both answers, or null if there was nothing to do. */
export async function run(world: World, model: rules.SpotsModel, command: Command) {
  const { t, clock, id, owner, guests, partner } = world
  const { kind, family, number, hours, isYes } = command
  const guest = guests[family] as Parent
  const as = command.isPartner && family === 0 ? partner : guest
  const own = model.families.get(family) ?? []
  const version = command.isStale ? model.version + 1 : model.version
  const response = isYes ? 'accepted' : 'rejected'
  // After the status, the family's outcome.
  const withOutcome = (meant: number) => [meant, ...(meant === 200 ? [rules.outcomeOf(model, family)] : [])]
  const withReply = ({ status, body }: Reply<OwnEventResponse>) => {
    const { response: said, position } = body.data ?? {}
    return [status, ...(status === 200 ? [{ response: said, ...(position && { position }) }] : [])]
  }

  switch (kind) {
    case 'yes':
    case 'no': {
      const picked = own.slice(0, number)
      const answer = { response: kind === 'yes' ? ('accepted' as const) : ('rejected' as const), picked }
      const seen = command.isUnsaid ? undefined : version
      const body = { playdate: id, response: answer.response, version: seen }
      const reply = await t.call(
        respondToEvent,
        { body: kind === 'yes' && picked.length > 0 ? { ...body, children: picked } : body },
        { as },
      )
      return {
        said: withReply(reply),
        meant: withOutcome(rules.answering(model, family, { ...answer, version: seen })),
      }
    }
    case 'offer': {
      const reply = await t.call(answerOffer, { params: { playdateId: id }, body: { response } }, { as })
      return { said: withReply(reply), meant: withOutcome(rules.answeringOffer(model, family, response)) }
    }
    case 'capacity': {
      const capacity = number === 8 ? null : number
      const reply = await t.call(
        setCapacity,
        { params: { playdateId: id }, body: { capacity, version } },
        { as: owner },
      )
      return { said: reply.status, meant: rules.changingCapacity(model, { capacity, version }) }
    }
    case 'move': {
      const change = { start: model.now + number * 16, owners: isYes ? 1 : 2, version }
      const recipientChildren = [...model.families.values()].flat()
      if (recipientChildren.length === 0) return null
      const body = { ...plan({ clock, owner, ...change }), recipientChildren, version }
      const reply = await t.call(counterPlaydate, { params: { id }, body }, { as: owner })
      return { said: reply.status, meant: rules.moving(model, change) }
    }
    case 'cancel': {
      const reply = await t.call(cancelPlaydate, { body: { id } }, { as: owner })
      return { said: reply.status, meant: rules.cancelling(model) }
    }
    case 'by a guest': {
      const refused = model.families.has(family) || model.parted.has(family) ? 403 : 404
      const replies = [
        await t.call(
          setCapacity,
          { params: { playdateId: id }, body: { capacity: number, version } },
          { as },
        ),
        await t.call(cancelPlaydate, { body: { id } }, { as }),
        await t.call(answerOffer, { params: { playdateId: id }, body: { response } }, { as: owner }),
      ]
      return { said: replies.map(({ status }) => status), meant: [refused, refused, 403] }
    }
    case 'by a helper': {
      const [params, as] = [{ playdateId: id }, world.helper]
      const replies = [
        await t.call(respondToEvent, { body: { playdate: id, response, version } }, { as }),
        await t.call(answerOffer, { params, body: { response } }, { as }),
        await t.call(setCapacity, { params, body: { capacity: number, version } }, { as }),
        await t.call(cancelPlaydate, { body: { id } }, { as }),
      ]
      return { said: replies.map(({ status }) => status), meant: [404, 404, 404, 404] }
    }
    case 'delete child': {
      const child = own[number % Math.max(1, own.length)]
      if (!child || family === 0 || model.isOff || model.start <= model.now) return null
      const reply = await t.call(deleteChild, { params: { id: child } }, { as: guest })
      rules.deletingChild(model, family, child)
      return { said: reply.status, meant: 200 }
    }
    case 'block': {
      // Not the first family, whose children have another guardian: blocks.test.ts covers what becomes of those.
      if (own.length === 0 || family === 0 || model.isOff || model.start <= model.now) return null
      const [blocker, { caregiverId: caregiver }] = isYes ? [guest, owner] : [owner, guest]
      const reply = await t.call(blockCaregiver, { params: { caregiver } }, { as: blocker })
      rules.blocking(model, family)
      return { said: reply.status, meant: 200 }
    }
    case 'time': {
      model.now += hours
      t.clock.shift(hours * 3_600_000)
      return null
    }
    case 'due': {
      await due(world)
      rules.due(model)
      return null
    }
  }
}

export function due({ t }: World): Promise<void> {
  const queue = { enqueue: async () => undefined, close: async () => undefined }
  return doDue({ db: t.database.kysely, queue, clock: t.clock, log: t.app.log })
}

/** Returns what the tables hold, in the model's words. */
export async function stored({ t, clock, id, guests, partner }: World) {
  const { rows } = await t.database.pool.query(
    `select status, version, capacity, spots_taken as taken, accepted_time as start,
      array(select child_id || ' ' || coalesce(response, in_line) from playdate_child
        where playdate_id = playdate.id and coalesce(response, in_line) is not null order by 1) as children,
      array(select caregiver_id::text from waiting_place where playdate_id = playdate.id order by seq) as line,
      array(select offer_until from waiting_place where playdate_id = playdate.id order by seq) as until
    from playdate where id = $1`,
    [id],
  )
  const [{ start, line, until, taken, ...row }] = rows
  // Nobody counts them any more once it is over.
  const isOver = row.status === 'cancelled' || start.getTime() <= t.clock.now()
  const familyOf = (caregiver: string) =>
    caregiver === partner.caregiverId ? 0 : guests.findIndex(({ caregiverId }) => caregiverId === caregiver)
  return {
    ...row,
    taken: isOver ? null : taken,
    start: clock.hourOf(start),
    line: line.map((each: string, at: number) => [familyOf(each), until[at] && clock.hourOf(until[at])]),
  }
}

export function expected(model: rules.SpotsModel) {
  const inLine = model.line.flatMap(({ children, until }) =>
    children.map((child) => `${child} ${until === null ? 'waiting' : 'offered'}`),
  )
  return {
    status: model.isOff ? 'cancelled' : 'accepted',
    version: model.version,
    capacity: model.capacity,
    taken: rules.isOver(model) ? null : rules.spotsTaken(model),
    start: model.start,
    children: [...[...model.answers].map(([child, said]) => `${child} ${said}`), ...inLine].sort(),
    line: model.line.map(({ family, until }) => [family, until]),
  }
}
