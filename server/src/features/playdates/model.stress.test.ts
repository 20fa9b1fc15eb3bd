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
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import {
  accepting,
  cancelling,
  changing,
  creating,
  deletingChild,
  type Model,
  type ModelPlaydate,
  pair,
  rejecting,
  responding,
} from '#test/playdate-model.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import {
  addGroup,
  addGuardian,
  addMember,
  addParent,
  addRequest,
  connect,
  inHours,
  makePremium,
  type Parent,
} from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const kinds = [
  'request',
  'event',
  'accept',
  'reject',
  'change',
  'cancel',
  'respond',
  'unfriend',
  'leave group',
  'delete child',
] as const

/** Numbers choose among what there is when the command's turn comes. */
interface Command {
  kind: (typeof kinds)[number]
  actor: number
  other: number
  playdate: number
  child: number
  isStale: boolean
  isSwapping: boolean
  isYes: boolean
  isPartner: boolean
}

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.record({
    // What makes playdates and answers them comes oftener than what ends everything.
    kind: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...kinds.slice(0, 5)) },
      { weight: 3, arbitrary: fc.constantFrom(...kinds.slice(5, 7)) },
      { weight: 1, arbitrary: fc.constantFrom(...kinds.slice(7)) },
    ),
    actor: fc.nat(2),
    other: fc.nat(2),
    playdate: fc.nat(3),
    child: fc.nat(1),
    isStale: fc.nat(5).map((each) => each === 0),
    isSwapping: fc.nat(9).map((each) => each === 0),
    isYes: fc.boolean(),
    isPartner: fc.boolean(),
  }),
  { minLength: 3, maxLength: 14 },
)

interface World {
  people: Parent[]
  /** By family. */
  partners: Map<number, Parent>
  /** Everybody's children, the deleted ones too. */
  children: string[][]
  connections: Map<string, string>
  memberships: string[]
}

/**
 * Three families; the first knows both others, and all share a group. Only the first has premium. In two of them the
 * children have a second guardian.
 */
async function makeWorld(): Promise<{ world: World; model: Model }> {
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
    world: { people, partners, children, connections, memberships },
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

/** Does it on the server and in the model; answers what each said, or null where there was nothing to do it to. */
async function run(
  { people, partners, children, connections, memberships }: World,
  model: Model,
  command: Command,
): Promise<{ said: number; meant: number } | null> {
  const { actor, other } = command
  const as = people[actor] as Parent
  const partner = command.isPartner ? partners.get(actor) : undefined
  const either = partner ?? as
  const isPartner = partner !== undefined
  const own = children[actor]?.[command.child] ?? ''
  const playdate = model.playdates[command.playdate % Math.max(1, model.playdates.length)]
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
        model.playdates.push({
          id: reply.body.data._id,
          type,
          status: type === 'group' ? 'accepted' : 'pending',
          owner: actor,
          recipients: asked,
          sides: { owner: [own], recipient: invited },
          last: actor,
          version: 1,
          responses: new Map(),
        })
      }
      return { said: reply.status, meant }
    }
    case 'accept': {
      if (!playdate) return null
      const body = { id: playdate.id, acceptedLocation: place, acceptedTime: time, version: stale(playdate) }
      const { status } = await t.call(acceptPlaydate, { body }, { as: either })
      return { said: status, meant: accepting(playdate, actor, stale(playdate)) }
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
      // The contract itself asks for at least one.
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
      return { said: status, meant: cancelling(playdate, actor, isPartner) }
    }
    case 'respond': {
      if (!playdate) return null
      const response = command.isYes ? 'accepted' : 'rejected'
      const body = { playdate: playdate.id, response, version: stale(playdate) }
      const { status } = await t.call(respondToEvent, { body }, { as: either })
      return { said: status, meant: responding(playdate, actor, response, body.version) }
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

/** What the tables hold of these playdates, in the model's words. */
async function stored({ people, partners }: World, ids: readonly string[]) {
  const { rows } = await t.database.pool.query(
    `select playdate.id, type, status, version, last_submitted_by as last,
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

function expected({ people, partners }: World, { playdates }: Model) {
  return playdates
    .map(({ id, type, status, version, last, sides, responses }) => ({
      id,
      type,
      status,
      version,
      last,
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

test('random commands of three families, two of them with two guardians, answer and end as the state machine says', {
  tags: ['API-097', 'API-098', 'API-099', 'API-134', 'PLAY-80', 'PLAY-92'],
  timeout: 3_600_000,
}, async () => {
  const sequences = sampleOrFull(40, 10_000)
  let sequence = 0
  let done = 0
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      if (sequence % 50 === 0) await t.reset()
      sequence += 1
      const { world, model } = await makeWorld()
      for (const command of list) {
        const outcome = await run(world, model, command)
        if (!outcome) continue
        done += 1
        expect(`${command.kind} by ${command.actor}: ${outcome.said}`).toBe(
          `${command.kind} by ${command.actor}: ${outcome.meant}`,
        )
      }
      expect(
        await stored(
          world,
          model.playdates.map(({ id }) => id),
        ),
      ).toEqual(expected(world, model))
    }),
    { numRuns: sequences, seed: 20_261_120, endOnFailure: true },
  )
  report(
    'random sequences of commands against the model',
    `${sequence} sequences, ${done} commands, 0 differ`,
  )
})

test('of eight clients that answer at once exactly one is heard', {
  tags: ['API-097', 'API-098', 'API-099'],
  timeout: 3_600_000,
}, async () => {
  const rounds = sampleOrFull(3, 1_000)
  const kindsOfRace = [
    ['accept', 'accept'],
    ['accept', 'counter'],
    ['accept', 'reject'],
    ['counter', 'counter'],
  ] as const
  for (const race of kindsOfRace) {
    for (let round = 0; round < rounds; round += 1) {
      if (round % 50 === 0) await t.reset()
      const anna = await addParent(t.database)
      const ben = await addParent(t.database)
      await connect(t.database, anna, ben)
      const { id } = await addRequest(t.database, anna, ben)
      const answers = {
        accept: () =>
          t.call(
            acceptPlaydate,
            { body: { id, acceptedLocation: place, acceptedTime: inHours(48).toISOString(), version: 1 } },
            { as: ben },
          ),
        reject: () => t.call(rejectPlaydate, { body: { id, version: 1 } }, { as: ben }),
        counter: () =>
          t.call(
            counterPlaydate,
            {
              params: { id },
              body: {
                type: 'single',
                ownerChildren: anna.children,
                recipientChildren: ben.children,
                ...proposal,
                version: 1,
              },
            },
            { as: ben },
          ),
      }
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) => answers[race[n % 2] ?? 'accept']()),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      const { rows } = await t.database.pool.query('select version from playdate where id = $1', [id])
      expect(rows).toEqual([{ version: 2 }])
    }
    report(`${race.join(' / ')}, eight clients at once`, `${rounds} rounds, one winner each, the others 409`)
  }
})
