import {
  findAvailabilitySlots,
  listChildrenOfCaregiver,
} from '@tagalong/contract/features/children/children.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  changeMembership,
  getGroup,
  joinGroup,
  listCombinedChildren,
  listGroupChildren,
  listMembers,
  listMemberships,
  listPods,
  savePod,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import { createPlaydate, getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '#db/db.ts'
import { type Listener, listen, type Signal } from '#db/listen.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import {
  addGroup,
  addMember,
  addParent,
  addRequest,
  connect,
  fingerprint,
  type Group,
  type Parent,
} from '#test/world.ts'
import { eraseMemberships } from './memberships/memberships.service.ts'
import { takeOutOfPods } from './memberships/pod-children.db.ts'

let t: TestApp
/** An admin of the group. */
let anna: Parent
/** A member, with a child in the first pod. */
let ben: Parent
/** Not a member. */
let cleo: Parent
let group: Group
let bens: string

beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Ida' }] })
  ben = await addParent(t.database, {
    name: 'Ben',
    children: [{ firstName: 'Leo', grade: '2', school: 'Oak Street' }, { firstName: 'Max' }],
  })
  cleo = await addParent(t.database, { name: 'Cleo', children: [{ firstName: 'Noa' }, { firstName: 'Tom' }] })
  group = await addGroup(t.database, { name: 'Maple Street School', pods: ['Room 12', 'After-school club'] })
  await addMember(t.database, group, anna, { isGroupAdmin: true })
  bens = await addMember(t.database, group, ben, { pod: group.pods[0] })
})
afterAll(() => t.close())

const read = (as: Parent, id = group.id) => t.call(getGroup, { params: { id } }, { as })
const memberships = async (as: Parent) => (await t.call(listMemberships, {}, { as })).body.data
const members = (as: Parent, groupId = group.id) => t.call(listMembers, { params: { groupId } }, { as })
const change = (as: Parent, body: object) => t.call(changeMembership, { body }, { as })
const remove = (as: Parent, membership: string) => change(as, { membership, status: 'rejected' })
const children = (as: Parent, query = {}) =>
  t.call(listGroupChildren, { params: { groupId: group.id }, query }, { as })
const codeOf = async (as = anna) => (await read(as)).body.data.referenceCode ?? ''

const everyChild = (as: Parent, subGroup: string | null) => as.children.map((child) => ({ child, subGroup }))
const join = (as: Parent, changes: object = {}, headers: Record<string, string> = {}) =>
  t.call(
    joinGroup,
    {
      body: {
        groupId: group.id,
        code: group.code,
        childSubGroups: everyChild(as, group.pods[1] ?? null),
        ...changes,
      },
    },
    { as, headers },
  )

async function changesNothing(act: () => Promise<unknown>) {
  const before = await fingerprint(t.database)
  await act()
  expect(await fingerprint(t.database)).toBe(before)
}

describe('reading a group', () => {
  test('an admin sees the code and the members, others the name, description and pods', {
    tags: ['API-013', 'API-015', 'API-111', 'GROUP-42'],
  }, async () => {
    const { data } = (await read(anna)).body
    expect(data).toEqual({
      _id: group.id,
      name: 'Maple Street School',
      description: '',
      referenceCode: group.code,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      subGroups: [
        { _id: group.pods[1], name: 'After-school club', description: '' },
        { _id: group.pods[0], name: 'Room 12', description: '' },
      ],
      members: [
        { _id: anna.caregiverId, name: 'Anna', lastName: 'Example' },
        { _id: ben.caregiverId, name: 'Ben', lastName: 'Example' },
      ],
    })
    const { referenceCode, members: names, ...visible } = data
    for (const as of [ben, cleo]) expect((await read(as)).body.data).toEqual(visible)
  })

  test('an admin whose membership is pending or ended sees no code', {
    tags: ['API-045', 'GROUP-42'],
  }, async () => {
    for (const status of ['pending', 'rejected'] as const) {
      const other = await addParent(t.database)
      await addMember(t.database, group, other, { status, isGroupAdmin: true })
      expect((await read(other)).body.data).not.toHaveProperty('referenceCode')
      expect((await members(other)).status).toBe(404)
    }
  })

  test('a missing group is 404', { tags: ['GROUP-04', 'API-045'] }, async () => {
    const reply = await read(anna, newId())
    expect([reply.status, reply.body.error]).toEqual([404, refusalTexts.notFound()])
  })
})

