import { hash } from '@node-rs/argon2'
import { deleteAccount } from '@tagalong/contract/features/auth/auth.contract.ts'
import { deleteChild, getChild } from '@tagalong/contract/features/children/children.contract.ts'
import { leaveChild } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updatePassword } from '#features/users/users.db.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inHours } from '#test/full-hours.ts'
import { hoursPass } from '#test/places.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGuardian, addParent, addPerson, addRequest, connect, type Parent } from '#test/world.ts'
import { endPlace } from './handing-over.service.ts'

const password = 'Zebra-Crossing-77'
const rounds = sampleOrFull(20, 300)

let t: TestApp
let quickHash: string
let conflicts: () => number
beforeAll(async () => {
  t = await testApp()
  quickHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
})
beforeEach(async () => {
  await t.reset()
  // With an administrator, one of two erasures waits at the administrators' lock.
  await addPerson(t.database, { isAdmin: true })
  conflicts = countConflicts(t.database)
})
afterAll(() => t.close())

interface Family {
  priya: Parent
  dev: Parent
  noa: Parent
  child: string
  /** From Noa's child to the shared child. */
  request: string
}

async function addFamily(): Promise<Family> {
  const { database } = t
  const children = [{ firstName: 'Anika' }]
  const [priya, dev, noa] = await Promise.all([
    addParent(database, { name: 'Priya', children }),
    addParent(database, { name: 'Dev', children: [] }),
    addParent(database, { name: 'Noa', children: [{ firstName: 'Kai' }] }),
  ])
  const child = priya.children[0] ?? ''
  await connect(database, noa, priya)
  await addGuardian(database, child, dev)
  for (const { userId } of [priya, dev]) await updatePassword(database.kysely, userId, quickHash)
  return { priya, dev, noa, child, request: (await addRequest(database, noa, priya)).id }
}

