import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { randomPlans } from '#test/reminded-plans.ts'
import { killLeftovers, run } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, type Parent } from '#test/world.ts'
import { remind } from './reminders.service.ts'

const [minute, day] = [60_000, 86_400_000]
const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney']
/** The starts of two spans of 45 days. In each, the clocks of all three zones change, in opposite directions. */
const spans = [Date.UTC(2026, 2, 1), Date.UTC(2026, 8, 28)]
const length = 45 * day
const kills = sampleOrFull(2, 50)
const playdates = sampleOrFull(40, 400)
/** While nothing is due, the job runs only this often, and a minute before something is due. */
const pause = sampleOrFull(day, 10 * minute)

let databases: [Database, Database]
let queue: Queue
const zoneOf = new Map<Parent, string>()
beforeAll(async () => {
  databases = [await testDatabase(), await openDatabase(await testDatabaseUrl())]
  queue = await startQueue(await testDatabaseUrl(), [], { log: pino({ level: 'silent' }) })
  await resetDatabase()
  for (let n = 0; n < 12; n += 1) {
    const timeZone = zones[n % 3] ?? ''
    zoneOf.set(await addParent(databases[0], { timeZone, name: `Parent${n}` }), timeZone)
  }
})
afterAll(async () => {
  killLeftovers()
  await queue.close()
  await databases[1].close()
})

let state = 20_261_125
/** Returns pseudo-random numbers, the same in each run. */
function below(count: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * count)
}
const sql = (text: string, ...values: unknown[]) => databases[0].pool.query(text, values)

async function sent(): Promise<string[]> {
  const { rows } = await sql('select playdate_id, caregiver_id, kind, anchor_at from reminder_sent')
  return rows.map((row) => `${row.playdate_id} ${row.caregiver_id} ${row.kind} ${row.anchor_at.getTime()}`)
}

/** Kills a process after a random delay. True if it was killed before its end. */
async function killedAt(now: number): Promise<boolean> {
  const url = await testDatabaseUrl()
  const DATABASE_URL = `${url}${url.includes('?') ? '&' : '?'}application_name=killed-reminder`
  const child = run(['server/test/remind-process.ts', String(now)], { DATABASE_URL })
  await child.says('begins')
  await wait(below(40))
  child.send('SIGKILL')
  await child.code
  // Its locks are released once Postgres has noticed.
  await vi.waitFor(
    async () => {
      const { rows } = await sql(`select from pg_stat_activity where application_name = 'killed-reminder'`)
      expect(rows).toEqual([])
    },
    { timeout: 30_000 },
  )
  return !child.output().includes('done')
}

test('over 90 days of clock changes, two processes and kills, each reminder is sent once and on time', {
  tags: ['TIME-63', 'TIME-64', 'TIME-65', 'TIME-66', 'TIME-67', 'TIME-68'],
  timeout: 7_200_000,
}, async () => {
  const { aSingle, anEvent, dueAt } = randomPlans({ database: databases[0], zoneOf, below, length })
  const said = new Set<string>()
  let [latest, killed, before] = [0, 0, 0]
  for (const from of spans) {
    const each = Array.from({ length: playdates / 2 }, () => (below(3) > 0 ? aSingle(from) : anEvent(from)))
    const actions = each.flat().toSorted((one, other) => one.at - other.at)
    for (let now = from; now < from + length; now += minute) {
      while (actions[0] && actions[0].at <= now) await actions.shift()?.act()
      const newAt = (ms: number) => [...dueAt(ms)].filter(([key]) => !said.has(key))
      const due = newAt(now)
      if (now % pause > 0 && due.length === 0 && newAt(now + minute).length === 0) continue
      if (due.length > 2 && killed < kills) {
        killed += 1
        if (await killedAt(now)) before += 1
      }
      const clock = { now: () => now }
      await Promise.all(databases.map(({ kysely: db }) => remind({}, { db, queue, clock })))
      for (const [key, moment] of due) {
        said.add(key)
        latest = Math.max(latest, now - moment)
      }
      const { rows } = await sql('select count(*)::int as count from reminder_sent')
      if (due.length > 0 || rows[0].count !== said.size)
        expect((await sent()).toSorted()).toEqual([...said].toSorted())
    }
  }
  expect(killed).toBe(kills)
  expect(latest).toBeLessThan(minute)
  const { rows } = await sql(
    `select count(*)::int as count from notification where message like 'reminder.%'`,
  )
  expect(rows[0].count).toBe(said.size)
  report(
    'reminders of 90 days, with both changes of clocks in three zones, by two processes at once, one more killed in between',
    `${playdates} playdates, ${said.size} reminders, once each, ${Math.round(latest / 1_000)} s late at most; ${killed} kills, ${before} before the end`,
  )
})
