import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runningApp } from './running-app.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tagalong-running-'))
afterAll(() => rmSync(folder, { recursive: true }))

function noteApp(pid: number) {
  writeFileSync(join(folder, 'app.json'), JSON.stringify({ pid, url: 'http://127.0.0.1:3000' }))
}

test('an app that runs is found by its folder, until it has ended', async () => {
  expect(runningApp(folder)).toBeUndefined()
  // As npm start runs it.
  mkdirSync(join(folder, 'server/src'), { recursive: true })
  writeFileSync(join(folder, 'server/src/main.mjs'), 'setInterval(() => {}, 1_000)')
  const app = spawn(process.execPath, [join(folder, 'server/src/main.mjs')])
  await once(app, 'spawn')
  noteApp(app.pid ?? 0)
  await expect.poll(() => runningApp(folder)).toEqual({ pid: app.pid, url: 'http://127.0.0.1:3000' })
  app.kill()
  await once(app, 'exit')
  expect(runningApp(folder)).toBeUndefined()
})

test.runIf(process.platform === 'linux')('another program that has its number by now is none', () => {
  noteApp(process.pid)
  expect(runningApp(folder)).toBeUndefined()
})