const leave = ({ child }: Family, as: Parent) => t.call(leaveChild, { params: { id: child } }, { as })
const erase = (as: Parent) => t.call(deleteAccount, { body: { password } }, { as })
const accept = ({ request }: Family, as: Parent) => {
  const body = { id: request, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
  return t.call(acceptPlaydate, { body }, { as })
}

function ask({ noa, child }: Family): Promise<Reply> {
  const body = {
    type: 'single',
    ownerChildren: noa.children,
    recipientChildren: [child],
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(50).toISOString()],
  }
  return t.call(createPlaydate, { body }, { as: noa, headers: { 'idempotency-key': newId() } })
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

async function guardiansOf({ child }: Family): Promise<string[]> {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select name from guardianship join caregiver on caregiver.id = caregiver_id
      where child_id = $1 and role = 'guardian' and since <= now() and (until is null or until > now())`,
    [child],
  )
  return rows.map(({ name }) => name)
}

/** Starts both at once, in either order. Returns their statuses in the order given. */
async function atOnce(n: number, calls: readonly (() => Promise<Reply>)[]): Promise<number[]> {
  const started = (n % 2 ? calls.toReversed() : calls).map((call) => call())
  const replies = await Promise.all(started)
  const statuses = replies.map(({ status }) => status)
  return n % 2 ? statuses.toReversed() : statuses
}

async function repeat(what: string, round: (n: number, family: Family) => Promise<number[]>, times = rounds) {
  const seen = new Map<string, number>()
  for (let n = 0; n < times; n += 1) {
    const outcome = (await round(n, await addFamily())).join(' ')
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  }
  const counts = [...seen].map(([outcome, count]) => `${outcome}: ${count}`).join(', ')
  expect(conflicts()).toBe(0)
  report(what, `${times} rounds, ${counts}`)
}

describe('two guardians at the same moment', { timeout: 600_000 }, () => {
  test('can’t both leave: one of them is refused', {
    tags: ['HOME-33'],
  }, async () => {
    const round = async (n: number, family: Family) => {
      // Only the child's lock is left for one to wait at.
      await t.database.pool.query('delete from playdate')
      const statuses = await atOnce(n, [() => leave(family, family.priya), () => leave(family, family.dev)])
      expect(statuses.toSorted()).toEqual([200, 409])
      await hoursPass(t, family.child, 24)
      expect(await guardiansOf(family)).toEqual([statuses[0] === 200 ? 'Dev' : 'Priya'])
      return statuses
    }
    await repeat('two guardians leave at once', round, sampleOrFull(50, 300))
  })

  test('one who leaves stays if the other’s account is deleted', { tags: ['HOME-92'] }, async () => {
    await repeat('one leaves while the other’s account is deleted', async (n, family) => {
      const statuses = await atOnce(n, [() => leave(family, family.dev), () => erase(family.priya)])
      expect([200, 409]).toContain(statuses[0])
      expect(statuses[1]).toBe(200)
      await hoursPass(t, family.child, 24)
      expect(await guardiansOf(family)).toEqual(['Dev'])
      expect((await t.call(getChild, { params: { id: family.child } }, { as: family.dev })).status).toBe(200)
      return statuses
    })
  })

  test('one can’t delete the child while the other leaves', { tags: ['HOME-34'] }, async () => {
    await repeat('one leaves while the other deletes the child', async (n, family) => {
      const remove = () => t.call(deleteChild, { params: { id: family.child } }, { as: family.priya })
      const statuses = await atOnce(n, [() => leave(family, family.dev), remove])
      expect(statuses).toEqual([200, 409])
      return statuses
    })
  })

  test('who both delete their accounts erase the child with them', async () => {
    await repeat('both accounts are deleted', async (n, family) => {
      const statuses = await atOnce(n, [() => erase(family.priya), () => erase(family.dev)])
      expect(statuses).toEqual([200, 200])
      const { rows } = await t.database.pool.query('select first_name from child where id = $1', [
        family.child,
      ])
      expect(rows).toEqual([{ first_name: 'A child' }])
      expect(await guardiansOf(family)).toEqual([])
      return statuses
    })
  })

  test('one answers while the other’s account is deleted, and stays a guardian', async () => {
    await repeat('one answers while the other’s account is deleted', async (n, family) => {
      const statuses = await atOnce(n, [() => accept(family, family.dev), () => erase(family.priya)])
      expect([200, 409]).toContain(statuses[0])
      expect(statuses[1]).toBe(200)
      expect(await guardiansOf(family)).toEqual(['Dev'])
      return statuses
    })
  })

  test('a new helper is added to a playdate that is just being made', async () => {
    await repeat('a helper begins while somebody asks for a playdate', async (n, family) => {
      const gran = await addParent(t.database, { children: [] })
      const made = await t.call(
        createGuardianInvite,
        { params: { id: family.child }, body: { label: 'Gran', role: 'helper', until: tomorrow() } },
        { as: family.priya },
      )
      const { invite, inviteUrl } = made.body.data
      const token = inviteUrl.split('/').at(-1)
      await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: gran })
      const confirm = () =>
        t.call(
          confirmGuardianInvite,
          { params: { id: invite._id }, body: { version: 2 } },
          { as: family.priya },
        )
      const statuses = await atOnce(n, [confirm, () => ask(family)])
      expect(statuses).toEqual([200, 200])
      const { rows } = await t.database.pool.query('select from playdate_caregiver where caregiver_id = $1', [
        gran.caregiverId,
      ])
      expect(rows.length).toBe(2)
      return statuses
    })
  })

  test('one who leaves has no lasting place in a playdate that is just being made', {
    tags: ['HOME-36'],
  }, async () => {
    await repeat('one leaves while somebody asks for a playdate', async (n, family) => {
      const statuses = await atOnce(n, [() => leave(family, family.dev), () => ask(family)])
      expect(statuses).toEqual([200, 200])
      const { rows } = await t.database.pool.query(
        `select until < 'infinity' as ends, count(*)::int from playdate_caregiver where caregiver_id = $1 group by 1`,
        [family.dev.caregiverId],
      )
      expect(rows).toEqual([{ ends: true, count: 2 }])
      return statuses
    })
  })
})

test('a former guardian’s request is handed over even while it is answered or cancelled', {
  timeout: 600_000,
}, async () => {
  const queue = { enqueue: async () => undefined, close: async () => undefined }
  const ctx = { db: t.database.kysely, queue, clock: t.clock }
  await repeat('a request is handed over and answered', async (n, family) => {
    const { priya, dev, noa, child } = family
    const { id: request } = await addRequest(t.database, priya, noa)
    expect((await leave(family, priya)).status).toBe(200)
    await hoursPass(t, child, 24)
    const handOver = async () => {
      await endPlace(ctx, { child, caregiver: priya.caregiverId })
      return { status: 200 } as Reply
    }
    const answer = () =>
      n % 4 < 2
        ? accept({ ...family, request }, noa)
        : t.call(cancelPlaydate, { body: { id: request } }, { as: dev })
    const statuses = await atOnce(n, [handOver, answer])
    expect(statuses[1]).toBeLessThan(500)
    const { rows } = await t.database.pool.query('select owner_id, status from playdate where id = $1', [
      request,
    ])
    if (rows[0].status !== 'cancelled') expect(rows[0].owner_id).toBe(dev.caregiverId)
    return statuses
  })
})
