import { subscribe } from '@tagalong/contract/features/push/push.contract.ts'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { addParent } from '#test/world.ts'
import { pushHeld, pushNotifications } from './deliveries.service.ts'

let t: TestApp
let push: FakePush
let queue: Queue
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  queue = await startQueue(await testDatabaseUrl(), [], { log: pino({ level: 'silent' }) })
})
beforeEach(() => t.reset())
afterAll(async () => {
  await queue.close()
  await t.close()
  await push.close()
})

test.each([
  ['a push', pushNotifications],
  ['a held push', pushHeld],
])(
  '%s that is started twice is enqueued once for each device',
  { tags: ['TIME-76'] },
  async (_what, begin) => {
    const { pool, kysely: db } = t.database
    const anna = await addParent(t.database, { name: 'Anna' })
    const subscription = push.device('phone')
    expect((await t.call(subscribe, { body: { subscription } }, { as: anna })).status).toBe(201)
    await pool.query(
      `insert into push_subscription (id, user_id, session_id, endpoint, p256dh, auth)
     select $1, user_id, session_id, endpoint || '-other', p256dh, auth from push_subscription`,
      [newId()],
    )
    const id = newId()
    await pool.query(
      `insert into notification (id, user_id, message, params, title, url)
     values ($1, $2, 'group.joined', '{}', 'x', '/')`,
      [id, anna.userId],
    )
    let left = 1
    const enqueue: Queue['enqueue'] = async (...job) => {
      if (left === 0) throw new Error('killed')
      left -= 1
      await queue.enqueue(...job)
    }
    const run = () => begin({ user: anna.userId, notifications: [id] }, { db, queue: { ...queue, enqueue } })
    const jobs = `select id from pgboss.job where name = 'push-to-device' and data ->> 'notification' = $1`
    const enqueued = async () => (await pool.query(jobs, [id])).rowCount
    await expect(run()).rejects.toThrow('killed')
    expect(await enqueued()).toBe(0)
    left = 2
    await run()
    expect(await enqueued()).toBe(2)
  },
)
