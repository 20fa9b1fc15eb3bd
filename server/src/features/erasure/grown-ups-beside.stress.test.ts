import { leaveChild, stayWithChild } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { type Action, actions, addFamilies, type Families } from '#test/pairs.ts'
import { hoursPass } from '#test/places.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGuardian, addHelper, addParent, type Parent } from '#test/world.ts'
import { endPlace } from './handing-over.service.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const rounds = sampleOrFull(2, 300)

interface Shared extends Families {
  child: string
  dev: Parent
  gran: Parent
}

const leave = ({ child }: Shared, as: Parent) => t.call(leaveChild, { params: { id: child } }, { as })
const queue = { enqueue: async () => undefined, close: async () => undefined }

interface Beside {
  prepare(shared: Shared): Promise<unknown>
  /** Returns the reply's status. */
  act(shared: Shared, prepared: unknown): Promise<number>
}

/** Changes to the grown-ups of Mia's first child: Mia's parent, Dev and a helper. */
const beside: Record<string, Beside> = {
  'Dev leaves': {
    prepare: async () => undefined,
    act: async (shared) => (await leave(shared, shared.dev)).status,
  },
  'Dev stays after all': {
    prepare: (shared) => leave(shared, shared.dev),
    act: async (shared) =>
      (await t.call(stayWithChild, { params: { id: shared.child } }, { as: shared.dev })).status,
  },
  'the parent is gone': {
    prepare: async (shared) => {
      await leave(shared, shared.mia)
      await hoursPass(t, shared.child, 24)
    },
    act: async ({ child, mia }) => {
      await endPlace({ db: t.database.kysely, queue, clock: t.clock }, { child, caregiver: mia.caregiverId })
      return 200
    },
  },
  'a helper begins': {
    prepare: async ({ child, dev }) => {
      const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const body = { label: 'Gran', role: 'helper' as const, until }
      const made = await t.call(createGuardianInvite, { params: { id: child }, body }, { as: dev })
      const gran = await addParent(t.database, { children: [] })
      const token = made.body.data.inviteUrl.split('/').at(-1)
      await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: gran })
      return made.body.data.invite._id
    },
    act: async ({ dev }, id) =>
      (await t.call(confirmGuardianInvite, { params: { id }, body: { version: 2 } }, { as: dev })).status,
  },
}

/** Rows that must never exist, whatever was done. */
const broken = `
  select 'child without a guardian who stays' as what from child
    where deleted_at is null and not exists (
      select from guardianship
      where child_id = child.id and role = 'guardian' and since <= now() and until is null)
  union all select 'place with an erased child' from guardianship join child on child.id = child_id
    where deleted_at is not null
  union all select 'live place of who is erased' from guardianship join caregiver on caregiver.id = caregiver_id
    where deleted_at is not null and (until is null or until > now())
  union all select 'grown-up who stands nowhere' from playdate_child
    join guardianship on guardianship.child_id = playdate_child.child_id
    where coalesce(place_ends(guardianship), 'infinity') > now() and not exists (
      select from playdate_caregiver
      where playdate_caregiver.playdate_id = playdate_child.playdate_id
        and playdate_caregiver.caregiver_id = guardianship.caregiver_id and until > now())
  union all select 'open playdate on whose side nobody stands' from playdate
    join (values ('owner'), ('recipient')) each (side) on true
    where status in ('pending', 'accepted') and not exists (
      select from playdate_caregiver
      where playdate_id = playdate.id and playdate_caregiver.side = each.side and until > now())`

async function addShared(seed: number): Promise<Shared> {
  let state = seed
  const families = await addFamilies(t, (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  })
  const [dev, gran] = [
    await addParent(t.database, { name: 'Dev', children: [] }),
    await addParent(t.database, { name: 'Gran', children: [] }),
  ]
  const child = families.mia.children[0] ?? ''
  await addGuardian(t.database, child, dev)
  await addHelper(t.database, child, gran, { adder: families.mia })
  return { ...families, child, dev, gran }
}

test('while grown-ups change, no family’s action fails or leaves a child without a guardian', {
  tags: ['API-087'],
  timeout: 3_600_000,
}, async () => {
  const found: string[] = []
  for (const [name, { prepare, act }] of Object.entries(beside)) {
    await t.reset()
    // Jobs of the part before may end in a deadlock with the reset.
    const conflicts = countConflicts(t.database)
    for (const action of Object.keys(actions) as Action[]) {
      for (let n = 0; n < rounds; n += 1) {
        const shared = await addShared(n * 97 + action.length)
        const prepared = await prepare(shared)
        const both = [
          () => act(shared, prepared),
          async () => (await actions[action](t, shared)).reply.status,
        ]
        const statuses = await Promise.all((n % 2 ? both.toReversed() : both).map((call) => call()))
        if (statuses.some((status) => status >= 500)) found.push(`${name} / ${action}: ${statuses}`)
      }
      const { rows } = await t.database.pool.query<{ what: string }>(broken)
      for (const { what } of rows) found.push(`${name} / ${action}: ${what}`)
    }
    if (conflicts() > 0) found.push(`${name}: ${conflicts()} deadlocks`)
  }
  expect(found).toEqual([])
  report(
    'what families do while grown-ups come and go',
    `${rounds} rounds each, no 5xx, 0 deadlocks, 0 broken`,
  )
})
