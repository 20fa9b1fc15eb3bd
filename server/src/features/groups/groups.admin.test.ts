import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import {
  deleteGroup,
  getGroupAsAdmin,
  listAllPods,
  listGroups,
  listGroupValues,
  listPodValues,
  saveGroup,
  savePodAsAdmin,
} from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { codeProblem } from '@tagalong/contract/features/groups/groups.admin.rules.ts'
import { getGroup, joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetToGroup } from '#test/administered-group.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { addReport } from '#test/reports.ts'
import {
  addGroup,
  addMember,
  addParent,
  fingerprint,
  type Group,
  type Parent,
  type Person,
} from '#test/world.ts'

let t: TestApp
let admin: Person
let anna: Parent
let maple: Group
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  ;({ admin, anna, maple } = await resetToGroup(t))
})
afterAll(() => t.close())

const save = (id: string, body: object) => t.call(saveGroup, { params: { id }, body }, { as: admin })
const savePod = (body: object) => t.call(savePodAsAdmin, { body }, { as: admin })
const remove = (id: string) => t.call(deleteGroup, { params: { id } }, { as: admin })

describe('administration of groups', () => {
  test('the list shows names and dates', { tags: ['ADMIN-49', 'ADMIN-50', 'API-142'] }, async () => {
    await addGroup(t.database, { name: 'Oak' })
    const { body } = await t.call(listGroups, { query: { sort: 'name' } }, { as: admin })
    expect(body.data.map(({ name }) => name)).toEqual(['Maple', 'Oak'])
    expect(body.data[0]).toEqual({
      _id: maple.id,
      name: 'Maple',
      description: '',
      createdAt: expect.stringMatching(/Z$/),
    })
    const values = await t.call(listGroupValues, { query: { column: 'name' } }, { as: admin })
    expect(values.body.data).toEqual(['Maple', 'Oak'])
  })

  test('a group is read with code, pods and members, and saved', {
    tags: ['ADMIN-54', 'ADMIN-55', 'ADMIN-56', 'API-147', 'API-152'],
  }, async () => {
    await addMember(t.database, maple, anna, { isGroupAdmin: true })
    const read = await t.call(getGroupAsAdmin, { params: { id: maple.id } }, { as: admin })
    expect(read.body.data).toMatchObject({
      referenceCode: maple.code,
      members: 1,
      subGroups: [{ _id: maple.pods[0], name: 'Room 12' }, { name: 'Room 14' }],
    })
    const body = { name: 'Maple Street', description: 'Families', referenceCode: 'Autumn-Leaves-79' }
    expect((await save(maple.id, body)).body.data).toMatchObject(body)
    // The group's admins see the new code, and are notified.
    const { data } = (await t.call(getGroup, { params: { id: maple.id } }, { as: anna })).body
    expect(data).toMatchObject(body)
    const [notification] = (await t.call(listNotifications, {}, { as: anna })).body.data
    expect(notification).toMatchObject({
      title: 'Maple Street has a new access code',
      url: `/group/${maple.id}`,
    })
  })

  test('a new group gets a strong code unless one is typed; an existing one keeps its own', {
    tags: ['ADMIN-53', 'API-151'],
  }, async () => {
    const made = (await save('new', { name: 'Oak', description: '' })).body.data
    expect(codeProblem(made.referenceCode)).toBeNull()
    const kept = await save(made._id, { name: 'Oak Street', description: '', referenceCode: '' })
    expect(kept.body.data).toMatchObject({ name: 'Oak Street', referenceCode: made.referenceCode })
    const typed = await save('new', { name: 'Elm', description: '', referenceCode: 'Autumn-Leaves-79' })
    const body = { groupId: typed.body.data._id, code: 'Autumn-Leaves-79', childSubGroups: [] }
    expect((await t.call(joinGroup, { body }, { as: anna })).status).toBe(200)
  })

  test('fields that are left out stay; a new group needs a name', {
    tags: ['ADMIN-54', 'ADMIN-55', 'ADMIN-56'],
  }, async () => {
    const saved = await save(maple.id, { description: 'Families' })
    expect([saved.status, saved.body.data]).toMatchObject([
      200,
      { name: 'Maple', description: 'Families', referenceCode: maple.code },
    ])
    const renamed = await save(maple.id, { name: 'Maple Street' })
    expect(renamed.body.data).toMatchObject({ name: 'Maple Street', description: 'Families' })
    const reply = await save('new', { description: 'Families' })
    expect([reply.status, reply.body.fields]).toEqual([400, { name: 'Please enter a name for the group' }])
  })

  test.each([
    ['short-1', 'Please use at least 12 characters'],
    ['x'.repeat(65), 'Please use at most 64 characters'],
    ['abcdefgh1234', 'Please leave out runs such as 1234 or abcd'],
    ['aabbaabbaabbaabb', 'Please use at least 8 different letters or numbers'],
    ['Autumn Leaves 79', 'Please use letters, numbers and hyphens only'],
  ])(
    'the code %s is refused with the reason at its field',
    { tags: ['ADMIN-56'] },
    async (referenceCode, text) => {
      const before = await fingerprint(t.database)
      for (const id of ['new', maple.id]) {
        const reply = await save(id, { name: 'Oak', description: '', referenceCode })
        expect([reply.status, reply.body.fields]).toEqual([400, { referenceCode: text }])
      }
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('a group without members is deleted with its pods', { tags: ['ADMIN-52', 'API-142'] }, async () => {
    await addMember(t.database, maple, anna, { status: 'rejected' })
    expect((await remove(maple.id)).status).toBe(200)
    const { rows } = await t.database.pool.query(
      'select id from pod union all select id from group_membership',
    )
    expect(rows).toEqual([])
    expect((await remove(maple.id)).status).toBe(404)
    const read = await t.call(getGroupAsAdmin, { params: { id: maple.id } }, { as: admin })
    expect([read.status, read.body.error]).toEqual([404, 'Not found'])
  })

  test.each(['approved', 'pending'] as const)(
    'a group with a membership that is %s can’t be deleted, and the text says why',
    { tags: ['ADMIN-52'] },
    async (status) => {
      await addMember(t.database, maple, anna, { status })
      const before = await fingerprint(t.database)
      const reply = await remove(maple.id)
      expect(reply.status).toBe(409)
      expect(reply.body.error).toContain('still has members')
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('a group with an open report can’t be deleted until that is decided', {
    tags: ['ADMIN-52'],
  }, async () => {
    await addReport(t, anna, { kind: 'group', target: maple.id })
    const before = await fingerprint(t.database)
    const reply = await remove(maple.id)
    expect([reply.status, reply.body.error]).toEqual([
      409,
      'Something about this group was reported. Please decide that first.',
    ])
    expect(await fingerprint(t.database)).toBe(before)
    await t.database.pool.query('update report set closed_at = now()')
    expect((await remove(maple.id)).status).toBe(200)
  })

  test('deleting and joining at once: either the group stays with its member, or both are gone', {
    tags: ['ADMIN-52'],
  }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const group = await addGroup(t.database)
      const [guest, body] = [
        await addParent(t.database),
        { groupId: group.id, code: group.code, childSubGroups: [] },
      ]
      const [gone, joined] = await Promise.all([remove(group.id), t.call(joinGroup, { body }, { as: guest })])
      const { rows } = await t.database.pool.query(
        'select status from group_membership where group_id = $1',
        [group.id],
      )
      expect([gone.status, rows.length]).toEqual(joined.status === 200 ? [409, 1] : [200, 0])
    }
  })
})

describe('administration of pods', () => {
  test('the list of one group shows only its pods, by name', {
    tags: ['ADMIN-57', 'ADMIN-58', 'API-144'],
  }, async () => {
    await addGroup(t.database, { pods: ['Elsewhere'] })
    const { body } = await t.call(listAllPods, { query: { group: maple.id } }, { as: admin })
    expect(body.data).toEqual([
      { _id: maple.pods[0], name: 'Room 12', description: '', group: maple.id },
      { _id: maple.pods[1], name: 'Room 14', description: '', group: maple.id },
    ])
    expect((await t.call(listAllPods, {}, { as: admin })).body.total).toBe(3)
    const names = { column: 'name', group: maple.id }
    const values = await t.call(listPodValues, { query: names }, { as: admin })
    expect(values.body.data).toEqual(['Room 12', 'Room 14'])
  })

  test('pods are added and changed', {
    tags: ['ADMIN-60', 'ADMIN-61', 'ADMIN-62', 'ADMIN-64', 'ADMIN-65', 'API-145', 'API-146'],
  }, async () => {
    const fields = { name: 'Room 16', description: 'Upstairs', group: maple.id }
    const made = await savePod({ _id: 'new', ...fields })
    expect(made.body.data).toEqual({ _id: expect.any(String), ...fields })
    const changed = await savePod({ _id: made.body.data._id, ...fields, name: 'Room 18', description: '' })
    expect(changed.body.data).toMatchObject({ _id: made.body.data._id, name: 'Room 18', description: '' })
    const { data } = (await t.call(listAllPods, { query: { group: maple.id } }, { as: admin })).body
    expect(data.map(({ name }) => name)).toEqual(['Room 12', 'Room 14', 'Room 18'])
  })

  test('fields of a pod that are left out stay; a new pod needs a name', {
    tags: ['ADMIN-61', 'ADMIN-64', 'ADMIN-65'],
  }, async () => {
    const pod = { _id: maple.pods[0], group: maple.id }
    expect((await savePod({ ...pod, description: 'Upstairs' })).body.data).toMatchObject({
      name: 'Room 12',
      description: 'Upstairs',
    })
    expect((await savePod({ ...pod, name: 'Room 13' })).body.data).toEqual({
      ...pod,
      name: 'Room 13',
      description: 'Upstairs',
    })
    const reply = await savePod({ _id: 'new', group: maple.id, description: 'Upstairs' })
    expect([reply.status, reply.body.fields]).toEqual([400, { name: 'Please enter a name for the pod' }])
  })

  test('a pod of a missing or another group is refused at the field', {
    tags: ['ADMIN-63'],
  }, async () => {
    const oak = await addGroup(t.database)
    const before = await fingerprint(t.database)
    const missing = await savePod({ _id: 'new', name: 'Room', description: '', group: newId() })
    expect([missing.status, missing.body.fields]).toEqual([400, { group: 'There is no such group any more' }])
    const other = await savePod({ _id: maple.pods[0], name: 'Room', description: '', group: oak.id })
    expect([other.status, other.body.fields]).toEqual([400, { group: 'This pod belongs to another group' }])
    const gone = await savePod({ _id: newId(), name: 'Room', description: '', group: maple.id })
    expect(gone.status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('groups and pods are in the audit log, with the code hidden', { tags: ['API-151'] }, async () => {
    await save(maple.id, { name: 'Oak', description: '', referenceCode: 'Autumn-Leaves-79' })
    await savePod({ _id: maple.pods[0], name: 'Room 13', description: '', group: maple.id })
    const { data } = (await t.call(listAuditLog, {}, { as: admin })).body
    expect(data).toMatchObject([
      {
        subject: { kind: 'pod', _id: maple.pods[0] },
        changes: { name: { before: 'Room 12', after: 'Room 13' } },
      },
      {
        subject: { kind: 'group', _id: maple.id },
        changes: {
          name: { before: 'Maple', after: 'Oak' },
          referenceCode: { before: '[hidden]', after: '[hidden]' },
        },
      },
    ])
  })
})
