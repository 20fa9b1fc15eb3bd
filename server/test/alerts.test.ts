import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { dueJob } from '#due.ts'
import { features } from '#features.ts'
import { startQueue } from '#jobs/queue.ts'
import { sweepJob } from '#jobs/sweep.ts'
import { ensureTool } from '../../scripts/programs.mjs'
import { type TestApp, testApp } from './app.ts'
import { resetDatabase } from './database.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/prometheus')
const testFiles = ['rules.test.yaml', 'rules-days.test.yaml'].map((name) => join(folder, name))
const rules: { alert: string; expr: string; annotations: Record<string, string> }[] = parse(
  readFileSync(join(folder, 'rules.yaml'), 'utf8'),
).groups.flatMap((group: { rules: object[] }) => group.rules)
const jobs = [sweepJob, dueJob, ...features.flatMap((each) => each.jobs ?? [])]

let t: TestApp
beforeAll(async () => {
  // Before the app starts, since it would count the jobs that earlier files left.
  await resetDatabase()
  t = await testApp({ PHONE_PROVIDER: 'outbox' })
})
afterAll(() => t.close())

test('the alerts are valid Prometheus rules and fire when they should', async () => {
  const promtool = ensureTool('promtool')
  await run(promtool, ['check', 'rules', join(folder, 'rules.yaml')])
  await run(promtool, ['test', 'rules', ...testFiles])
})

test('each alert reads metrics that the app exports, has a test and says what to do', async () => {
  const figures = (await t.app.inject({ method: 'GET', url: '/metrics' })).body
  const tests = testFiles.map((path) => readFileSync(path, 'utf8')).join('\n')
  for (const { alert, expr, annotations } of rules) {
    for (const [, name = ''] of expr.matchAll(/([a-z][a-z0-9_]+)\{/g)) {
      // `up` is of Prometheus itself, and `_count` is the counter within a histogram.
      if (name === 'up') continue
      expect(figures, alert).toContain(`# HELP ${name.replace(/(?<=_seconds)_count$/, '')} `)
    }
    expect(tests, alert).toContain(alert)
    expect(Object.keys(annotations), alert).toEqual(['summary', 'action'])
  }
})

test('the alert for failing daily and hourly jobs names each of these jobs', () => {
  const { expr = '' } = rules.find(({ alert }) => alert === 'TagalongDailyJobFails') ?? {}
  // A failing job that runs every few minutes fails more than ten times an hour, which another alert notices.
  const names = jobs.filter(({ cron = '*' }) => !cron.startsWith('*')).map(({ name }) => name)
  expect(/name=~"([^"]+)"/.exec(expr)?.[1]?.split('|')).toEqual(names.sort())
})

test('the counters that alerts read start at 0', async () => {
  const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
  for (const { name } of jobs) expect(body).toContain(`\njobs_failed_total{name="${name}"} 0\n`)
  expect(body).toContain('\nmails_total{outcome="refused"} 0\n')
  expect(body).toContain('\nphone_codes_total{outcome="failed"} 0\n')
})

test('/metrics shows how long jobs have waited and when the last sweep finished', async () => {
  const { pool } = t.database
  const figures = async () => (await t.app.inject({ method: 'GET', url: '/metrics' })).body
  // Even if no sweep is known any more, two days without one can still be seen.
  const { rows } = await pool.query<{ at: number }>(
    `select extract(epoch from created_on)::float as at from pgboss.queue where name = 'sweep'`,
  )
  expect(await figures()).toContain(`\nsweep_finished_timestamp_seconds ${rows[0]?.at}\n`)
  // A job of a kind that no process does any more.
  const gone = { name: 'gone', data: z.object({}), run: async () => undefined }
  await (await startQueue(t.database.url, [gone], { log: pino({ level: 'silent' }) })).close()
  await pool.query(
    `insert into pgboss.job (name, start_after) values ('gone', now() - interval '90 seconds')`,
  )
  await pool.query(
    `insert into pgboss.job (name, state, start_after, completed_on)
     values ('sweep', 'completed', to_timestamp(1000), to_timestamp(1790000000))`,
  )
  const body = await figures()
  expect(Number(/^jobs_waiting_seconds (\S+)/m.exec(body)?.[1])).toBeGreaterThanOrEqual(90)
  expect(body).toContain('\nsweep_finished_timestamp_seconds 1790000000\n')
})