describe('joining', () => {
  test('the right code makes a member, with the pods of the children', {
    tags: ['GROUP-01', 'GROUP-02', 'API-014', 'API-116', 'API-117'],
  }, async () => {
    const [noa, tom] = cleo.children
    const childSubGroups = [
      { child: noa, subGroup: group.pods[0] },
      { child: tom, subGroup: null },
    ]
    const reply = await join(cleo, { code: ` ${await codeOf()} `, childSubGroups })
    expect(reply.status).toBe(200)
    expect(reply.body.data).toMatchObject({
      caregiver: { _id: cleo.caregiverId },
      group: { _id: group.id, name: 'Maple Street School' },
      status: 'approved',
      isGroupAdmin: false,
      endedBy: null,
      children: [
        { child: { _id: noa, firstName: 'Noa' }, subGroup: { _id: group.pods[0], name: 'Room 12' } },
        { child: { _id: tom, firstName: 'Tom' }, subGroup: null },
      ],
    })
    expect(await memberships(cleo)).toEqual([reply.body.data])
    expect((await members(anna)).body.data).toHaveLength(3)
  })

  test('in a group without pods each child’s pod is null', { tags: ['API-118', 'GROUP-08'] }, async () => {
    group = await addGroup(t.database)
    expect((await join(cleo, { childSubGroups: everyChild(cleo, null) })).body.data.children).toMatchObject([
      { subGroup: null },
      { subGroup: null },
    ])
  })

  test('every wrong code gets the same bytes, whatever the pods, and so does a missing group', {
    tags: ['GROUP-41', 'API-116'],
  }, async () => {
    const other = await addGroup(t.database)
    const wrongs = [
      { code: 'x' },
      { code: group.code.replaceAll('-', '') },
      { code: `${group.code}x` },
      { code: other.code },
      { code: 'x'.repeat(10_000) },
      { code: group.code.slice(1), childSubGroups: everyChild(ben, newId()) },
      { groupId: newId() },
    ]
    const guessers = await Promise.all(wrongs.map(() => addParent(t.database)))
    await changesNothing(async () => {
      const replies = await Promise.all(
        guessers.map((as, n) => join(as, { childSubGroups: [], ...wrongs[n] })),
      )
      expect(new Set(replies.map(({ text }) => text))).toEqual(
        new Set([
          JSON.stringify({
            status: 400,
            error: m.prompt_group_code_wrong(),
            fields: { code: m.prompt_group_code_wrong() },
          }),
        ]),
      )
    })
  })

  test('a call without a code, or one that sets a status or the admin’s right, is refused', {
    tags: ['GROUP-39', 'API-001'],
  }, async () => {
    await changesNothing(async () => {
      for (const code of ['', '   ', undefined]) {
        const reply = await join(cleo, { code })
        expect([reply.status, reply.body.error]).toEqual([400, 'Please supply a code'])
      }
      expect((await join(cleo, { status: 'approved' })).status).toBe(400)
      expect((await join(cleo, { isGroupAdmin: true })).status).toBe(400)
    })
  })

  test('after the right code the pods are checked: own children, pods of this group, at least one', {
    tags: ['GROUP-40', 'API-001'],
  }, async () => {
    const other = await addGroup(t.database, { pods: ['Elsewhere'] })
    const [noa = ''] = cleo.children
    const [pod = ''] = group.pods
    await changesNothing(async () => {
      for (const [childSubGroups, text] of [
        [[], 'Must assign at least 1 child to a pod'],
        [everyChild(cleo, null), 'Must assign at least 1 child to a pod'],
        [everyChild(ben, pod), m.prompt_group_not_yours()],
        [[{ child: newId(), subGroup: pod }], m.prompt_group_not_yours()],
        [[{ child: noa, subGroup: other.pods[0] }], m.prompt_group_foreign_pod()],
        [[{ child: noa, subGroup: newId() }], m.prompt_group_foreign_pod()],
        [group.pods.map((subGroup) => ({ child: noa, subGroup })), 'Please pick one pod for each child'],
      ] as const) {
        const reply = await join(cleo, { childSubGroups })
        expect([reply.status, reply.body.fields]).toEqual([400, { childSubGroups: text }])
      }
    })
  })

  test('a caregiver who left may rejoin by code, as a plain member and with newly chosen pods', {
    tags: ['GROUP-37'],
  }, async () => {
    const annas = (await memberships(anna))[0]?._id ?? ''
    const second = await addParent(t.database)
    await addMember(t.database, group, second, { isGroupAdmin: true })
    expect((await remove(anna, annas)).status).toBe(200)
    expect((await remove(ben, bens)).status).toBe(200)
    expect((await join(anna)).body.data).toMatchObject({
      _id: annas,
      status: 'approved',
      isGroupAdmin: false,
    })
    expect((await join(ben)).body.data).toMatchObject({
      _id: bens,
      status: 'approved',
      endedBy: null,
      children: [{ subGroup: { name: 'After-school club' } }, { subGroup: { name: 'After-school club' } }],
    })
  })

  test('a removed caregiver can’t rejoin: both the old code and the new one are wrong', {
    tags: ['GROUP-36', 'GROUP-41'],
  }, async () => {
    await remove(anna, bens)
    const code = await codeOf()
    await changesNothing(async () => {
      const texts = [await join(ben), await join(ben, { code }), await join(cleo)].map(({ text }) => text)
      expect(new Set(texts).size).toBe(1)
      expect(JSON.parse(texts[0] ?? '').error).toBe(m.prompt_group_code_wrong())
    })
    expect((await join(cleo, { code })).status).toBe(200)
  })

  test('a pending membership is not approved by the code', {
    tags: ['GROUP-33'],
  }, async () => {
    await addMember(t.database, group, cleo, { status: 'pending' })
    await changesNothing(async () => {
      const reply = await join(cleo)
      expect([reply.status, reply.body.error]).toEqual([409, 'Your membership is waiting for approval'])
    })
  })

  test('a member who joins again stays as they are, even an admin', { tags: ['API-116'] }, async () => {
    await changesNothing(async () => {
      expect((await join(ben)).body.data).toMatchObject({ children: [{ subGroup: { name: 'Room 12' } }, {}] })
      expect((await join(anna)).body.data).toMatchObject({ isGroupAdmin: true })
    })
  })

  test.each(['for the first time', 'after leaving'])(
    'eight joins at once %s make one membership',
    { tags: ['GROUP-01'] },
    async (when) => {
      if (when === 'after leaving') {
        await addMember(t.database, group, cleo, { status: 'rejected', endedBy: 'self' })
      }
      const replies = await Promise.all(Array.from({ length: 8 }, () => join(cleo)))
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(await memberships(cleo)).toMatchObject([{ status: 'approved', children: [{}, {}] }])
      expect((await members(anna)).body.data).toHaveLength(3)
    },
  )

  test('after five wrong codes in an hour even the right one is 429; right ones don’t count', {
    tags: ['GROUP-41'],
  }, async () => {
    for (let n = 0; n < 6; n += 1) expect((await join(ben)).status).toBe(200)
    for (let n = 0; n < 5; n += 1) expect((await join(ben, { code: `wrong ${n}` })).status).toBe(400)
    await changesNothing(async () => {
      for (const code of ['wrong', group.code]) {
        const reply = await join(ben, { code })
        expect(reply.status).toBe(429)
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3_000)
      }
    })
    const other = await addGroup(t.database)
    expect((await join(ben, { groupId: other.id, code: 'wrong' })).status).toBe(400)
    expect((await join(cleo)).status).toBe(200)
  })
})

