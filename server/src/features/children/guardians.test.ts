import {
  findAvailabilitySlots,
  getChild,
  listChildrenOfCaregiver,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import {
  listConnections,
  listFriendsChildren,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  changeMembership,
  joinGroup,
  listCombinedChildren,
  listGroupChildren,
  listMembers,
  listMemberships,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inTurn } from '#test/in-turn.ts'
import { readEverything } from '#test/reading.ts'
import { addGroup, addGuardian, addHelper, addMember, addParent, connect, type Parent } from '#test/world.ts'

let t: TestApp
/** Priya and Dev are guardians of Anika; each has another child of their own. */
let priya: Parent
let dev: Parent
let noa: Parent
let anika: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, {
    name: 'Priya',
    children: [{ firstName: 'Anika', school: 'Oak Street' }, { firstName: 'Rohan' }],
  })
  dev = await addParent(t.database, {
    name: 'Dev',
    timeZone: 'America/Denver',
    children: [{ firstName: 'Leo' }],
  })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
  anika = priya.children[0] ?? ''
  await addGuardian(t.database, anika, dev)
})
afterAll(() => t.close())

const fields = { firstName: 'Anika', lastNameInitial: 'E', school: 'Oak Street' }
const save = (as: Parent, body: object) =>
  t.call(saveChild, { params: { id: anika }, body: { ...fields, ...body } }, { as })
const read = async (as: Parent) => (await t.call(getChild, { params: { id: anika } }, { as })).body.data
const listOf = (caregiver: Parent, as: Parent) =>
  t.call(listChildrenOfCaregiver, { params: { caregiverId: caregiver.caregiverId } }, { as })
const combined = async (as: Parent) => (await t.call(listCombinedChildren, {}, { as })).body.data

describe('two guardians of a child', () => {
  test('both read and save all of it, as a child of their own', async () => {
    expect(await read(dev)).toMatchObject({ school: 'Oak Street', caregiver: dev.caregiverId, version: 1 })
    expect((await save(dev, { school: 'Elm Street', grade: '3' })).status).toBe(200)
    expect(await read(priya)).toMatchObject({
      school: 'Elm Street',
      grade: '3',
      caregiver: priya.caregiverId,
      version: 2,
    })
    const { data } = (await listOf(dev, dev)).body
    expect(data.map(({ firstName }) => firstName).toSorted()).toEqual(['Anika', 'Leo'])
  })

  test('don’t save over each other: a save of an older version is refused, and the first save stays', {
    tags: ['HOME-04'],
  }, async () => {
    const { version } = await read(dev)
    expect((await save(priya, { school: 'Elm Street', version })).status).toBe(200)
    const second = await save(dev, { school: 'Ash Street', version })
    expect([second.status, second.body.error]).toEqual([
      409,
      'Somebody changed this meanwhile. Please take another look.',
    ])
    expect(await read(dev)).toMatchObject({ school: 'Elm Street', version: version + 1 })
  })

  test('are notified of each other’s changes without the child’s name, and not of a save without changes', {
    tags: ['HOME-05'],
  }, async () => {
    await save(priya, { school: 'Elm Street' })
    await save(priya, { school: 'Elm Street' })
    const { data } = (await t.call(listNotifications, {}, { as: dev })).body
    expect(data.map(({ title }) => title)).toEqual(["Priya changed a child's details"])
    expect(JSON.stringify(data)).not.toContain('Anika')
    expect((await t.call(listNotifications, {}, { as: priya })).body.data).toEqual([])
  })

  test('see nothing of each other except the name', { tags: ['HOME-06'] }, async () => {
    await t.database.pool.query(`update caregiver set zip_code = '99123-0456' where id = $1`, [
      priya.caregiverId,
    ])
    const connection = await connect(t.database, priya, noa)
    const group = await addGroup(t.database, { name: 'Marker group' })
    const membership = await addMember(t.database, group, priya)
    const ids = [priya.userId, priya.caregiverId, ...priya.children, connection, membership, noa.caregiverId]
    const all = await readEverything(t, dev, { ids })
    expect(all).toContain('Anika')
    for (const mark of [
      priya.phoneNumber,
      priya.email,
      '99123-0456',
      'America/New_York',
      'Rohan',
      'Noa',
      'Zuri',
      'Marker group',
    ])
      expect(all, mark).not.toContain(mark)
  })

  test('can’t look each other up by id unless they connect', { tags: ['HOME-07'] }, async () => {
    const found = await listOf(priya, dev)
    const unknown = await t.call(listChildrenOfCaregiver, { params: { caregiverId: newId() } }, { as: dev })
    expect([found.status, found.text]).toEqual([404, unknown.text])
    await connect(t.database, priya, dev)
    const { data } = (await listOf(priya, dev)).body
    expect(data.map(({ firstName }) => firstName)).toEqual(['Anika', 'Rohan'])
  })

  test('share one set of hours, on the clock of the guardian who changed them last', {
    tags: ['HOME-83'],
  }, async () => {
    const hours = [{ day: 'Mon', blocks: [{ start: 15, end: 16 }] }]
    await save(priya, { availability: hours })
    expect((await read(dev)).availability).toEqual(hours)
    // 3 pm in New York is 1 pm in Denver.
    const free = async () => {
      const body = { children: [anika], from: '2027-01-04T05:00:00Z', to: '2027-01-05T05:00:00Z' }
      const { data } = (await t.call(findAvailabilitySlots, { body }, { as: priya })).body
      return data.filter(({ fit }) => fit === 'all').map(({ start }) => start)
    }
    expect(await free()).toEqual(['2027-01-04T20:00:00.000Z'])
    await save(dev, { availability: hours })
    // The same hours: nobody changed them.
    expect(await free()).toEqual(['2027-01-04T20:00:00.000Z'])
    const later = [{ day: 'Mon', blocks: [{ start: 16, end: 17 }] }]
    await save(dev, { availability: later })
    expect((await read(priya)).availability).toEqual(later)
    expect(await free()).toEqual(['2027-01-04T23:00:00.000Z'])
    // A guardian who leaves takes their clock along.
    await t.database.pool.query(
      `update guardianship set until = now() where caregiver_id = $1 and child_id = $2`,
      [dev.caregiverId, anika],
    )
    expect(await free()).toEqual(['2027-01-04T21:00:00.000Z'])
  })
})

