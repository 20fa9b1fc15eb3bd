import { getRoom } from '@tagalong/contract/features/chat/chat.contract.ts'
import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  cancelPlaydate,
  createPlaydate,
  getPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addHelper, addParent, addPerson, connect, makePremium, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  const children = [{ firstName: 'Xaverine' }, { firstName: 'Quirin' }]
  anna = await addParent(t.database, { name: 'Anna', children })
  // Three hours behind Anna.
  ben = await addParent(t.database, { name: 'Ben', timeZone: 'America/Los_Angeles' })
  await connect(t.database, anna, ben)
  await makePremium(t.database, anna)
})
afterAll(() => t.close())

/** A Saturday of next year, 3 pm in New York. */
const year = new Date().getUTCFullYear() + 1
const saturday = new Date(
  Date.UTC(year, 0, 8 + ((6 - new Date(Date.UTC(year, 0, 8)).getUTCDay() + 7) % 7), 20),
)
const date = `01/${String(saturday.getUTCDate()).padStart(2, '0')}`
const inNewYork = `Sat · 3:00 PM, ${date}`
const inLosAngeles = `Sat · 12:00 PM, ${date}`

async function plan(
  type: 'single' | 'group',
  { ownerChildren = anna.children, recipientChildren = ben.children } = {},
): Promise<string> {
  const body = {
    type,
    ownerChildren,
    recipientChildren,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [saturday.toISOString()],
  }
  return (await t.call(createPlaydate, { body }, { as: anna })).body.data._id
}

const newest = async (as: Parent) => {
  const [first] = (await t.call(listNotifications, { query: {} }, { as })).body.data
  return first && { title: first.title, detail: first.detail }
}
const messages = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ message }) => message)
const seen = async (as: Parent, id: string): Promise<Playdate> =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data
const remove = (as: Parent, id: string | undefined) => t.call(deleteChild, { params: { id } }, { as })
const removeAll = async (as: Parent) => {
  for (const id of as.children) await remove(as, id)
}
const eraseAccount = async (of: Parent) => {
  const admin = await addPerson(t.database, { isAdmin: true })
  await t.call(deleteUser, { params: { id: of.userId } }, { as: admin })
}

