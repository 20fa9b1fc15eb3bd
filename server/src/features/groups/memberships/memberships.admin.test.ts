import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { deleteCaregiver } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { getGroupAsAdmin } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import {
  changeMembership,
  joinGroup,
  listMemberships,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import {
  deleteMembership,
  getMembership,
  listAllMemberships,
  listMembershipValues,
  saveMembership,
} from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetToGroup } from '#test/administered-group.ts'
import { type TestApp, testApp } from '#test/app.ts'
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
let ben: Parent
let maple: Group
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  ;({ admin, anna, maple } = await resetToGroup(t))
  ben = await addParent(t.database, { name: 'Ben' })
})
afterAll(() => t.close())

const save = (id: string, body: object) => t.call(saveMembership, { params: { id }, body }, { as: admin })
const remove = (id: string) => t.call(deleteMembership, { params: { id } }, { as: admin })
const codeOf = async (group: Group) =>
  (await t.call(getGroupAsAdmin, { params: { id: group.id } }, { as: admin })).body.data.referenceCode
const titles = async (parent: Parent) =>
  (await t.call(listNotifications, {}, { as: parent })).body.data.map(({ title }) => title)
const place = (parent: Parent, more: object = {}) => ({
  caregiver: parent.caregiverId,
  group: maple.id,
  status: 'approved',
  isGroupAdmin: false,
  ...more,
})