describe('many codes at once', () => {
  test('a hundred wrong ones hold up nobody else, and five are checked', {
    tags: ['GROUP-01', 'GROUP-41'],
  }, async () => {
    const store = await t.database.pool.connect()
    await store.query('begin')
    // Every limit waits from here on.
    await store.query('lock table rate_limit in access exclusive mode')
    const guesses = Array.from({ length: 100 }, (_, n) => join(cleo, { code: `wrong ${n}` }))
    const body = { group: group.id, name: 'Room 14', description: '' }
    const saved = await t.call(savePod, { params: { id: 'new' }, body }, { as: anna })
    await store.query('commit')
    store.release()
    expect(saved.status).toBe(200)
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(95)
  })

  test('capitals and blanks in a code don’t count', { tags: ['GROUP-01'] }, async () => {
    const reply = await join(cleo, { code: ` ${group.code.toUpperCase().replaceAll('-', '- ')} ` })
    expect(reply.status).toBe(200)
  })

  test('a repeated join is answered as before, even when the tries are used up', {
    tags: ['GROUP-01', 'GROUP-41'],
  }, async () => {
    const again = () => join(cleo, {}, { 'idempotency-key': 'join-1' })
    const first = await again()
    expect(first.status).toBe(200)
    for (let n = 0; n < 6; n += 1) await join(cleo, { code: `wrong ${n}` })
    expect((await join(cleo)).status).toBe(429)
    expect((await again()).text).toBe(first.text)
  })
})