describe('notices of playdates', () => {
  test('of a cancellation name who cancelled, with the day and time on the reader’s clock', {
    tags: ['API-087', 'NOTIF-05'],
  }, async () => {
    const id = await plan('single')
    await t.call(cancelPlaydate, { body: { id, reason: 'Mumps' } }, { as: anna })
    expect(await newest(ben)).toEqual({ title: 'Anna cancelled your playdate', detail: inLosAngeles })
    expect(await seen(ben, id)).toMatchObject({
      cancelledBy: { name: 'Anna' },
      cancelCause: null,
      cancelReason: 'Mumps',
    })
    const event = await plan('group')
    await t.call(cancelPlaydate, { body: { id: event } }, { as: anna })
    expect(await newest(ben)).toEqual({ title: 'Anna cancelled their event', detail: inLosAngeles })
  })

  test.each([
    ['single', 'Anna’s children can’t come any more, so your playdate is off'],
    ['group', 'Anna’s children can’t come any more, so the event is off'],
  ] as const)(
    'of a cancelled %s say that its children can’t come any more',
    { tags: ['API-087', 'NOTIF-05'] },
    async (type, title) => {
      const id = await plan(type)
      await removeAll(anna)
      expect(await newest(ben)).toEqual({ title, detail: inLosAngeles })
      expect(await seen(ben, id)).toMatchObject({
        status: 'cancelled',
        cancelledBy: { name: 'Anna' },
        cancelCause: 'children',
        cancelReason: null,
      })
    },
  )

  test('say only who changed the children if others still play, without the children’s names', {
    tags: ['API-087', 'NOTIF-05'],
  }, async () => {
    await plan('single')
    await remove(anna, anna.children[0])
    const detail = inLosAngeles
    expect(await newest(ben)).toEqual({ title: 'Anna changed who is coming to your playdate', detail })
    await plan('group', { ownerChildren: anna.children.slice(1) })
    const { rows } = await t.database.pool.query('select n::text as text from notification n')
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Xaverine|Quirin/)
  })

  test('name nobody if the owner’s account was deleted', {
    tags: ['API-087', 'NOTIF-05'],
  }, async () => {
    const [single, event] = [await plan('single'), await plan('group')]
    await eraseAccount(anna)
    const notices = (await t.call(listNotifications, { query: {} }, { as: ben })).body.data.slice(0, 2)
    expect(notices.map(({ title }) => title).sort()).toEqual([
      'The family who planned an event no longer has an account here, so it is off',
      'The other family no longer has an account here, so your playdate is off',
    ])
    for (const { detail } of notices) expect(detail).toBe(inLosAngeles)
    for (const id of [single, event]) {
      expect(await seen(ben, id)).toMatchObject({ cancelCause: 'account', cancelReason: null })
    }
    expect(JSON.stringify(notices)).not.toContain('Anna')
  })

  test('say that a guest’s account was deleted, and that an event without guests is off', {
    tags: ['API-087', 'NOTIF-05'],
  }, async () => {
    const cleo = await addParent(t.database, { name: 'Cleo' })
    await connect(t.database, anna, cleo)
    const body = {
      type: 'group',
      ownerChildren: anna.children,
      recipientChildren: [...ben.children, ...cleo.children],
      proposedLocations: { option1: 'The park' },
      proposedTimes: [saturday.toISOString()],
    }
    const { _id: id } = (await t.call(createPlaydate, { body }, { as: anna })).body.data
    await eraseAccount(ben)
    expect(await newest(anna)).toEqual({
      title: 'A family that was invited to an event no longer has an account here',
      detail: inNewYork,
    })
    expect((await seen(anna, id)).status).toBe('accepted')
    await eraseAccount(cleo)
    expect(await newest(anna)).toEqual({
      title: 'The invited family no longer has an account here, so the event is off',
      detail: inNewYork,
    })
    expect(await seen(anna, id)).toMatchObject({ status: 'cancelled', cancelCause: 'account' })
  })

  test('the previous release’s text is read as the cause of a cancellation', {
    tags: ['API-087'],
  }, async () => {
    const id = await plan('single')
    await t.database.pool.query(
      `update playdate set status = 'cancelled', cancel_reason = 'A child is no longer with us here.' where id = $1`,
      [id],
    )
    expect(await seen(ben, id)).toMatchObject({
      cancelledBy: null,
      cancelCause: 'children',
      cancelReason: null,
    })
  })

  test('of several proposed times show one and count the others', {
    tags: ['NOTIF-05'],
  }, async () => {
    const body = {
      type: 'single',
      ownerChildren: anna.children,
      recipientChildren: ben.children,
      proposedLocations: { option1: 'The park' },
      proposedTimes: [2, 0, 1].map((hours) => new Date(saturday.getTime() + hours * 3_600_000).toISOString()),
    }
    await t.call(createPlaydate, { body }, { as: anna })
    expect(await newest(ben)).toEqual({
      title: 'Anna sent you a playdate request',
      detail: `${inLosAngeles} + 2 more`,
    })
  })
})

