import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase, testDatabaseUrl } from '#test/database.ts'
import { quiet, wronglyHeard } from '#test/heard.ts'
import { doMinute } from '#test/minute.ts'
import { type Agenda, type Family, plannedDays } from '#test/planned-days.ts'
import { killLeftovers, run } from '#test/runtime/processes.ts'
import { type SimulatedTime, simulatedTime } from '#test/simulated-time.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { watchedDays } from '#test/watched-days.ts'
import { addGuardian, addParent, connect, makePremium, type Parent } from '#test/world.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney']
/** All three zones change their clocks after it. It is in the future: grown-ups' places begin by the real clock. */
const from = Date.UTC(new Date().getUTCFullYear() + 1, 1, 1)
const length = sampleOrFull(6, 90) * day
const kills = sampleOrFull(2, 50)
const [orders, events, series] = [sampleOrFull(3, 120), sampleOrFull(6, 90), sampleOrFull(2, 50)]

let time: SimulatedTime
let t: TestApp
let queue: Queue
beforeAll(async () => {
  time = await simulatedTime()
  // The app's own queue uses another database: in this one, jobs are only kept.
  t = await testApp({}, { database: { ...time.database, url: await testDatabaseUrl() } })
  queue = await startQueue(await testDatabaseUrl(), [], { log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  killLeftovers()
  await queue.close()
  await t.close()
  await time.database.close()
})

let state = 20_261_125
/** Returns pseudo-random numbers, the same in each run. */
function below(count: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * count)
}
const sql = (text: string, ...values: unknown[]) => time.database.pool.query(text, values)

async function setNow(now: number): Promise<void> {
  await time.set(now)
  // Limits count by the real clock, on which the whole test takes less than an hour.
  if (now % day === 0) await (await testDatabase()).pool.query('delete from rate_limit')
  t.clock.shift(now - t.clock.now())
}

async function hasNotified(since: number): Promise<boolean> {
  const { rows } = await sql(
    'select exists (select from notification where created_at >= $1)',
    new Date(since),
  )
  return rows[0].exists
}

/** Gives the user a device, quiet hours, and a session that lasts. */
async function settle({ userId, sessionId }: Parent): Promise<void> {
  await sql(
    `update app_user set quiet_from = $2, quiet_to = $3, mail = 'soon' where id = $1`,
    userId,
    quiet.from,
    quiet.to,
  )
  await sql(`update access_token set expires_at = '2099-01-01' where session_id = $1`, sessionId)
  // A session ends 180 days after it was created, and the simulated time may be further ahead.
  await sql(
    `update session set created_at = $2, expires_at = '2099-01-01' where id = $1`,
    sessionId,
    new Date(from),
  )
  await sql(
    `insert into push_subscription (id, endpoint, user_id, session_id, p256dh, auth) values ($1, $2, $3, $4, '', '')`,
    newId(),
    newId(),
    userId,
    sessionId,
  )
}

/** Ten families who all know each other, every third of them with two guardians. */
async function addFamilies() {
  const families: Family[] = []
  const guardiansOf = new Map<string, string[]>()
  const zoneOf = new Map<string, string>()
  for (let n = 0; n < 10; n += 1) {
    const zone = zones[n % 3] ?? ''
    const parent = await addParent(time.database, { name: `Parent${n}`, timeZone: zone })
    const grownUps = [parent]
    if (n % 3 === 1) {
      const partner = await addParent(time.database, {
        name: `Partner${n}`,
        timeZone: zones[n % 2] ?? '',
        children: [],
      })
      await addGuardian(time.database, parent.children[0], partner, { since: '1 second' })
      grownUps.push(partner)
      zoneOf.set(partner.userId, zones[n % 2] ?? '')
    }
    zoneOf.set(parent.userId, zone)
    for (const each of grownUps) await settle(each)
    await makePremium(time.database, parent)
    for (const other of families) await connect(time.database, other.parent, parent)
    families.push({ parent, zone })
    guardiansOf.set(
      parent.children[0] ?? '',
      grownUps.map(({ userId }) => userId),
    )
  }
  return { families, guardiansOf, zoneOf }
}

/** Kills a process after a random delay. True if it was killed before its end. */
async function killedAt(now: number): Promise<boolean> {
  const DATABASE_URL = `${time.url}&application_name=killed-minute`
  const child = run(['server/test/minute-process.ts', String(now), await testDatabaseUrl()], { DATABASE_URL })
  await child.says('begins')
  await wait(below(60))
  child.send('SIGKILL')
  await child.code
  // Its locks are released once Postgres has noticed.
  await vi.waitFor(
    async () =>
      expect(
        (await sql(`select from pg_stat_activity where application_name = 'killed-minute'`)).rows,
      ).toEqual([]),
    { timeout: 30_000 },
  )
  return !child.output().includes('done')
}

test('over 90 days of clock changes and killed processes, what is due happens once, on time, outside quiet hours', {
  tags: ['TIME-76'],
  timeout: 7_200_000,
}, async () => {
  await setNow(Date.now())
  const { families, guardiansOf, zoneOf } = await addFamilies()
  const agenda: Agenda = new Map()
  const days = plannedDays({ t, families, agenda, below })
  const watched = watchedDays({ database: time.database, families, guardiansOf, zoneOf, days })
  // Early enough for most of them to end.
  const any = () => from + below(Math.max(length - 8 * day, length / 2))
  for (let n = 0; n < orders; n += 1) days.anOrder(any())
  for (let n = 0; n < events; n += 1) days.anEvent(any())
  for (let n = 0; n < series; n += 1) days.aSeries(any())

  let [killed, before, chances] = [0, 0, 0]
  for (let now = from; now < from + length; now += minute) {
    // Quiet hours end on the hour, and the mails held by them are sent ten minutes later.
    if (!agenda.has(now) && now % hour !== 0 && now % hour !== 10 * minute) continue
    await setNow(now)
    for (const act of agenda.get(now) ?? []) await act()
    if (watched.dueAt(now) > 0 && killed < kills) {
      chances += 1
      if (chances % sampleOrFull(1, 5) === 0) {
        killed += 1
        if (await killedAt(now)) before += 1
      }
    }
    await doMinute({ database: time.database, queue, now })
    await watched.watch(now)
    // Mails of what is new are sent ten minutes later, too.
    if (await hasNotified(now)) days.plan(now + 10 * minute)
  }
  expect(killed).toBe(kills)
  const { meant, said } = await watched.compare()
  expect(said).toEqual(meant)
  expect(await wronglyHeard(time.database, zoneOf, from + length)).toEqual([])
  const count = (word: string) => said.filter((each) => each.startsWith(word)).length
  report(
    'waits, offers, orders and series of 90 days, with changes of clocks in three zones, the process killed in between',
    `${orders} orders, ${events} events with a waiting list, ${series} series: ${said.length} notices (${count('spots.offered')} offers, ${count('playdate.sent')} families asked in order), once each, ${Math.round(watched.latest() / 1_000)} s late at most, none in quiet hours; ${killed} kills, ${before} before the end`,
  )
})
