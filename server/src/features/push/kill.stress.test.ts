import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { freePort } from '#test/free-port.ts'
import { killLeftovers, run } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent } from '#test/world.ts'
import { saveSubscription } from './push.db.ts'

let database: Database
let push: FakePush
beforeAll(async () => {
  database = await testDatabase()
  push = await fakePush()
})
beforeEach(() => resetDatabase())
afterAll(async () => {
  killLeftovers()
  await push.close()
})

async function startApp() {
  const port = await freePort()
  const app = run(['server/test/push-process.ts', String(push.port)], {
    DATABASE_URL: await testDatabaseUrl(),
    PORT: String(port),
    LOG_LEVEL: 'warn',
    WEB_DIST: '/nowhere',
  })
  await app.says('listening')
  return { app, url: `http://127.0.0.1:${port}` }
}

test('a kill between commit and delivery leaves exactly one notification and at least one push', {
  tags: ['NOTIF-01'],
  timeout: 600_000,
}, async () => {
  const rounds = sampleOrFull(1, 5)
  for (let round = 0; round < rounds; round += 1) {
    await resetDatabase()
    const [anna, ben] = [await addParent(database), await addParent(database)]
    const name = `device-${round}`
    const { endpoint, keys } = push.device(name)
    const { userId, sessionId } = ben
    await saveSubscription(database.kysely, { id: anna.sessionId, endpoint, userId, sessionId, ...keys })
    push.answer(name, 'hang')
    const first = await startApp()
    const sent = await fetch(`${first.url}/api/app/connection`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${anna.accessToken}` },
      body: JSON.stringify({ inviteeName: 'Ben', inviteePhoneNumber: ben.phoneNumber }),
    })
    expect(sent.status).toBe(200)
    // Kills before the delivery begins in every other round, and during it in the rest.
    if (round % 2 === 0) await vi.waitFor(() => expect(push.asked).toContain(name), { timeout: 20_000 })
    first.app.send('SIGKILL')
    await first.app.code
    push.answer(name, 201)
    const second = await startApp()
    await vi.waitFor(
      () => expect(push.received.filter(({ device }) => device === name).length).toBeGreaterThan(0),
      { timeout: 90_000, interval: 100 },
    )
    const { rows } = await database.pool.query('select 1 from notification where user_id = $1', [userId])
    expect(rows).toHaveLength(1)
    second.app.send('SIGKILL')
    await second.app.code
  }
  report('killed between commit and delivery of a push', `${rounds} rounds, 1 notification and ≥ 1 push each`)
})
