import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { register, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  clearNumber,
  deleteCaregiver,
  getCaregiver,
  getCaregiverOfUser,
  listCaregivers,
  listCaregiverValues,
  profileChangedHands,
  profileShutOut,
  saveCaregiver,
} from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { saveCaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  getChildAsAdmin,
  listChildrenOfUser,
} from '@tagalong/contract/features/children/children.admin.contract.ts'
import { leaveChild } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { getCaregiverOverview } from '@tagalong/contract/features/playdates/overview.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAdmin } from '#features/users/users.db.ts'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { hoursPass } from '#test/places.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addMember,
  addParent,
  addPerson,
  addRequest,
  aPhoneNumber,
  connect,
  fingerprint,
  makePremium,
  type Parent,
  type Person,
} from '#test/world.ts'

let t: TestApp
let admin: Person
let anna: Parent
beforeAll(async () => {
  t = await testApp({ REQUIRE_INVITE: '1' })
})
beforeEach(async () => {
  await t.reset()
  admin = await addPerson(t.database, { isAdmin: true })
  anna = await addParent(t.database, { name: 'Anna', children: [{ school: 'Maple School', grade: '2' }, {}] })
})
afterAll(() => t.close())

const save = (id: string, body: object) => t.call(saveCaregiver, { params: { id }, body }, { as: admin })
const fields = () => ({ name: 'Kim', phoneNumber: aPhoneNumber(), zipCode: '94601' })

/** Registers a user by the link. */
async function follow(inviteUrl: string | null): Promise<Tokens | null> {
  const invite = new URL(inviteUrl ?? '').searchParams.get('invite') ?? ''
  const body = {
    email: `new${newId()}@example.org`,
    password: 'Abcdef1!',
    confirmPassword: 'Abcdef1!',
    tos: true,
    privacy: true,
    queryParams: [{ name: 'invite', value: invite }],
  }
  const reply = await t.call(register, { body })
  return reply.status === 201 ? reply.body.data.token : null
}