describe('memberships', () => {
  test('one’s own are listed in any state', {
    tags: ['CONN-14', 'CONN-15', 'CONN-16', 'API-018', 'API-019', 'API-112'],
  }, async () => {
    const second = await addGroup(t.database, { name: 'Art club' })
    const third = await addGroup(t.database, { name: 'Band' })
    await addMember(t.database, second, ben, { isGroupAdmin: true })
    await addMember(t.database, third, ben, { status: 'rejected', endedBy: 'admin' })
    const [leo, max] = ben.children
    expect(await memberships(ben)).toMatchObject([
      { group: { name: 'Art club' }, isGroupAdmin: true, status: 'approved', endedBy: null },
      { group: { name: 'Band' }, isGroupAdmin: false, status: 'rejected', endedBy: 'admin', children: [] },
      {
        _id: bens,
        caregiver: { _id: ben.caregiverId, name: 'Ben', lastName: 'Example' },
        group: { _id: group.id, name: 'Maple Street School' },
        status: 'approved',
        isGroupAdmin: false,
        children: [
          { child: { _id: leo, firstName: 'Leo' }, subGroup: { _id: group.pods[0], name: 'Room 12' } },
          { child: { _id: max, firstName: 'Max' }, subGroup: null },
        ],
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
    expect(await memberships(cleo)).toEqual([])
  })

  test('an admin sees the approved ones with their children, and nobody else sees any', {
    tags: ['GROUP-43', 'API-113'],
  }, async () => {
    await addMember(t.database, group, cleo, { status: 'pending' })
    const left = await addParent(t.database)
    await addMember(t.database, group, left, { status: 'rejected' })
    const reply = await members(anna)
    expect(reply.body.data).toMatchObject([
      { caregiver: { name: 'Anna' }, isGroupAdmin: true, children: [{ child: { firstName: 'Ida' } }] },
      { caregiver: { name: 'Ben' }, children: [{ child: { firstName: 'Leo' } }, {}] },
    ])
    expect(reply.text).not.toMatch(/Oak Street|phone|zip/i)
    expect([ben, cleo, left].map((as) => members(as))).toHaveLength(3)
    expect((await members(ben)).status).toBe(403)
    for (const as of [cleo, left]) expect((await members(as)).status).toBe(404)
  })

  test('a member moves own children between pods; unnamed ones stay, null takes a child out', {
    tags: ['GROUP-12', 'API-114'],
  }, async () => {
    const [leo = '', max = ''] = ben.children
    const [room = '', club = ''] = group.pods
    const move = async (pods: object[]) =>
      (await change(ben, { membership: bens, children: pods })).body.data.children.map(
        ({ subGroup }) => subGroup?.name ?? null,
      )
    expect(await move([{ child: max, subGroup: club }])).toEqual(['Room 12', 'After-school club'])
    expect(await move([{ child: leo, subGroup: null }])).toEqual([null, 'After-school club'])
    expect(
      await move([
        { child: leo, subGroup: room },
        { child: max, subGroup: room },
      ]),
    ).toEqual(['Room 12', 'Room 12'])
    expect((await memberships(ben))[0]?.children).toMatchObject([
      { subGroup: { name: 'Room 12' } },
      { subGroup: { name: 'Room 12' } },
    ])
  })

  test('foreign children, pods of another group and others’ memberships are refused', {
    tags: ['API-114', 'API-001'],
  }, async () => {
    const other = await addGroup(t.database, { pods: ['Elsewhere'] })
    const [leo = ''] = ben.children
    const [pod = ''] = group.pods
    const own = [{ child: leo, subGroup: pod }]
    await changesNothing(async () => {
      for (const [as, children, status] of [
        [ben, everyChild(anna, pod), 400],
        [ben, [{ child: newId(), subGroup: pod }], 400],
        [ben, [{ child: leo, subGroup: other.pods[0] }], 400],
        [anna, own, 403],
        [cleo, own, 404],
      ] as const) {
        expect((await change(as, { membership: bens, children })).status).toBe(status)
      }
      expect((await change(ben, { membership: newId(), children: own })).status).toBe(404)
    })
  })

  test('nobody can set approved or isGroupAdmin, or leave and change children in one call', {
    tags: ['API-115', 'API-001'],
  }, async () => {
    const cleos = await addMember(t.database, group, cleo, { status: 'pending' })
    await changesNothing(async () => {
      for (const [as, body] of [
        [ben, { membership: bens, status: 'approved' }],
        [ben, { membership: bens, isGroupAdmin: true }],
        [ben, { membership: bens, status: 'rejected', isGroupAdmin: true }],
        [ben, { membership: bens, status: 'rejected', children: [] }],
        [ben, { membership: bens }],
        [cleo, { membership: cleos, status: 'approved' }],
        [anna, { membership: cleos, status: 'approved' }],
      ] as const) {
        expect((await change(as, body)).status).toBe(400)
      }
    })
  })

  test('a member who leaves is out at once, and the code stays', {
    tags: ['GROUP-37', 'API-115'],
  }, async () => {
    expect((await children(ben)).status).toBe(200)
    const reply = await remove(ben, bens)
    expect(reply.body.data).toMatchObject({ status: 'rejected', endedBy: 'self', children: [] })
    expect((await children(ben)).status).toBe(404)
    expect((await children(anna)).text).not.toContain('Leo')
    expect(await codeOf()).toBe(group.code)
    expect((await remove(ben, bens)).status).toBe(409)
    const placed = await t.database.pool.query('select 1 from pod_child')
    expect(placed.rows).toEqual([])
  })

  test('a removed member sees that they were removed, and the group gets a new code', {
    tags: ['GROUP-27', 'GROUP-36', 'API-115'],
  }, async () => {
    const reply = await remove(anna, bens)
    expect(reply.body.data).toMatchObject({ status: 'rejected', endedBy: 'admin', children: [] })
    expect(await memberships(ben)).toMatchObject([{ status: 'rejected', endedBy: 'admin' }])
    const code = await codeOf()
    expect(code).not.toBe(group.code)
    expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
    expect((await members(anna)).body.data).toHaveLength(1)
    await changesNothing(async () => {
      expect((await remove(anna, bens)).status).toBe(409)
      expect((await remove(ben, bens)).status).toBe(409)
      expect((await change(ben, { membership: bens, children: [] })).status).toBe(409)
    })
  })

  test('a member can’t remove anybody, and an outsider can’t even see who is there', {
    tags: ['GROUP-42', 'API-115'],
  }, async () => {
    const annas = (await memberships(anna))[0]?._id ?? ''
    await addMember(t.database, group, cleo, { status: 'pending' })
    await changesNothing(async () => {
      expect((await remove(ben, annas)).status).toBe(403)
      expect((await remove(cleo, annas)).status).toBe(404)
    })
  })

  test('if two admins remove each other at once, one stays', { tags: ['GROUP-42'] }, async () => {
    const second = await addParent(t.database)
    const seconds = await addMember(t.database, group, second, { isGroupAdmin: true })
    const annas = (await memberships(anna))[0]?._id ?? ''
    const replies = await Promise.all([remove(anna, seconds), remove(second, annas)])
    const [won, lost] = replies.map(({ status }) => status).sort()
    // A call after the other has finished comes from a former member.
    expect([won, [404, 409].includes(lost ?? 0)]).toEqual([200, true])
    const { rows } = await t.database.pool.query(
      `select from group_membership where group_id = $1 and is_group_admin and status = 'approved'`,
      [group.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('the code is replaced when the last admin leaves, but not while another stays', {
    tags: ['GROUP-37'],
  }, async () => {
    const second = await addParent(t.database)
    const seconds = await addMember(t.database, group, second, { isGroupAdmin: true })
    const stored = async () =>
      (await t.database.pool.query('select code from caregiver_group where id = $1', [group.id])).rows[0].code
    await remove(second, seconds)
    expect(await stored()).toBe(group.code)
    const annas = (await memberships(anna))[0]?._id ?? ''
    await remove(anna, annas)
    expect(await stored()).not.toBe(group.code)
    expect((await join(cleo)).status).toBe(400)
  })

  test('while all its admins are paused even the right code is refused, and it works again afterwards', {
    tags: ['GROUP-37'],
  }, async () => {
    const second = await addParent(t.database)
    await addMember(t.database, group, second, { isGroupAdmin: true })
    const pause = ({ userId }: Parent, until: string) =>
      t.database.pool.query(
        `update app_user set standing = 'suspended', standing_until = now() + $2::interval where id = $1`,
        [userId, until],
      )
    await pause(anna, '1 day')
    await pause(second, '1 day')
    const reply = await join(cleo)
    expect([reply.status, reply.body.error]).toEqual([400, m.prompt_group_code_wrong()])
    await pause(second, '0 days')
    expect((await join(cleo)).status).toBe(200)
  })

  test('if the two last admins leave at once, the code no longer works', { tags: ['GROUP-37'] }, async () => {
    const second = await addParent(t.database)
    const seconds = await addMember(t.database, group, second, { isGroupAdmin: true })
    const annas = (await memberships(anna))[0]?._id ?? ''
    const replies = await Promise.all([remove(anna, annas), remove(second, seconds)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await join(cleo)).status).toBe(400)
  })

  test('if a member becomes the only admin while leaving, the code no longer works', {
    tags: ['GROUP-37'],
  }, async () => {
    await t.database.pool.query(`update group_membership set is_group_admin = false where group_id = $1`, [
      group.id,
    ])
    const appointBen = `select from caregiver_group where id = '${group.id}' for update;
      update group_membership set is_group_admin = true where id = '${bens}'`
    const [reply] = await inTurn<Reply>(t.database, appointBen, [() => remove(ben, bens)])
    expect(reply?.status).toBe(200)
    expect((await join(cleo)).status).toBe(400)
  })
})

describe('pods', () => {
  const save = (as: Parent, id: string, changes: object = {}) =>
    t.call(
      savePod,
      { params: { id }, body: { group: group.id, name: ' Room 14 ', description: '', ...changes } },
      { as },
    )

  test('an admin makes and edits one', {
    tags: ['GROUP-28', 'GROUP-29', 'API-016', 'API-119'],
  }, async () => {
    const made = await save(anna, 'new')
    expect(made.body.data).toEqual({
      _id: expect.any(String),
      name: 'Room 14',
      description: '',
      group: group.id,
    })
    const id = made.body.data._id
    const edited = await save(anna, id, { name: 'Room 15', description: 'With the garden' })
    expect(edited.body.data).toEqual({
      _id: id,
      name: 'Room 15',
      description: 'With the garden',
      group: group.id,
    })
    expect((await read(cleo)).body.data.subGroups).toContainEqual({
      _id: id,
      name: 'Room 15',
      description: 'With the garden',
    })
  })

  test('fields that are left out stay; a new one needs a name', {
    tags: ['GROUP-28', 'GROUP-29', 'API-119'],
  }, async () => {
    const [pod = ''] = group.pods
    const change = (id: string, fields: object) =>
      t.call(savePod, { params: { id }, body: { group: group.id, ...fields } }, { as: anna })
    const before = (await read(cleo)).body.data.subGroups.find(({ _id }) => _id === pod)
    const saved = await change(pod, { description: 'Upstairs' })
    expect(saved.body.data).toEqual({ ...before, description: 'Upstairs', group: group.id })
    const renamed = await change(pod, { name: 'Room 13' })
    expect(renamed.body.data).toEqual({ ...saved.body.data, name: 'Room 13' })
    const { status, body } = await change('new', { description: 'Upstairs' })
    expect([status, body.fields]).toEqual([400, { name: 'Please enter a name for the pod' }])
  })

  test('a repeat with the same key makes no second pod', { tags: ['API-119'] }, async () => {
    const once = () =>
      t.call(
        savePod,
        { params: { id: 'new' }, body: { group: group.id, name: 'Room 14', description: '' } },
        { as: anna, headers: { 'idempotency-key': 'attempt-1' } },
      )
    expect((await once()).text).toBe((await once()).text)
    expect((await read(cleo)).body.data.subGroups).toHaveLength(3)
  })

  test('members, outsiders and admins of another group are refused, and so are bad names', {
    tags: ['API-119', 'API-001'],
  }, async () => {
    const other = await addGroup(t.database, { pods: ['Elsewhere'] })
    await addMember(t.database, other, cleo, { isGroupAdmin: true })
    const [pod = ''] = group.pods
    await changesNothing(async () => {
      for (const id of ['new', pod]) {
        expect((await save(ben, id)).status).toBe(403)
        expect((await save(cleo, id)).status).toBe(404)
      }
      expect((await save(cleo, pod, { group: other.id })).status).toBe(404)
      expect((await save(anna, other.pods[0] ?? '')).status).toBe(404)
      expect((await save(anna, newId())).status).toBe(404)
      expect((await save(anna, 'new', { name: ' ' })).body.error).toBe('Please enter a name for the pod')
      expect((await save(anna, 'new', { name: 'x'.repeat(101) })).status).toBe(400)
    })
  })

  test('the list contains only the pods of one’s own groups', { tags: ['API-017', 'API-120'] }, async () => {
    const other = await addGroup(t.database, { name: 'Art club', pods: ['Painters'] })
    await addMember(t.database, other, ben)
    const left = await addGroup(t.database, { pods: ['Gone'] })
    await addMember(t.database, left, ben, { status: 'rejected' })
    expect((await t.call(listPods, {}, { as: ben })).body.data).toEqual([
      { _id: other.pods[0], label: 'Painters', groupId: other.id },
      { _id: group.pods[1], label: 'After-school club', groupId: group.id },
      { _id: group.pods[0], label: 'Room 12', groupId: group.id },
    ])
    expect((await t.call(listPods, {}, { as: cleo })).body.data).toEqual([])
  })
})

describe('the children of a group', () => {
  const firstNames = async (as: Parent, query = {}) =>
    (await children(as, query)).body.data.map(({ firstName }) => firstName)

  test('a member sees those of all members, or of one pod', { tags: ['API-121', 'API-122'] }, async () => {
    await addMember(t.database, group, cleo, { status: 'pending', pod: group.pods[0] })
    expect(await firstNames(anna)).toEqual(['Ida', 'Leo', 'Max'])
    expect(await firstNames(anna, { subgroup: group.pods[0] })).toEqual(['Leo'])
    expect(await firstNames(anna, { subgroup: group.pods[1] })).toEqual([])
    expect((await children(anna)).body.data[1]).toEqual({
      _id: ben.children[0],
      firstName: 'Leo',
      lastNameInitial: 'E',
      grade: '2',
      photo: null,
      caregiver: { _id: ben.caregiverId, name: 'Ben', lastName: 'Example' },
    })
  })

  test('outsiders, and members who ask for a pod of another group, get 404', {
    tags: ['API-121', 'API-045'],
  }, async () => {
    const other = await addGroup(t.database, { pods: ['Elsewhere'] })
    expect((await children(cleo)).status).toBe(404)
    expect((await children(anna, { subgroup: other.pods[0] })).status).toBe(404)
    expect((await children(anna, { subgroup: newId() })).status).toBe(404)
  })

  test('are combined with those of friends, each once with its sources and without one’s own', {
    tags: ['API-089', 'API-090'],
  }, async () => {
    const other = await addGroup(t.database, { name: 'Art club' })
    await addMember(t.database, other, anna)
    await addMember(t.database, other, ben)
    await connect(t.database, anna, ben)
    await connect(t.database, anna, cleo)
    const { data } = (await t.call(listCombinedChildren, {}, { as: anna })).body
    const nameOf = ({ caregiverId, name }: Parent) => ({ _id: caregiverId, name, lastName: 'Example' })
    const bens = [
      { kind: 'connection', caregiver: nameOf(ben) },
      { kind: 'group', group: { _id: other.id, name: 'Art club' } },
      { kind: 'group', group: { _id: group.id, name: 'Maple Street School' } },
    ]
    expect(data.map(({ firstName, sources }) => [firstName, sources])).toEqual([
      ['Leo', bens],
      ['Max', bens],
      ['Noa', [{ kind: 'connection', caregiver: nameOf(cleo) }]],
      ['Tom', [{ kind: 'connection', caregiver: nameOf(cleo) }]],
    ])
    expect(data[0]).toMatchObject({ school: 'Oak Street', caregiver: { _id: ben.caregiverId, name: 'Ben' } })
    expect((await t.call(listCombinedChildren, {}, { as: ben })).body.data).toMatchObject([
      { firstName: 'Ida' },
    ])
  })

  test('a fellow member’s child can be viewed, checked for free hours and invited until they leave', {
    tags: ['CREATE-24', 'API-085'],
  }, async () => {
    const [ida = ''] = anna.children
    const [leo = ''] = ben.children
    const slots = { children: [ida, leo], from: inHours(1).toISOString(), to: inHours(30).toISOString() }
    const playdate = {
      type: 'single',
      ownerChildren: [ida],
      recipientChildren: [leo],
      proposedLocations: { option1: 'The park' },
      proposedTimes: [inHours(48).toISOString()],
    }
    const tries = async () => [
      await t.call(listChildrenOfCaregiver, { params: { caregiverId: ben.caregiverId } }, { as: anna }),
      await t.call(findAvailabilitySlots, { body: slots }, { as: anna }),
      await t.call(createPlaydate, { body: playdate }, { as: anna }),
    ]
    const [looked, ...others] = await tries()
    expect([looked, ...others].map((reply) => reply?.status)).toEqual([200, 200, 200])
    expect(looked?.text).not.toMatch(/school|availability/)
    await remove(ben, bens)
    expect((await tries()).map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('leaving a group, or a friend, changes no existing playdate', {
    tags: ['GROUP-37'],
  }, async () => {
    const connection = await connect(t.database, anna, ben)
    const { id } = await addRequest(t.database, anna, ben)
    const look = async (as: Parent) => (await t.call(getPlaydate, { params: { id } }, { as })).text
    const before = [await look(anna), await look(ben)]
    await remove(ben, bens)
    await t.call(removeConnection, { params: { id: connection } }, { as: ben })
    expect([await look(anna), await look(ben)]).toEqual(before)
  })
})

describe('erasure', () => {
  const erase = (work: (db: Db) => Promise<void>) => t.database.kysely.transaction().execute(work)

  test('takes children out of their pods', async () => {
    await erase((db) => takeOutOfPods(db, ben.children))
    const { rows } = await t.database.pool.query('select 1 from pod_child')
    expect(rows).toEqual([])
  })

  test('ends an account’s memberships; with the last admin the code stops working', async () => {
    await erase((db) => eraseMemberships(db, ben.caregiverId))
    expect((await members(anna)).body.data).toHaveLength(1)
    expect(await memberships(ben)).toEqual([])
    expect(await codeOf()).toBe(group.code)
    await erase((db) => eraseMemberships(db, anna.caregiverId))
    expect((await join(cleo)).status).toBe(400)
  })
})

describe('frames', () => {
  let heard: Signal[] = []
  let listener: Listener
  beforeAll(async () => {
    listener = await listen(t.database.url, {
      onSignal: (signal) => heard.push(signal),
      onGap: () => undefined,
      onError: () => undefined,
    })
  })
  beforeEach(() => {
    heard = []
  })
  afterAll(() => listener.close())

  const framesOf = (count: number) =>
    vi.waitFor(
      () => {
        // Frames of notifications are tested elsewhere.
        const frames = heard
          .filter((notice) => notice.kind === 'frame')
          .filter(({ frame }) => !frame.notification)
        expect(frames).toHaveLength(count)
        expect(new Set(frames.map(({ frame }) => JSON.stringify(frame)))).toEqual(
          new Set([JSON.stringify({ group: group.id })]),
        )
        return frames.map(({ to }) => to.toSorted())
      },
      { timeout: 10_000 },
    )
  const sorted = (...parents: Parent[]) => parents.map(({ caregiverId }) => caregiverId).sort()

  test('go to the group’s members when members, pods or the code change, with its id only', {
    tags: ['CHAT-15'],
  }, async () => {
    // One at a time: identical frames sent at once arrive as one.
    await join(cleo)
    await framesOf(1)
    await change(ben, { membership: bens, children: everyChild(ben, group.pods[1] ?? '') })
    await framesOf(2)
    await t.call(
      savePod,
      { params: { id: 'new' }, body: { group: group.id, name: 'Room 14', description: '' } },
      { as: anna },
    )
    await framesOf(3)
    await remove(anna, bens)
    const all = sorted(anna, ben, cleo)
    // The removed member gets it, too.
    expect(await framesOf(4)).toEqual([all, all, all, all])
    await remove(cleo, (await memberships(cleo))[0]?._id ?? '')
    expect((await framesOf(5)).at(-1)).toEqual(sorted(anna, cleo))
  })

  test('are not sent for what was refused or changed nothing', { tags: ['CHAT-15'] }, async () => {
    await join(cleo, { code: 'wrong' })
    await join(ben)
    await remove(cleo, bens)
    await join(cleo)
    expect(await framesOf(1)).toEqual([sorted(anna, ben, cleo)])
  })
})