describe('administration of memberships', () => {
  test('the list shows group, caregiver, status and date', {
    tags: ['ADMIN-32', 'ADMIN-33', 'ADMIN-34', 'ADMIN-35', 'API-141'],
  }, async () => {
    const id = await addMember(t.database, maple, anna, { isGroupAdmin: true })
    await addMember(t.database, maple, ben, { status: 'pending' })
    const query = { filter: JSON.stringify({ status: 'approved' }) }
    const { body } = await t.call(listAllMemberships, { query }, { as: admin })
    expect([body.total, body.data]).toEqual([
      1,
      [
        {
          _id: id,
          caregiver: { _id: anna.caregiverId, name: 'Anna', lastName: 'Example' },
          group: { _id: maple.id, name: 'Maple' },
          status: 'approved',
          isGroupAdmin: true,
          endedBy: null,
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
    ])
    const values = await t.call(listMembershipValues, { query: { column: 'status' } }, { as: admin })
    expect(values.body.data).toEqual(['approved', 'pending'])
  })

  test('members are found by their names and by their group’s name', {
    tags: ['TABLE-01', 'TABLE-06'],
  }, async () => {
    await addMember(t.database, maple, anna)
    await addMember(t.database, await addGroup(t.database, { name: 'Oak 50%' }), ben, { status: 'pending' })
    await t.database.pool.query(`update caregiver set last_name = '' where id = $1`, [ben.caregiverId])
    const values = await t.call(listMembershipValues, { query: { column: 'caregiver' } }, { as: admin })
    expect(values.body.data).toEqual(['Anna Example', 'Ben'])
    const found = async (query: object) =>
      (await t.call(listAllMemberships, { query }, { as: admin })).body.data.map(
        ({ caregiver }) => caregiver.name,
      )
    for (const query of [
      { search: 'ben' },
      { search: 'oak 50%' },
      { search: 'PENDING' },
      { filter: JSON.stringify({ caregiver: 'Ben' }) },
    ]) {
      expect(await found(query), JSON.stringify(query)).toEqual(['Ben'])
    }
    expect(await found({ search: 'example' })).toEqual(['Anna'])
    expect(await found({ search: '5_%' })).toEqual([])
  })

  test('a new membership with its children’s pods takes effect at once', {
    tags: ['ADMIN-38', 'ADMIN-43', 'ADMIN-44', 'ADMIN-46', 'API-151'],
  }, async () => {
    const children = [{ child: anna.children[0], subGroup: maple.pods[1] }]
    const reply = await save('new', place(anna, { isGroupAdmin: true, children }))
    expect(reply.body.data).toMatchObject({
      status: 'approved',
      isGroupAdmin: true,
      children: [{ child: { _id: anna.children[0] }, subGroup: { name: 'Room 14' } }],
    })
    const params = { id: reply.body.data._id }
    expect((await t.call(getMembership, { params }, { as: admin })).body.data).toEqual(reply.body.data)
    expect((await t.call(listMemberships, {}, { as: anna })).body.data).toEqual([reply.body.data])
    expect(await titles(anna)).toEqual(['You are a member of Maple now'])
  })

  test('a status can change to any other', { tags: ['GROUP-35', 'ADMIN-42'] }, async () => {
    const id = await addMember(t.database, maple, anna, { isGroupAdmin: true })
    const statuses = ['pending', 'rejected', 'pending', 'approved', 'rejected', 'approved', 'approved']
    for (const status of statuses) {
      const reply = await save(id, place(anna, { status, isGroupAdmin: true }))
      expect([reply.status, reply.body.data]).toMatchObject([
        200,
        {
          status,
          isGroupAdmin: status === 'approved',
          endedBy: status === 'rejected' ? 'admin' : null,
        },
      ])
    }
  })

  test('a rejected member leaves the pods and can’t rejoin by code, and the code is replaced', {
    tags: ['GROUP-37', 'ADMIN-42'],
  }, async () => {
    await addMember(t.database, maple, ben, { isGroupAdmin: true })
    const id = await addMember(t.database, maple, anna, { pod: maple.pods[0] })
    await save(id, place(anna, { status: 'rejected' }))
    const code = await codeOf(maple)
    expect(code).not.toBe(maple.code)
    expect((await t.database.pool.query('select from pod_child')).rowCount).toBe(0)
    const childSubGroups = [{ child: anna.children[0], subGroup: maple.pods[0] }]
    const joining = await t.call(
      joinGroup,
      { body: { groupId: maple.id, code, childSubGroups } },
      { as: anna },
    )
    expect(joining.status).toBe(400)
    expect(await titles(anna)).toEqual(['You are no longer a member of Maple'])
    expect(await titles(ben)).toEqual(['Maple has a new access code'])
  })

  test('fields that are left out stay, whatever they became meanwhile; a new membership is pending', {
    tags: ['ADMIN-42', 'ADMIN-43', 'ADMIN-44'],
  }, async () => {
    const id = await addMember(t.database, maple, anna, { isGroupAdmin: true, pod: maple.pods[0] })
    const { status, isGroupAdmin, ...ids } = place(anna)
    const saved = (await save(id, ids)).body.data
    expect(saved).toMatchObject({ status: 'approved', isGroupAdmin: true })
    expect(saved.children.map(({ subGroup }) => subGroup?._id)).toEqual([maple.pods[0]])
    await save(id, { ...ids, status: 'rejected' })
    expect((await save(id, { ...ids, isGroupAdmin: true })).body.data).toMatchObject({
      status: 'rejected',
      isGroupAdmin: false,
    })
    const made = (await save('new', { caregiver: ben.caregiverId, group: maple.id })).body.data
    expect(made).toMatchObject({ status: 'pending', isGroupAdmin: false })
  })

  test('a pending member isn’t approved by entering the code', { tags: ['ADMIN-42'] }, async () => {
    const id = await addMember(t.database, maple, anna)
    await save(id, place(anna, { status: 'pending' }))
    const childSubGroups = [{ child: anna.children[0], subGroup: maple.pods[0] }]
    const body = { groupId: maple.id, code: maple.code, childSubGroups }
    const reply = await t.call(joinGroup, { body }, { as: anna })
    expect([reply.status, reply.body.error]).toEqual([409, 'Your membership is waiting for approval'])
  })

  test('a group whose last admin is no longer one gets a new code', { tags: ['ADMIN-43'] }, async () => {
    const id = await addMember(t.database, maple, anna, { isGroupAdmin: true })
    await save(id, place(anna, { isGroupAdmin: false }))
    expect(await codeOf(maple)).not.toBe(maple.code)
    const [mine] = (await t.call(listMemberships, {}, { as: anna })).body.data
    expect(mine).toMatchObject({ status: 'approved', isGroupAdmin: false })
  })

  test('a duplicate is refused at the field, even at the same moment; one membership stays', {
    tags: ['ADMIN-48', 'API-153'],
  }, async () => {
    const [one, two] = await Promise.all([save('new', place(anna)), save('new', place(anna))])
    const refused = one.status === 200 ? two : one
    const text = 'This caregiver has a membership in this group already'
    expect([refused.status, refused.body.error, refused.body.fields]).toEqual([
      409,
      text,
      { caregiver: text },
    ])
    expect((await t.database.pool.query('select from group_membership')).rowCount).toBe(1)
  })

  test('fields that don’t belong together are refused at the field, and nothing changes', {
    tags: ['ADMIN-40', 'ADMIN-45', 'ADMIN-48'],
  }, async () => {
    const oak = await addGroup(t.database, { pods: ['Oak pod'] })
    const id = await addMember(t.database, maple, anna)
    const before = await fingerprint(t.database)
    const pods = (child: string | undefined, subGroup: string | undefined) => [{ child, subGroup }]
    const wrong: [string, object, string, string][] = [
      [id, place(ben), 'caregiver', 'The caregiver of a membership stays. Please add another membership.'],
      [
        id,
        place(anna, { group: oak.id }),
        'group',
        'The group of a membership stays. Please add another membership.',
      ],
      ['new', { ...place(ben), caregiver: newId() }, 'caregiver', 'There is no such caregiver any more'],
      ['new', place(ben, { group: newId() }), 'group', 'There is no such group any more'],
      [
        id,
        place(anna, { children: pods(ben.children[0], maple.pods[0]) }),
        'children',
        "Please pick this caregiver's children only",
      ],
      [
        id,
        place(anna, { children: pods(anna.children[0], oak.pods[0]) }),
        'children',
        'Please pick a pod of this group',
      ],
    ]
    for (const [which, body, field, text] of wrong) {
      const reply = await save(which, body)
      expect([reply.status, reply.body.fields]).toEqual([400, { [field]: text }])
    }
    expect((await save(newId(), place(anna))).status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('a caregiver who is deleted at the same moment gets no membership', {
    tags: ['ADMIN-38'],
  }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const guest = await addParent(t.database)
      const [added, gone] = await Promise.all([
        save('new', place(guest)),
        t.call(deleteCaregiver, { params: { id: guest.caregiverId } }, { as: admin }),
      ])
      expect([[200, 400].includes(added.status), gone.status]).toEqual([true, 200])
      expect((await t.database.pool.query('select from group_membership')).rowCount).toBe(0)
    }
  })

  test('a removed caregiver whose membership is deleted can join by code again', {
    tags: ['ADMIN-37', 'API-141'],
  }, async () => {
    const id = await addMember(t.database, maple, anna, { status: 'rejected', endedBy: 'admin' })
    expect((await remove(id)).body.data).toEqual({})
    expect((await remove(id)).status).toBe(404)
    const childSubGroups = [{ child: anna.children[0], subGroup: maple.pods[0] }]
    const body = { groupId: maple.id, code: maple.code, childSubGroups }
    expect((await t.call(joinGroup, { body }, { as: anna })).status).toBe(200)
  })

  test.each([
    ['is in it', { status: 'approved' }],
    ['had left', { status: 'rejected', endedBy: 'self' }],
  ] as const)(
    'a caregiver who %s can’t rejoin by the old code once the membership is deleted',
    async (_who, place) => {
      const id = await addMember(t.database, maple, ben, place)
      expect((await remove(id)).status).toBe(200)
      const childSubGroups = [{ child: ben.children[0], subGroup: maple.pods[0] }]
      const body = { groupId: maple.id, code: maple.code, childSubGroups }
      expect((await t.call(joinGroup, { body }, { as: ben })).status).toBe(400)
      expect(await codeOf(maple)).not.toBe(maple.code)
    },
  )

  test('a change by another administrator is neither overwritten nor deleted unseen', {
    tags: ['ADMIN-37', 'ADMIN-42'],
  }, async () => {
    const id = await addMember(t.database, maple, ben, { status: 'pending' })
    expect((await save(id, place(ben, { status: 'rejected', was: 'pending' }))).status).toBe(200)
    const before = await fingerprint(t.database)
    const late = await save(id, place(ben, { was: 'pending' }))
    expect([late.status, late.body.error]).toEqual([
      409,
      'This membership has changed. Please take another look.',
    ])
    const params = { id }
    const query = { was: 'pending' as const }
    expect((await t.call(deleteMembership, { params, query }, { as: admin })).status).toBe(409)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('a caregiver who had left can be removed afterwards like a member, which replaces the code', {
    tags: ['GROUP-35', 'ADMIN-42'],
  }, async () => {
    const id = await addMember(t.database, maple, ben)
    await t.call(changeMembership, { body: { membership: id, status: 'rejected' } }, { as: ben })
    const code = await codeOf(maple)
    // Fields left out stay unchanged.
    expect((await save(id, { caregiver: ben.caregiverId, group: maple.id })).body.data.endedBy).toBe('self')
    expect(await codeOf(maple)).toBe(code)
    const { body } = await save(id, place(ben, { status: 'rejected' }))
    expect(body.data.endedBy).toBe('admin')
    expect(await codeOf(maple)).not.toBe(code)
  })

  test('leaving and being deleted at once leaves no membership', { tags: ['ADMIN-37'] }, async () => {
    const id = await addMember(t.database, maple, anna, { isGroupAdmin: true })
    const leave = { body: { membership: id, status: 'rejected' } }
    const [left, gone] = await Promise.all([t.call(changeMembership, leave, { as: anna }), remove(id)])
    expect(gone.status).toBe(200)
    expect([200, 404, 409]).toContain(left.status)
    expect((await t.database.pool.query('select from group_membership')).rowCount).toBe(0)
  })

  test('the audit log shows status and pods by id only', { tags: ['API-151'] }, async () => {
    const id = await addMember(t.database, maple, anna)
    const [child] = anna.children
    await save(id, place(anna, { children: [{ child, subGroup: maple.pods[0] }] }))
    await save(id, place(anna, { status: 'rejected' }))
    const { data } = (await t.call(listAuditLog, {}, { as: admin })).body
    expect(data.map(({ subject, changes }) => [subject, changes])).toEqual([
      [
        { kind: 'membership', _id: id },
        {
          status: { before: 'approved', after: 'rejected' },
          endedBy: { before: null, after: 'admin' },
          [`child ${child}`]: { before: maple.pods[0], after: null },
        },
      ],
      [{ kind: 'membership', _id: id }, { [`child ${child}`]: { before: null, after: maple.pods[0] } }],
    ])
  })
})
