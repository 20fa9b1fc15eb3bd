import { joinGroup, listCombinedChildren } from '@tagalong/contract/features/groups/groups.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addGroup, addMember, addParent, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Ida' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo' }] })
})
afterAll(() => t.close())

describe('the groups named with a child', () => {
  const ended = { status: 'rejected', endedBy: 'self' } as const
  const removed = { status: 'rejected', endedBy: 'admin' } as const
  const waiting = { status: 'pending' } as const
  const approved = { status: 'approved' } as const

  /** Groups by name, with Anna's and Ben's membership in each. */
  const places = { Both: [approved, approved] } as Record<string, [object, object]>
  for (const [name, place] of Object.entries({ Ended: ended, Removed: removed, Waiting: waiting })) {
    places[`${name} there`] = [approved, place]
    places[`${name} here`] = [place, approved]
  }

  test('are those in which both caregivers are members, not if either waits, left or was removed', {
    tags: ['API-045', 'API-090'],
  }, async () => {
    for (const [name, [annas, bens]] of Object.entries(places)) {
      const group = await addGroup(t.database, { name })
      await addMember(t.database, group, anna, annas)
      await addMember(t.database, group, ben, bens)
    }
    const named = async (as: Parent) =>
      (await t.call(listCombinedChildren, {}, { as })).body.data.map(({ firstName, sources }) => [
        firstName,
        ...sources.map((source) => (source.kind === 'group' ? source.group.name : source.kind)),
      ])
    expect([await named(anna), await named(ben)]).toEqual([[['Leo', 'Both']], [['Ida', 'Both']]])
    await connect(t.database, anna, ben)
    expect(await named(anna)).toEqual([['Leo', 'connection', 'Both']])
  })
})

describe('the daily limit of a group for wrong codes', () => {
  test('is used up only by wrong codes, never by right ones', { tags: ['GROUP-41'] }, async () => {
    const group = await addGroup(t.database)
    await addMember(t.database, group, anna)
    await addMember(t.database, group, ben)
    const join = (as: Parent, code = group.code) =>
      t.call(joinGroup, { body: { groupId: group.id, code, childSubGroups: [] } }, { as })
    // Leaves one of the 200 tries for caregivers who are known here.
    expect((await join(anna, 'wrong')).status).toBe(400)
    const left = await t.database.pool.query(
      `update rate_limit set points = 199 where key like 'group-code-known:%' returning 1`,
    )
    expect(left.rowCount).toBe(1)
    for (let n = 0; n < 3; n += 1) expect((await join(ben)).status).toBe(200)
    expect((await join(ben, 'wrong')).status).toBe(400)
    expect((await join(ben, 'wrong')).status).toBe(429)
  })

  test('joining again and again is refused after twenty times an hour', {
    tags: ['GROUP-41'],
  }, async () => {
    const group = await addGroup(t.database)
    const join = (as: Parent) =>
      t.call(joinGroup, { body: { groupId: group.id, code: group.code, childSubGroups: [] } }, { as })
    for (let n = 0; n < 20; n += 1) expect((await join(anna)).status).toBe(200)
    const reply = await join(anna)
    expect([reply.status, reply.body.error]).toEqual([429, refusalTexts.aLotAtOnce()])
    expect((await join(ben)).status).toBe(200)
  })
})
