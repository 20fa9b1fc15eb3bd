import {
  acceptConnection,
  rejectConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { joinGroup, listMemberships } from '@tagalong/contract/features/groups/groups.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGroup, addMember, addParent, connect, type Group, type Parent } from '#test/world.ts'
import { newCode } from './codes.ts'

let t: TestApp
let group: Group
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  group = await addGroup(t.database)
})
afterAll(() => t.close())

const join = (as: Parent, code: string) =>
  t.call(joinGroup, { body: { groupId: group.id, code, childSubGroups: [] } }, { as })

/** Runs `work` that many times, eight at once. */
async function inEights<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) results.push(await work(next++))
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}

describe('guessed codes', () => {
  const accounts = sampleOrFull(130, 2_000)
  const guessesEach = sampleOrFull(6, 50)

  test('from many accounts are checked at most 1,000 times a day; nobody gets in, and families still do', {
    tags: ['GROUP-41'],
    timeout: 1_800_000,
  }, async () => {
    const member = await addParent(t.database)
    const friend = await addParent(t.database)
    const former = await addParent(t.database)
    await addMember(t.database, group, member)
    await addMember(t.database, group, former, { status: 'rejected', endedBy: 'self' })
    await connect(t.database, member, friend)

    const seen = new Map<number, Set<string>>()
    let lookedAt = 0
    await inEights(accounts, async () => {
      const guesser = await addParent(t.database, { children: [] })
      for (let n = 1; n <= guessesEach; n += 1) {
        // The last guess happens to be right, but comes too late.
        const { status, text } = await join(guesser, n < guessesEach ? newCode() : group.code)
        seen.set(status, (seen.get(status) ?? new Set()).add(text))
        if (status === 400) lookedAt += 1
      }
    })
    expect([...seen.keys()].sort()).toEqual([400, 429])
    expect([...seen.values()].map(({ size }) => size)).toEqual([1, 1])
    expect(lookedAt).toBeLessThanOrEqual(1_000)
    // First tries have 400 of their own, and so have all later ones.
    expect(lookedAt).toBe(Math.min(accounts, 400) + Math.min(accounts * 4, 400))
    const { rows } = await t.database.pool.query('select count(*)::int as members from group_membership')
    expect(rows).toEqual([{ members: 2 }])

    for (const known of [member, friend, former]) expect((await join(known, group.code)).status).toBe(200)
    const stranger = await addParent(t.database)
    expect((await join(stranger, group.code)).status).toBe(accounts < 400 ? 200 : 429)
    report(
      'guessed group codes',
      `${accounts * guessesEach} from ${accounts} accounts: ${lookedAt} looked at, 0 joined, member, friend and former member got in`,
    )
  })
})

describe('eight at once', () => {
  const rounds = sampleOrFull(5, 200)

  test('joins make one membership', { tags: ['GROUP-01'], timeout: 600_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const parent = await addParent(t.database)
      const replies = await Promise.all(Array.from({ length: 8 }, () => join(parent, group.code)))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(replies[0]?.status).toBe(200)
      expect((await t.call(listMemberships, {}, { as: parent })).body.data).toHaveLength(1)
    }
    report('eight joins at once', `${rounds} rounds, one membership each`)
  })

  test('answers to an invitation have one effect', {
    tags: ['CONN-42', 'CONN-43'],
    timeout: 600_000,
  }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [inviter, invitee] = [await addParent(t.database), await addParent(t.database)]
      const id = await connect(t.database, inviter, invitee, 'pending')
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          t.call(n % 2 ? acceptConnection : rejectConnection, { params: { id } }, { as: invitee }),
        ),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    }
    report('eight answers at once', `${rounds} rounds, one effect each`)
  })
})
