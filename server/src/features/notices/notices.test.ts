import { register } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  createConnection,
  rejectConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { deleteGroup } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { changeMembership, joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import { sendNotification } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addGroup, addMember, addParent, addPerson, aPhoneNumber, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
})
afterAll(() => t.close())

const newest = async (as: Parent) => {
  const [first] = (await t.call(listNotifications, { query: {} }, { as })).body.data
  return first?.title
}

async function invite(inviteeName: string, inviteePhoneNumber: string) {
  const body = { inviteeName, inviteePhoneNumber }
  return (await t.call(createConnection, { body }, { as: anna })).body.data
}

/** Titles of Anna's notices, as the previous release fills in names. */
async function olderTitles(): Promise<string> {
  const { rows } = await t.database.pool.query('select title from notification where user_id = $1', [
    anna.userId,
  ])
  return rows.map(({ title }) => title).join('\n')
}

describe('typed text is never used as a template', () => {
  test('a friend entered as {name} who declines is shown as {name}', { tags: ['NOTIF-05'] }, async () => {
    const { connection } = await invite('{name}', ben.phoneNumber)
    await t.call(rejectConnection, { params: { id: connection._id } }, { as: ben })
    expect(await newest(anna)).toBe('{name} declined your invite')
    expect(await olderTitles()).toBe('Another family declined your invite')
  })

  test.each(['{name}', '{about}', '{invitee} $& $1'])(
    'a friend entered as %s who comes by the link is shown as that',
    { tags: ['NOTIF-05'] },
    async (typed) => {
      const { inviteUrl } = await invite(typed, aPhoneNumber())
      const value = new URL(inviteUrl ?? '').searchParams.get('invite') ?? ''
      const password = 'Zebra-Crossing-77'
      const account = { email: 'cleo@example.org', password, confirmPassword: password }
      const consent = { tos: true, privacy: true, queryParams: [{ name: 'invite', value }] }
      const { token } = (await t.call(register, { body: { ...account, ...consent } })).body.data
      const profile = { name: 'Cleo', lastName: 'New', phoneNumber: aPhoneNumber(), zipCode: '94601' }
      const children = [{ firstName: 'Bo', lastNameInitial: 'N' }]
      await t.call(submitOnboarding, { body: { ...profile, children } }, { as: token })
      expect(await newest(anna)).toBe(`${typed} came by your invite link`)
      expect(await olderTitles()).toBe('Another family came by your invite link')
    },
  )

  test('a group’s name and an administrator’s message are shown as typed', {
    tags: ['NOTIF-05'],
  }, async () => {
    const group = await addGroup(t.database, { name: '{about} {name}' })
    await addMember(t.database, group, anna, { isGroupAdmin: true })
    const [child] = ben.children
    const join = { groupId: group.id, code: group.code, childSubGroups: [{ child, subGroup: null }] }
    const { _id: membership } = (await t.call(joinGroup, { body: join }, { as: ben })).body.data
    expect(await newest(anna)).toBe('Ben joined {about} {name}')
    await t.call(changeMembership, { body: { membership, status: 'rejected' } }, { as: anna })
    expect(await newest(anna)).toBe('{about} {name} has a new access code')
    const admin = await addPerson(t.database, { isAdmin: true })
    const said = { user: anna.userId, title: 'Hello {name} {text} $&', url: '/profile' }
    await t.call(sendNotification, { body: said }, { as: admin })
    expect(await newest(anna)).toBe('Hello {name} {text} $&')
    expect(await olderTitles()).not.toMatch(/.\{name\}/)
  })
})