describe('administration of caregivers', () => {
  test('the list shows name, number, zip code and date', {
    tags: ['ADMIN-19', 'ADMIN-20', 'ADMIN-21', 'ADMIN-22', 'API-140'],
  }, async () => {
    const { body } = await t.call(listCaregivers, {}, { as: admin })
    expect(body.data).toEqual([
      {
        _id: anna.caregiverId,
        name: 'Anna',
        lastName: 'Example',
        phoneNumber: anna.phoneNumber,
        zipCode: '94601',
        phoneProof: 'saved',
        timeZone: 'America/New_York',
        createdAt: expect.stringMatching(/Z$/),
        user: anna.userId,
      },
    ])
    const values = await t.call(listCaregiverValues, { query: { column: 'name' } }, { as: admin })
    expect(values.body.data).toEqual(['Anna Example'])
  })

  test('a name without a last name has no trailing blank, and is filtered, searched and sorted as it is', {
    tags: ['TABLE-06', 'TABLE-07'],
  }, async () => {
    await save('new', { ...fields(), name: 'Kim' })
    const ask = (query: object) => t.call(listCaregivers, { query }, { as: admin })
    const values = await t.call(listCaregiverValues, { query: { column: 'name' } }, { as: admin })
    expect(values.body.data).toEqual(['Anna Example', 'Kim'])
    for (const query of [{ filter: JSON.stringify({ name: 'Kim' }) }, { search: 'kim' }, { sort: '-name' }]) {
      expect((await ask(query)).body.data[0], JSON.stringify(query)).toMatchObject({
        name: 'Kim',
        lastName: '',
      })
    }
  })

  test('a search finds text within any column, never across two, and a date only by what may be part of one', {
    tags: ['TABLE-01'],
  }, async () => {
    const phoneNumber = '+14155550123'
    await save('new', { ...fields(), name: 'Kim', lastName: 'Lee', phoneNumber, zipCode: '94777' })
    // Test numbers count up: sooner or later one would contain the digits that are searched for.
    await t.database.pool.query(`update caregiver set phone_number = '+15103340000' where id = $1`, [
      anna.caregiverId,
    ])
    const found = async (search: string) =>
      (await t.call(listCaregivers, { query: { search } }, { as: admin })).body.data.map(({ name }) => name)
    for (const search of ['kim lee', 'IM L', '4155550123', '94777', '777']) {
      expect(await found(search), search).toEqual(['Kim'])
    }
    expect(await found('Lee +1415')).toEqual([])
    const written = new Date().toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2-$3-$1')
    for (const search of [
      written,
      written.slice(0, 5),
      written.slice(2, 6),
      written.slice(3),
      written.slice(-4),
    ]) {
      expect(await found(search), search).toEqual(['Kim', 'Anna'])
    }
  })

  test('a user’s profile and children are returned without the hours', {
    tags: ['API-148', 'API-149', 'API-150', 'ADMIN-80', 'ADMIN-83'],
  }, async () => {
    const params = { id: anna.userId }
    const profile = await t.call(getCaregiverOfUser, { params }, { as: admin })
    const children = await t.call(listChildrenOfUser, { params }, { as: admin })
    expect(profile.body.data).toMatchObject({ _id: anna.caregiverId, phoneNumber: anna.phoneNumber })
    expect(children.body.data).toMatchObject([
      { _id: anna.children[0], school: 'Maple School', grade: '2', photo: null },
      { _id: anna.children[1], school: null, grade: null },
    ])
    const child = await t.call(getChildAsAdmin, { params: { id: anna.children[0] } }, { as: admin })
    expect(child.body.data).toEqual(children.body.data[0])
    expect(child.body.data).not.toHaveProperty('availability')
    const without = { params: { id: admin.userId } }
    expect((await t.call(getCaregiverOfUser, without, { as: admin })).status).toBe(404)
    expect((await t.call(listChildrenOfUser, without, { as: admin })).body.data).toEqual([])
  })

  test('saving changes a profile; a last name that is left out stays', {
    tags: ['ADMIN-26', 'ADMIN-27', 'ADMIN-28', 'API-151'],
  }, async () => {
    const changed = { name: 'Annika', phoneNumber: aPhoneNumber(), zipCode: '10001' }
    const reply = await save(anna.caregiverId, changed)
    expect(reply.body.data).toMatchObject({ ...changed, lastName: 'Example', inviteUrl: null })
    const { user } = (await t.call(whoami, {}, { as: anna })).body.data
    expect(user.caregiverProfile).toMatchObject(changed)
  })

  test('fields that are left out stay; a new profile needs a name, a number and a zip code', {
    tags: ['ADMIN-26', 'ADMIN-27'],
  }, async () => {
    await t.database.pool.query(`update caregiver set phone_proof = 'code' where id = $1`, [anna.caregiverId])
    const { phoneNumber } = anna
    const stays = { phoneNumber, lastName: 'Example', timeZone: 'America/New_York', phoneProof: 'code' }
    const saved = await save(anna.caregiverId, { zipCode: '10001' })
    expect(saved.body.data).toMatchObject({ ...stays, name: 'Anna', zipCode: '10001' })
    const renamed = await save(anna.caregiverId, { name: 'Annika' })
    expect(renamed.body.data).toMatchObject({ ...stays, name: 'Annika', zipCode: '10001' })
    for (const [field, text] of [
      ['name', 'Please enter a name'],
      ['phoneNumber', 'Please use a valid phone number'],
      ['zipCode', 'Please use a valid US zip code'],
    ] as const) {
      const { status, body } = await save('new', { ...fields(), [field]: undefined })
      expect([status, body.fields]).toEqual([400, { [field]: text }])
    }
  })

  test('a link is made without any other field, and nothing else changes', {
    tags: ['ADMIN-24'],
  }, async () => {
    const { _id: id, inviteUrl, ...made } = (await save('new', fields())).body.data
    const { body } = await save(id, { invite: true })
    expect(body.data).toEqual({ ...made, _id: id, inviteUrl: expect.any(String) })
    expect(body.data.inviteUrl).not.toBe(inviteUrl)
  })

  test('a taken or invalid number is refused at its field, and nothing changes', {
    tags: ['ADMIN-27'],
  }, async () => {
    const ben = await addParent(t.database)
    const before = await fingerprint(t.database)
    for (const id of ['new', anna.caregiverId]) {
      const taken = await save(id, { ...fields(), phoneNumber: ben.phoneNumber })
      const text = 'This phone number is already in use'
      expect([taken.status, taken.body.fields]).toEqual([409, { phoneNumber: text }])
      expect((await save(id, { ...fields(), phoneNumber: '+15550001111' })).body.fields).toEqual({
        phoneNumber: 'Please use a valid phone number',
      })
    }
    expect((await save(anna.caregiverId, { ...fields(), invite: true })).status).toBe(409)
    expect((await save(newId(), fields())).status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('a new profile waits for the user who registers by its link, and becomes theirs', {
    tags: ['ADMIN-24', 'API-151'],
  }, async () => {
    const made = await save('new', fields())
    const { _id: id, inviteUrl, ...row } = made.body.data
    expect(row).toMatchObject({ name: 'Kim', lastName: '', user: null })
    const kim = await follow(inviteUrl)
    const phoneNumber = aPhoneNumber()
    const body = { name: 'Kim', lastName: 'Lee', phoneNumber, zipCode: '94601' }
    const children = [{ firstName: 'Ida', lastNameInitial: 'L' }]
    const onboarded = await t.call(submitOnboarding, { body: { ...body, children } }, { as: kim })
    expect(onboarded.body.data.profile).toMatchObject({ ...body, _id: id })
    const [after] = (await t.call(listCaregivers, {}, { as: admin })).body.data
    expect(after).toMatchObject({ _id: id, lastName: 'Lee', user: expect.any(String) })
  })

  test('it becomes theirs even after the link has expired, if they registered in time', {
    tags: ['ADMIN-24'],
  }, async () => {
    const { inviteUrl, _id: id } = (await save('new', fields())).body.data
    const kim = await follow(inviteUrl)
    await t.database.pool.query(
      `update caregiver set claim_expires_at = now() - interval '1 day' where claim_hash is not null`,
    )
    await t.database.pool.query(
      `update app_user set created_at = now() - interval '2 days' where invite_hash is not null`,
    )
    const input = { params: { id: 'current-user' }, body: { ...fields(), lastName: 'Lee' } }
    expect((await t.call(saveCaregiverProfile, input, { as: kim })).body.data._id).toBe(id)
  })

  test('it can also be claimed by saving a profile without onboarding, once', {
    tags: ['ADMIN-24'],
  }, async () => {
    const { inviteUrl, _id: id } = (await save('new', fields())).body.data
    const [kim, lee] = [await follow(inviteUrl), await follow(inviteUrl)]
    const params = { id: 'current-user' }
    const body = () => ({ ...fields(), lastName: 'Lee' })
    expect((await t.call(saveCaregiverProfile, { params, body: body() }, { as: kim })).body.data._id).toBe(id)
    const second = await t.call(saveCaregiverProfile, { params, body: body() }, { as: lee })
    expect([second.status, second.body.data._id === id]).toEqual([200, false])
    // The link is used up.
    expect(await follow(inviteUrl)).toBeNull()
  })

  test('a new link ends the older one, and an expired one opens nothing', {
    tags: ['ADMIN-24'],
  }, async () => {
    const first = (await save('new', fields())).body.data
    const second = (await save(first._id, { ...fields(), invite: true })).body.data
    expect(second.inviteUrl).not.toBe(first.inviteUrl)
    expect(await follow(first.inviteUrl)).toBeNull()
    await t.database.pool.query('update caregiver set claim_expires_at = now() where claim_hash is not null')
    expect(await follow(second.inviteUrl)).toBeNull()
    const { rows } = await t.database.pool.query('select row_to_json(c)::text as text from caregiver c')
    const tokens = [first, second].map(({ inviteUrl }) => new URL(inviteUrl ?? '').searchParams.get('invite'))
    for (const token of tokens) expect(rows.map(({ text }) => text).join()).not.toContain(token)
  })

  test('deleting a caregiver deletes profile and children, and the user stays', {
    tags: ['ADMIN-23', 'ADMIN-31', 'API-140'],
  }, async () => {
    const ben = await addParent(t.database)
    await connect(t.database, anna, ben)
    await addRequest(t.database, anna, ben)
    const params = { id: anna.caregiverId }
    expect((await t.call(deleteCaregiver, { params }, { as: admin })).status).toBe(200)
    const { user } = (await t.call(whoami, {}, { as: anna })).body.data
    expect(user.caregiverProfile).toBeNull()
    expect((await t.call(getCaregiver, { params }, { as: admin })).status).toBe(404)
    expect((await t.call(deleteCaregiver, { params }, { as: admin })).status).toBe(404)
    const gone = await t.call(getChildAsAdmin, { params: { id: anna.children[0] } }, { as: admin })
    expect(gone.status).toBe(404)
    const { rows } = await t.database.pool.query('select status from playdate')
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test('a profile that was claimed meanwhile is not deleted as an unclaimed one', {
    tags: ['ADMIN-23'],
  }, async () => {
    const params = { id: anna.caregiverId }
    const before = await fingerprint(t.database)
    const late = await t.call(deleteCaregiver, { params, query: { user: 'none' } }, { as: admin })
    expect(late.body).toMatchObject({ status: 409, error: profileChangedHands })
    expect(await fingerprint(t.database)).toBe(before)
    const query = { user: anna.userId }
    expect((await t.call(deleteCaregiver, { params, query }, { as: admin })).status).toBe(200)
  })

  test('the profile of a paused or closed account can’t be deleted while it is shut out', {
    tags: ['ADMIN-23', 'SAFE-88'],
  }, async () => {
    const setStanding = (standing: string, until: string) =>
      t.database.pool.query('update app_user set standing = $1, standing_until = $2 where id = $3', [
        standing,
        until,
        anna.userId,
      ])
    const remove = () => t.call(deleteCaregiver, { params: { id: anna.caregiverId } }, { as: admin })
    for (const standing of ['suspended', 'closed']) {
      await setStanding(standing, 'infinity')
      const before = await fingerprint(t.database)
      expect((await remove()).body).toMatchObject({ status: 409, error: profileShutOut })
      expect(await fingerprint(t.database)).toBe(before)
    }
    await setStanding('suspended', '2020-01-01')
    expect((await remove()).status).toBe(200)
  })

  test('deleting a profile needs a session that was confirmed recently', {
    tags: ['ADMIN-23'],
  }, async () => {
    await t.database.pool.query(`update session set confirmed_at = now() - interval '15 minutes'`)
    const before = await fingerprint(t.database)
    const refused = await t.call(deleteCaregiver, { params: { id: anna.caregiverId } }, { as: admin })
    expect([refused.status, refused.body.error]).toEqual([409, "Please confirm that it's you."])
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('administrators can’t change or delete the profile of a fellow grown-up, nor clear its number', {
    tags: ['ADMIN-23', 'ADMIN-27', 'SAFE-83'],
  }, async () => {
    const dev = await addParent(t.database)
    await addGuardian(t.database, anna.children[0], dev)
    await updateAdmin(t.database.kysely, dev.userId, true)
    const calls = [
      (id: string) => t.call(saveCaregiver, { params: { id }, body: fields() }, { as: dev }),
      (id: string) => t.call(deleteCaregiver, { params: { id } }, { as: dev }),
      (id: string) => t.call(clearNumber, { params: { id } }, { as: dev }),
    ]
    const before = await fingerprint(t.database)
    for (const call of calls) {
      const refused = await call(anna.caregiverId)
      expect([refused.status, refused.text]).toEqual([404, (await call(newId())).text])
    }
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('a caregiver who is deleted twice at once is deleted once', { tags: ['ADMIN-23'] }, async () => {
    const remove = () => t.call(deleteCaregiver, { params: { id: anna.caregiverId } }, { as: admin })
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404])
    expect((await t.call(listAuditLog, {}, { as: admin })).body.data).toHaveLength(1)
  })

  test('one call returns details, children, memberships, connections, playdates and subscription', {
    tags: ['ADMIN-18'],
  }, async () => {
    const ben = await addParent(t.database, { name: 'Ben' })
    const connection = await connect(t.database, anna, ben)
    const group = await addGroup(t.database, { name: 'Maple', pods: ['Room 12'] })
    await addMember(t.database, group, anna, { isGroupAdmin: true, pod: group.pods[0] })
    await addRequest(t.database, anna, ben)
    await addRequest(t.database, ben, anna)
    await addEvent(t.database, ben, [anna])
    await makePremium(t.database, anna)
    const params = { id: anna.caregiverId }
    const { data } = (await t.call(getCaregiverOverview, { params }, { as: admin })).body
    expect(data).toMatchObject({
      caregiver: { _id: anna.caregiverId, email: anna.email, phoneNumber: anna.phoneNumber },
      children: [{ _id: anna.children[0] }, { _id: anna.children[1] }],
      memberships: [
        {
          group: { name: 'Maple' },
          status: 'approved',
          isGroupAdmin: true,
          children: [{ subGroup: { name: 'Room 12' } }, { subGroup: null }],
        },
      ],
      connections: [{ _id: connection, inviteStatus: 'accepted', invitee: { name: 'Ben' } }],
      playdates: { pending: 2, upcoming: 1, past: 0, rejected: 0, cancelled: 0 },
      subscription: { subscriptionStatus: 'active', benefitsEndDate: null },
    })
    expect(JSON.stringify(data)).not.toContain('availability')
  })

  test('playdates of a child that the caregiver left are not counted', { tags: ['ADMIN-18'] }, async () => {
    const ben = await addParent(t.database, { name: 'Ben' })
    await addGuardian(t.database, anna.children[0], ben)
    await addRequest(t.database, await addParent(t.database, { name: 'Cleo' }), anna)
    const params = { id: anna.caregiverId }
    const countOf = async () =>
      (await t.call(getCaregiverOverview, { params }, { as: admin })).body.data.playdates.pending
    expect(await countOf()).toBe(1)
    const child = anna.children[0] as string
    await t.call(leaveChild, { params: { id: child } }, { as: anna })
    await hoursPass(t, child, 25)
    expect(await countOf()).toBe(0)
  })

  test('the audit log shows what was done to which caregiver, without names and numbers', {
    tags: ['API-151'],
  }, async () => {
    const made = (await save('new', { ...fields(), name: 'Zaphod' })).body.data
    await save(anna.caregiverId, { ...fields(), name: 'Trillian' })
    const { data } = (await t.call(listAuditLog, {}, { as: admin })).body
    expect(data).toMatchObject([
      {
        action: 'caregivers.saveAny',
        subject: { kind: 'caregiver', _id: anna.caregiverId },
        changes: { name: { before: '[hidden]', after: '[hidden]' } },
      },
      {
        subject: { kind: 'caregiver', _id: made._id },
        changes: { name: { before: null, after: '[hidden]' }, link: { before: null, after: 'made' } },
      },
    ])
    const { rows } = await t.database.pool.query('select changes::text as text from audit_log')
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Zaphod|Trillian|\+1510|94601/)
  })
})