describe('a helper or future guardian of a deleted child', () => {
  const url = '/profile'
  let dev: Parent
  let gran: Parent
  beforeEach(async () => {
    dev = await addParent(t.database, { name: 'Dev', children: [] })
    gran = await addParent(t.database, { name: 'Gran', children: [] })
    await addHelper(t.database, anna.children[0], gran, { adder: anna })
  })
  const notices = async (as: Parent) =>
    (await t.call(listNotifications, { query: {} }, { as })).body.data.map((notice) => [
      notice.title,
      notice.url,
    ])
  async function accepted(): Promise<string> {
    const body = { label: 'Dad', role: 'guardian' as const }
    const params = { id: anna.children[0] }
    const { invite, inviteUrl } = (await t.call(createGuardianInvite, { params, body }, { as: anna })).body
      .data
    const token = inviteUrl.split('/').at(-1)
    expect((await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: dev })).status).toBe(
      200,
    )
    return invite._id
  }
  const confirm = (id: string) =>
    t.call(confirmGuardianInvite, { params: { id }, body: { version: 2 } }, { as: anna })

  test('is notified that their place or invite has ended', { tags: ['API-087', 'NOTIF-05'] }, async () => {
    await accepted()
    expect((await remove(anna, anna.children[0])).status).toBe(200)
    expect(await notices(dev)).toEqual([['Anna stopped an invite', url]])
    expect(await notices(gran)).toEqual([[expect.stringMatching(/^A grown-up's place ends at /), url]])
  })

  test('is notified before their place begins, without the owner’s name if the account is deleted', {
    tags: ['API-087', 'NOTIF-05'],
  }, async () => {
    expect((await confirm(await accepted())).status).toBe(200)
    await eraseAccount(anna)
    const [newest] = await notices(dev)
    expect(newest).toEqual([expect.stringMatching(/stopped an invite$/), url])
    expect(newest?.[0]).not.toContain('Anna')
    expect(await notices(gran)).toEqual([[expect.stringMatching(/^A grown-up's place ends at /), url]])
  })

  test('can’t read its playdates a day later, neither past ones nor those with a sibling', {
    tags: ['HOME-31'],
  }, async () => {
    const alone = { ownerChildren: anna.children.slice(0, 1) }
    const off = await plan('single', alone)
    const [both, past] = [
      await plan('single'),
      await plan('single', { ownerChildren: [anna.children[0] ?? ''] }),
    ]
    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = now() - interval '5 days'
        where id = $1`,
      [past],
    )
    expect((await confirm(await accepted())).status).toBe(200)
    expect((await remove(anna, anna.children[0])).status).toBe(200)
    await t.database.pool.query(
      `update playdate_caregiver set since = since - interval '25 hours' where caregiver_id = $1`,
      [dev.caregiverId],
    )
    for (const id of [both, past, off]) {
      const read = await t.call(getPlaydate, { params: { id } }, { as: dev })
      const room = await t.call(getRoom, { params: { id }, query: {} }, { as: dev })
      expect([read.status, room.status]).toEqual([404, 404])
    }
  })
})

describe('a guest who deletes a child that was going to an event', () => {
  const come = (id: string, children: string[]) =>
    t.call(
      respondToEvent,
      { body: { playdate: id, version: 1, response: 'accepted', children } },
      { as: ben },
    )

  test('no longer goes there and can’t read it', { tags: ['API-087'] }, async () => {
    const cleo = await addParent(t.database, { name: 'Cleo' })
    await connect(t.database, anna, cleo)
    const id = await plan('group', { recipientChildren: [...ben.children, ...cleo.children] })
    expect((await come(id, ben.children)).status).toBe(200)
    expect((await remove(ben, ben.children[0])).status).toBe(200)
    expect((await t.call(getPlaydate, { params: { id } }, { as: ben })).status).toBe(404)
    expect((await t.call(getRoom, { params: { id }, query: {} }, { as: ben })).status).toBe(404)
    expect((await t.call(getPlaydate, { params: { id } }, { as: cleo })).status).toBe(200)
  })

  test('counts as declined if no other child of theirs was going', { tags: ['API-087'] }, async () => {
    const two = await addParent(t.database, {
      name: 'Ben',
      children: [{ firstName: 'Leo' }, { firstName: 'Max' }],
    })
    ben = two
    await connect(t.database, anna, ben)
    const [goes = ''] = ben.children
    const id = await plan('group')
    expect((await come(id, [goes])).status).toBe(200)
    expect((await remove(ben, goes)).status).toBe(200)
    const { rows } = await t.database.pool.query(
      'select response from playdate_caregiver where playdate_id = $1 and caregiver_id = $2',
      [id, ben.caregiverId],
    )
    expect(rows).toEqual([{ response: 'rejected' }])
  })
})

describe('helpers', () => {
  let gran: Parent
  beforeEach(async () => {
    gran = await addParent(t.database, { name: 'Gran', children: [] })
  })
  const come = (id: string) =>
    t.call(respondToEvent, { body: { playdate: id, response: 'accepted', version: 1 } }, { as: ben })

  test('are not notified of an event before the child’s answer is yes', { tags: ['HOME-25'] }, async () => {
    await addHelper(t.database, ben.children[0], gran, { adder: ben })
    await plan('group')
    await remove(anna, anna.children[0])
    await eraseAccount(anna)
    expect(await messages(gran)).toEqual([])
  })

  test('are notified of an event that the child attends', { tags: ['HOME-25'] }, async () => {
    await addHelper(t.database, ben.children[0], gran, { adder: ben })
    expect((await come(await plan('group'))).status).toBe(200)
    await remove(anna, anna.children[0])
    await eraseAccount(anna)
    expect(await messages(gran)).toEqual(['help.cancelled', 'help.changed', 'help.confirmed'])
  })

  test('of a deleted child are notified that it is off for them even if it goes on without the child', {
    tags: ['HOME-25', 'HOME-36'],
  }, async () => {
    await addHelper(t.database, anna.children[0], gran, { adder: anna })
    const id = await plan('group')
    expect((await t.call(getPlaydate, { params: { id } }, { as: gran })).status).toBe(200)
    await remove(anna, anna.children[0])
    expect((await t.call(getPlaydate, { params: { id } }, { as: gran })).status).toBe(404)
    expect(await messages(gran)).toEqual(['place.ends', 'help.cancelled', 'help.confirmed'])
  })
})