describe('others see a child', () => {
  test('through the guardian they are connected with, and see nothing of the other', {
    tags: ['HOME-08'],
  }, async () => {
    await connect(t.database, noa, priya)
    const { data } = (await t.call(listConnections, {}, { as: noa })).body
    expect(data[0]?.children.map(({ firstName }) => firstName)).toEqual(['Anika', 'Rohan'])
    const ids = [dev.userId, dev.caregiverId, ...dev.children, priya.caregiverId, ...priya.children]
    const all = await readEverything(t, noa, { ids })
    expect(all).toContain('Anika')
    for (const mark of [dev.caregiverId, 'Dev', 'Leo']) expect(all, mark).not.toContain(mark)
  })

  test('once if they are connected with both guardians, with both as sources', {
    tags: ['HOME-09'],
  }, async () => {
    await connect(t.database, noa, priya)
    await connect(t.database, noa, dev)
    const found = (await combined(noa)).filter(({ _id }) => _id === anika)
    expect(found).toHaveLength(1)
    expect(
      found[0]?.sources.map((each) => (each.kind === 'connection' ? each.caregiver.name : each.kind)),
    ).toEqual(['Dev', 'Priya'])
    const friends = (await t.call(listFriendsChildren, {}, { as: noa })).body.data
    expect(friends.map(({ firstName }) => firstName).toSorted()).toEqual(['Anika', 'Leo', 'Rohan'])
  })

  test('not among the children on offer if it is their own', async () => {
    await connect(t.database, priya, dev)
    expect((await combined(dev)).map(({ firstName }) => firstName)).toEqual(['Rohan'])
    const friends = (await t.call(listFriendsChildren, {}, { as: dev })).body.data
    expect(friends.map(({ firstName }) => firstName)).toEqual(['Rohan'])
    // In a group each guardian sees it as their own, whichever other guardians are members.
    const group = await addGroup(t.database)
    for (const member of [priya, dev]) await addMember(t.database, group, member)
    const place = { params: { groupId: group.id }, query: {} }
    for (const as of [priya, dev]) {
      const { data } = (await t.call(listGroupChildren, place, { as })).body
      expect(data.find(({ _id }) => _id === anika)?.caregiver._id).toBe(as.caregiverId)
    }
  })

  test('through one guardian if they are apart from the other', async () => {
    await connect(t.database, noa, priya)
    await connect(t.database, noa, dev)
    await t.database.pool.query(
      `insert into block (id, blocker_id, blocked_id, name, last_name) values ($1, $2, $3, 'Noa', 'Example')`,
      [newId(), priya.caregiverId, noa.caregiverId],
    )
    const found = (await combined(noa)).filter(({ _id }) => _id === anika)
    expect(found.map(({ caregiver }) => caregiver.name)).toEqual(['Dev'])
    expect(JSON.stringify(found)).not.toContain('Priya')
  })

  test('never through its helper', { tags: ['HOME-10'] }, async () => {
    const [asha, stranger] = [await addParent(t.database, { name: 'Asha' }), await addParent(t.database)]
    await addHelper(t.database, anika, asha, { adder: priya })
    await connect(t.database, asha, stranger)
    const group = await addGroup(t.database)
    await addMember(t.database, group, asha)
    await addMember(t.database, group, stranger, { isGroupAdmin: true })
    const ids = [asha.caregiverId, anika, group.id, priya.caregiverId, dev.caregiverId]
    const all = await readEverything(t, stranger, { ids })
    expect(all).toContain('Asha')
    expect(all).not.toContain('Anika')
  })

  test('only from the beginning of a guardian’s place until its end', async () => {
    await connect(t.database, noa, dev)
    expect((await combined(noa)).map(({ firstName }) => firstName).toSorted()).toEqual(['Anika', 'Leo'])
    const move = (set: string) =>
      t.database.pool.query(`update guardianship set ${set} where child_id = $1 and caregiver_id = $2`, [
        anika,
        dev.caregiverId,
      ])
    await move(`since = now() + interval '1 minute'`)
    expect((await combined(noa)).map(({ firstName }) => firstName)).toEqual(['Leo'])
    expect((await t.call(getChild, { params: { id: anika } }, { as: dev })).status).toBe(404)
    await move(`since = now() - interval '1 day', until = now()`)
    expect((await combined(noa)).map(({ firstName }) => firstName)).toEqual(['Leo'])
    expect((await t.call(getChild, { params: { id: anika } }, { as: dev })).status).toBe(404)
  })
})