describe('a notice of a group', () => {
  const group = () => addGroup(t.database, { name: 'Oak Street' })
  const admin = () => addPerson(t.database, { isAdmin: true })
  const inSpanish = { 'accept-language': 'es' }

  test('stores the group’s id: it shows the current name, and none once the group is deleted', {
    tags: ['TIME-104', 'NOTIF-05'],
  }, async () => {
    const oak = await group()
    const { id, code } = oak
    await addMember(t.database, oak, anna, { isGroupAdmin: true })
    const body = { groupId: id, code, childSubGroups: [{ child: ben.children[0], subGroup: null }] }
    const { _id: membership } = (await t.call(joinGroup, { body }, { as: ben })).body.data
    await t.call(changeMembership, { body: { membership, status: 'rejected' } }, { as: anna })
    const { rows } = await t.database.pool.query('select * from notification')
    expect(rows).toHaveLength(3)
    for (const { params } of rows) expect(params).toEqual({ groupId: id })
    expect(JSON.stringify(rows)).not.toContain('Oak')

    const all = async (as: Parent, headers = {}) =>
      (await t.call(listNotifications, { query: {} }, { as, headers })).body.data.map(({ title }) => title)
    expect(await all(anna)).toEqual(['Oak Street has a new access code', 'Ben joined Oak Street'])
    await t.database.pool.query(`update caregiver_group set name = 'Elm Street'`)
    expect(await all(anna)).toEqual(['Elm Street has a new access code', 'Ben joined Elm Street'])
    expect(await all(ben)).toEqual(['You are no longer a member of Elm Street'])
    await t.database.pool.query('delete from group_membership')
    await t.call(deleteGroup, { params: { id } }, { as: await admin() })
    expect(await all(anna)).toEqual(['A group has a new access code', 'Ben joined a group'])
    expect(await all(anna, inSpanish)).toEqual([
      'Un grupo tiene un nuevo código de acceso',
      'Ben se unió a un grupo',
    ])
    expect(await all(ben, inSpanish)).toEqual(['Ya no formas parte de un grupo'])
  })

  test('from the previous release shows the name that it stored', {
    tags: ['TIME-104', 'NOTIF-05'],
  }, async () => {
    await t.database.pool.query(
      `insert into notification (id, user_id, message, params, title, url, about_id)
       values (gen_random_uuid(), $1, 'group.joined', $2, '{name} joined Oak Street', $3, $4)`,
      [anna.userId, { group: 'Oak Street' }, `/group/${(await group()).id}`, ben.caregiverId],
    )
    expect(await newest(anna)).toBe('Ben joined Oak Street')
  })
})

describe('a notice from the previous release', () => {
  const insert = (title: string, aboutId: string | null) =>
    t.database.pool.query(
      `insert into notification (id, user_id, title, url, about_id) values (gen_random_uuid(), $1, $2, '/', $3)`,
      [anna.userId, title, aboutId],
    )

  test.each([
    ['{name} wants to connect with you', 'Ben wants to connect with you'],
    ['{name} joined Oak Street', 'Ben joined Oak Street'],
    ['Benny declined your invite', 'Benny declined your invite'],
    // Typed by the inviter, who must not learn the real name.
    ['{name} declined your invite', '{name} declined your invite'],
    ['{name} joined us came by your invite link', '{name} joined us came by your invite link'],
  ])('“%s” reads “%s”', { tags: ['NOTIF-05'] }, async (title, read) => {
    await insert(title, ben.caregiverId)
    expect(await newest(anna)).toBe(read)
  })

  test('about nobody is shown as it is', { tags: ['NOTIF-05'] }, async () => {
    await insert('The park is open, {name}', null)
    expect(await newest(anna)).toBe('The park is open, {name}')
  })

  test('is read like one of a later release whose message is unknown here', {
    tags: ['NOTIF-05'],
  }, async () => {
    await insert('{name} waved', ben.caregiverId)
    await t.database.pool.query(`update notification set message = 'people.waved', params = '{}'`)
    expect(await newest(anna)).toBe('Ben waved')
  })

  test('drops the typed name once the connection is deleted', { tags: ['NOTIF-05'] }, async () => {
    const { connection } = await invite('Benny', ben.phoneNumber)
    await t.call(rejectConnection, { params: { id: connection._id } }, { as: ben })
    expect(await newest(anna)).toBe('Benny declined your invite')
    await t.database.pool.query('delete from connection')
    expect(await newest(anna)).toBe('Another family declined your invite')
    const { rows } = await t.database.pool.query('select n::text as text from notification n')
    expect(rows.map(({ text }) => text).join()).not.toContain('Benny')
  })
})
