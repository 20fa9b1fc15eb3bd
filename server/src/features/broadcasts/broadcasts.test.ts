import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { broadcastNotification } from '@tagalong/contract/features/broadcasts/broadcasts.admin.contract.ts'
import { sendNotification } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Queue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { addGroup, addMember, addParent, addPerson, fingerprint, type Person } from '#test/world.ts'
import { insertBroadcast } from './broadcasts.db.ts'
import { sendBroadcast } from './broadcasts.service.ts'

let t: TestApp
let admin: Person
let anna: Person
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  admin = await addPerson(t.database, { isAdmin: true })
  anna = await addPerson(t.database)
})
afterAll(() => t.close())

const content = { title: 'The park is open again', url: '/connections?t=pending' }
const notificationsOf = async (person: Person) =>
  (await t.call(listNotifications, {}, { as: person })).body.data.map(({ title, url }) => ({ title, url }))
const broadcast = (body: object, as = admin) => t.call(broadcastNotification, { body }, { as })

/** Waits until the queue has sent it. */
function done() {
  return vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query('select done_at from broadcast')
      expect(rows).toEqual([{ done_at: expect.any(Date) }])
    },
    { timeout: 20_000 },
  )
}

describe('notifying one user', () => {
  test('reaches that user alone, and is reserved for administrators', { tags: ['API-132'] }, async () => {
    const reply = await t.call(sendNotification, { body: { user: anna.userId, ...content } }, { as: admin })
    expect([reply.status, reply.body.data]).toEqual([200, {}])
    expect(await notificationsOf(anna)).toEqual([content])
    expect(await notificationsOf(admin)).toEqual([])
    const refused = await t.call(sendNotification, { body: { user: admin.userId, ...content } }, { as: anna })
    expect(refused.status).toBe(403)
    const [entry] = (await t.call(listAuditLog, {}, { as: admin })).body.data
    expect(entry).toMatchObject({
      action: 'notifications.send',
      subject: { kind: 'user', _id: anna.userId },
      changes: { title: { before: null, after: '[hidden]' } },
    })
  })

  test.each([
    // A constant, since it is part of the test's title.
    [{ user: '01a00000-0000-7000-8000-000000000000' }, { user: 'There is no such user any more' }],
    [{ title: ' ' }, { title: 'Please enter what you want to say' }],
    [{ url: 'https://example.org/' }, { url: 'Please enter a page of this app, such as /connections' }],
    [{ url: '//example.org' }, { url: 'Please enter a page of this app, such as /connections' }],
    [{ url: '/.//example.org' }, { url: 'Please enter a page of this app, such as /connections' }],
    [{ url: '/\\example.org' }, { url: 'Please enter a page of this app, such as /connections' }],
  ])('%j is refused at its field, and nobody is notified', { tags: ['API-132'] }, async (wrong, fields) => {
    const before = await fingerprint(t.database)
    const body = { user: anna.userId, ...content, ...wrong }
    const reply = await t.call(sendNotification, { body }, { as: admin })
    expect([reply.status, reply.body.fields]).toEqual([400, fields])
    expect(await fingerprint(t.database)).toBe(before)
  })
})

describe('notifying many', () => {
  test('without a group reaches everybody once, and is reserved for administrators', {
    tags: ['API-133'],
  }, async () => {
    expect((await broadcast(content, anna)).status).toBe(403)
    expect((await broadcast(content)).body.data).toEqual({})
    await done()
    for (const person of [admin, anna]) expect(await notificationsOf(person)).toEqual([content])
  })

  test('with a group reaches only its approved members', { tags: ['API-133'] }, async () => {
    const group = await addGroup(t.database)
    const [member, pending, left, stranger] = [
      await addParent(t.database),
      await addParent(t.database),
      await addParent(t.database),
      await addParent(t.database),
    ]
    await addMember(t.database, group, member)
    await addMember(t.database, group, pending, { status: 'pending' })
    await addMember(t.database, group, left, { status: 'rejected' })
    await broadcast({ ...content, group: group.id })
    await done()
    expect(await notificationsOf(member)).toEqual([content])
    for (const person of [pending, left, stranger, admin]) expect(await notificationsOf(person)).toEqual([])
  })

  test('in an unknown group is refused at its field', { tags: ['API-133'] }, async () => {
    const before = await fingerprint(t.database)
    const reply = await broadcast({ ...content, group: newId() })
    expect([reply.status, reply.body.fields]).toEqual([400, { group: 'There is no such group any more' }])
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('by a form sent twice notifies each user once', { tags: ['API-133'] }, async () => {
    const headers = { 'idempotency-key': newId() }
    const send = () => t.call(broadcastNotification, { body: content }, { as: admin, headers })
    await Promise.all([send(), send()])
    await done()
    expect(await notificationsOf(anna)).toEqual([content])
  })

  test('continues after an interruption, even by two at once, and notifies each of 1,700 users once', {
    tags: ['API-133'],
  }, async () => {
    // Each with a device, so that every batch enqueues its pushes.
    await t.database.pool.query(
      `with many as (
          insert into app_user (id, email, password_hash, quiet_from, quiet_to)
          select gen_random_uuid(), 'many' || n || '@example.org', 'x', null, null from generate_series(1, 1700) n
          returning id),
        signed_in as (
          insert into session (id, user_id, expires_at) select id, id, now() + interval '1 day' from many)
        insert into push_subscription (id, endpoint, user_id, session_id, p256dh, auth)
        select id, 'https://push.example/' || id, id, id, 'x', 'x' from many`,
    )
    const id = newId()
    await insertBroadcast(t.database.kysely, { id, ...content, groupId: null })
    let batches = 0
    const failing: Queue = {
      async enqueue() {
        batches += 1
        if (batches === 3) throw new Error('the machine stops')
      },
      close: async () => undefined,
    }
    const run = () => sendBroadcast({ broadcast: id }, { db: t.database.kysely, queue: failing })
    await expect(run()).rejects.toThrow('the machine stops')
    const count = async () =>
      (await t.database.pool.query('select count(*)::int as n from notification')).rows[0].n
    expect(await count()).toBe(1_000)
    await Promise.all([run(), run()])
    await run()
    const { rows } = await t.database.pool.query(
      'select count(*)::int as notifications, count(distinct user_id)::int as users from notification',
    )
    expect(rows).toEqual([{ notifications: 1_702, users: 1_702 }])
  })
})