describe('a child in a group', () => {
  test('is listed once, with one pod, until none of its guardians is a member', {
    tags: ['HOME-68'],
  }, async () => {
    const group = await addGroup(t.database, { pods: ['Ants', 'Bees'] })
    const [ants, bees] = group.pods
    await addMember(t.database, group, noa, { isGroupAdmin: true })
    const priyas = await addMember(t.database, group, priya, { pod: ants })
    const devs = await addMember(t.database, group, dev)
    const children = async (subgroup?: string) => {
      const query = subgroup ? { subgroup } : {}
      const reply = await t.call(listGroupChildren, { params: { groupId: group.id }, query }, { as: noa })
      return reply.body.data.filter(({ _id }) => _id === anika).length
    }
    const members = async () => {
      const { data } = (await t.call(listMembers, { params: { groupId: group.id } }, { as: noa })).body
      return data.flatMap(({ children }) => children.filter(({ child }) => child._id === anika))
    }
    expect([await children(), await children(ants)]).toEqual([1, 1])
    // The last save counts, whichever guardian made it.
    const moved = { membership: devs, children: [{ child: anika, subGroup: bees ?? '' }] }
    expect((await t.call(changeMembership, { body: moved }, { as: dev })).status).toBe(200)
    expect([await children(ants), await children(bees)]).toEqual([0, 1])
    expect((await members()).map(({ subGroup }) => subGroup?._id)).toEqual([bees])
    const own = (await t.call(listMemberships, {}, { as: priya })).body.data
    expect(own[0]?.children.find(({ child }) => child._id === anika)?.subGroup?._id).toBe(bees)
    // It stays in its pod through the other guardian's membership, until that ends, too.
    const end = (membership: string, as: Parent) =>
      t.call(changeMembership, { body: { membership, status: 'rejected' } }, { as })
    expect((await end(devs, dev)).status).toBe(200)
    expect([await children(), await children(bees)]).toEqual([1, 1])
    expect((await end(priyas, noa)).status).toBe(200)
    expect([await children(), await children(bees)]).toEqual([0, 0])
  })

  test('stays in the pod that one guardian chose if the other joins without choosing one', {
    tags: ['HOME-68'],
  }, async () => {
    const group = await addGroup(t.database, { pods: ['Ants', 'Bees'] })
    const [ants, bees] = group.pods
    await addMember(t.database, group, priya, { pod: ants })
    const childSubGroups = [
      { child: anika, subGroup: null },
      { child: dev.children[0] ?? '', subGroup: bees ?? '' },
    ]
    const body = { groupId: group.id, code: group.code, childSubGroups }
    const joined = (await t.call(joinGroup, { body }, { as: dev })).body.data
    const podOf = (id: string | undefined) =>
      joined.children.find(({ child }) => child._id === id)?.subGroup?._id
    expect([podOf(anika), podOf(dev.children[0])]).toEqual([ants, bees])
  })

  test('is in one pod if both guardians choose one at the same moment', {
    tags: ['HOME-68'],
  }, async () => {
    const group = await addGroup(t.database, { pods: ['Ants', 'Bees'] })
    const lock = `select from pod where group_id = '${group.id}' for update`
    const places = () =>
      t.database.pool.query('select membership_id, pod_id from pod_child where child_id = $1', [anika])
    const chosen = (n: number) => [{ child: anika, subGroup: group.pods[n] ?? '' }]
    const join = (as: Parent, n: number) => {
      const body = { groupId: group.id, code: group.code, childSubGroups: chosen(n) }
      return t.call(joinGroup, { body }, { as })
    }
    const joins = await inTurn(t.database, lock, [() => join(priya, 0), () => join(dev, 1)])
    expect(joins.map(({ status }) => status)).toEqual([200, 200])
    const [hers, his] = joins.map(({ body }) => body.data._id)
    expect((await places()).rows).toEqual([{ membership_id: his, pod_id: group.pods[1] }])

    await t.database.pool.query('delete from pod_child')
    const move = (as: Parent, membership: string | undefined, n: number) => {
      const body = { membership: membership ?? '', children: chosen(n) }
      return t.call(changeMembership, { body }, { as })
    }
    const moves = await inTurn(t.database, lock, [() => move(priya, hers, 0), () => move(dev, his, 1)])
    expect(moves.map(({ status }) => status)).toEqual([200, 200])
    expect((await places()).rows).toEqual([{ membership_id: his, pod_id: group.pods[1] }])
  })

  test('is in the groups of each guardian, and each guardian sees only their own groups', {
    tags: ['HOME-69'],
  }, async () => {
    const [hers, his] = [
      await addGroup(t.database, { name: 'Her group' }),
      await addGroup(t.database, { name: 'His group' }),
    ]
    await addMember(t.database, hers, priya)
    await addMember(t.database, his, dev)
    await addMember(t.database, his, noa)
    const listed = async (as: Parent) => {
      const reply = await t.call(listGroupChildren, { params: { groupId: his.id }, query: {} }, { as })
      return reply.status === 200
        ? reply.body.data.map(({ firstName }) => firstName).toSorted()
        : reply.status
    }
    expect(await listed(noa)).toEqual(['Anika', 'Leo', 'Zuri'])
    expect(await listed(priya)).toBe(404)
    const own = (await t.call(listMemberships, {}, { as: priya })).body.data
    expect(own.map(({ group }) => group.name)).toEqual(['Her group'])
  })
})
