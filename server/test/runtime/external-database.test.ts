import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#cluster/embedded-postgres.ts'
import { killLeftovers, type Place, place } from './processes.ts'
import { login, running, stop } from './running.ts'

const places: Place[] = []
afterEach(killLeftovers)
afterAll(async () => {
  for (const each of places) await each.remove()
})

async function newPlace(): Promise<Place> {
  const made = await place()
  places.push(made)
  return made
}

test('the app can be stopped while it waits for the database of DATABASE_URL', async () => {
  const here = await newPlace()
  const app = here.app({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${here.port}/playdates` })
  await app.says(`Connecting to the PostgreSQL of DATABASE_URL (playdates at 127.0.0.1:${here.port}).`)
  const began = performance.now()
  await stop(app)
  // Otherwise it would wait for the database for half a minute.
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(app.output()).not.toContain('secret')
})

test('with DATABASE_URL the app uses that Postgres, schedules jobs, seeds nothing and leaves it running', async () => {
  const [here, there] = [await newPlace(), await newPlace()]
  mkdirSync(there.dataDir, { mode: 0o711 })
  const external = await startEmbeddedPostgres({ dataDir: there.dataDir, durable: false })
  const app = await running(here, { DATABASE_URL: external.url, SEED_DEMO: '1' })
  await app.says('Nothing was seeded.')
  expect(app.output()).not.toContain('time zones')
  expect(app.output()).toContain('Data: the PostgreSQL of DATABASE_URL (tagalong at ')
  const password = /:([^:@]+)@/.exec(external.url)?.[1] ?? ''
  expect(app.output()).not.toContain(password)
  const refused = here.app({ DATABASE_URL: external.url.replace(password, 'not-the-password') })
  expect(await refused.code).toBe(1)
  expect(refused.errors()).toBe(
    'Tagalong could not go on: password authentication failed for user "postgres"\n',
  )
  expect((await login(here, 'Playdate1!')).status).toBe(400)
  await stop(app)
  // A password that can't be in an address unescaped.
  const odd = `a/b#c?d@e:f%2Fg`
  const owner = new pg.Client({ connectionString: external.url })
  await owner.connect()
  await owner.query(`create role odd superuser login password '${odd}'`)
  await owner.query(`insert into caregiver (id, name, last_name, phone_number, zip_code, time_zone)
    values (gen_random_uuid(), 'Anna', 'Example', '+15103341000', '94601', 'Mars/Olympus'),
      (gen_random_uuid(), 'Ben', 'Example', '+15103341001', '94601', 'America/New_York')`)
  await owner.end()
  const DATABASE_URL = external.url.replace(/\/\/[^@]+@/, '//odd@')
  const again = await running(here, { DATABASE_URL, PGPASSWORD: odd })
  expect(again.output()).toContain(
    'This PostgreSQL doesn’t know the time zones Mars/Olympus and counts by UTC there.\n',
  )
  await stop(again)
  const client = new pg.Client({ connectionString: external.url })
  await client.connect()
  expect((await client.query('select count(*)::int as n from app_user')).rows).toEqual([{ n: 0 }])
  const times = await client.query(`select cron from pgboss.schedule where name = 'due'`)
  expect(times.rows).toEqual([{ cron: '* * * * *' }])
  await client.end()
  await external.stop()
})
