import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { startQueue } from '#jobs/queue.ts'
import { ensureTool } from '../../scripts/programs.mjs'
import { type TestApp, testApp } from './app.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/prometheus')
const testFiles = ['rules.test.yaml', 'rules-days.test.yaml'].map((name) => join(folder, name))
const rules: { alert: string; expr: string; annotations: Record<string, string> }[] = parse(
  readFileSync(join(folder, 'rules.yaml'), 'utf8'),
).groups.flatMap((group: { rules: object[] }) => group.rules)

let t: TestApp
beforeAll(async () => {
  t = await testApp({ PHONE_PROVIDER: 'outbox' })
})
afterAll(() => t.close())

test('the alerts are rules of Prometheus, and fire when they should', async () => {
  const promtool = ensureTool('promtool')
  await run(promtool, ['check', 'rules', join(folder, 'rules.yaml')])
  await run(promtool, ['test', 'rules', ...testFiles])
})

test('each alert reads figures that the app has, is tested, and says what to do', async () => {
  const figures = (await t.app.inject({ method: 'GET', url: '/metrics' })).body
  const tests = testFiles.map((path) => readFileSync(path, 'utf8')).join('\n')
  for (const { alert, expr, annotations } of rules) {
    for (const [, name = ''] of expr.matchAll(/([a-z][a-z0-9_]+)\{/g)) {
      // Of Prometheus itself, and the counter within a histogram.
      if (name === 'up') continue
      expect(figures, alert).toContain(`# HELP ${name.replace(/(?<=_seconds)_count$/, '')} `)
    }
    expect(tests, alert).toContain(alert)
    expect(Object.keys(annotations), alert).toEqual(['summary', 'action'])
  }
})

test('/metrics says for how long jobs wait, which failed, and when it was swept', async () => {
  const { pool } = t.database
  // Of a kind that no process does any more.
  const gone = { name: 'gone', data: z.object({}), run: async () => undefined }
  await (await startQueue(t.database.url, [gone], { log: pino({ level: 'silent' }) })).close()
  await pool.query(
    `insert into pgboss.job (name, start_after) values ('gone', now() - interval '90 seconds')`,
  )
  await pool.query(
    `insert into pgboss.job (name, state, start_after, completed_on)
     values ('sweep', 'completed', to_timestamp(1000), to_timestamp(1790000000))`,
  )
  const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
  expect(Number(/^jobs_waiting_seconds (\S+)/m.exec(body)?.[1])).toBeGreaterThanOrEqual(90)
  expect(body).toContain('\nsweep_finished_timestamp_seconds 1790000000\n')
})
