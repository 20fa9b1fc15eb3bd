import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runningApp } from './running-app.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tagalong-running-'))
afterAll(() => rmSync(folder, { recursive: true }))

function noteApp(pid: number) {
  writeFileSync(join(folder, 'app.json'), JSON.stringify({ pid, url: 'http://127.0.0.1:3000' }))
}

/** As npm start runs it. */
async function startApp(): Promise<ChildProcess> {
  mkdirSync(join(folder, 'server/src'), { recursive: true })
  writeFileSync(join(folder, 'server/src/main.mjs'), 'setInterval(() => {}, 1_000)')
  const app = spawn(process.execPath, [join(folder, 'server/src/main.mjs')])
  await once(app, 'spawn')
  noteApp(app.pid ?? 0)
  return app
}

test('a running app is found by its folder until it has ended', async () => {
  expect(runningApp(folder)).toBeUndefined()
  const app = await startApp()
  await expect.poll(() => runningApp(folder)).toEqual({ pid: app.pid, url: 'http://127.0.0.1:3000' })
  app.kill()
  await once(app, 'exit')
  expect(runningApp(folder)).toBeUndefined()
})

test.each([['start.mjs'], ['with-node.mjs', 'server/src/backup.ts']])(
  '%s installs no packages while an app runs from the folder',
  async (script, ...args) => {
    // A checkout whose packages don't match its lock file.
    const checkout = join(folder, 'checkout')
    for (const name of ['start', 'with-node', 'install', 'messages-stamp', 'running-app']) {
      cpSync(join(import.meta.dirname, `${name}.mjs`), join(checkout, `scripts/${name}.mjs`))
    }
    mkdirSync(join(checkout, 'bin'), { recursive: true })
    writeFileSync(join(checkout, 'bin/npm'), '#!/bin/sh\necho npm was called >&2\nexit 1\n', { mode: 0o755 })
    const app = await startApp()
    await expect.poll(() => runningApp(folder)).toBeDefined()
    const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'scripts', script), ...args], {
      env: { PATH: join(checkout, 'bin'), DATA_DIR: folder },
      encoding: 'utf8',
    })
    app.kill()
    await once(app, 'exit')
    expect([status, stderr]).toEqual([
      1,
      `The app runs from this folder at http://127.0.0.1:3000 (process ${app.pid}), and packages have to be installed first: stop it. Nothing was changed.\n`,
    ])
  },
)

test.runIf(process.platform === 'linux')(
  'another program that now has the app’s process id is not taken for the app',
  () => {
    noteApp(process.pid)
    expect(runningApp(folder)).toBeUndefined()
  },
)
