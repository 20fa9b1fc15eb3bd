import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeDraftFolder } from './draft-folder.ts'

test('a new build deletes the folder of a killed one, and keeps that of one still running', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'draft-folder-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void other.kill())
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  for (const name of [`.build-${killed.pid}-a`, `.build-${other.pid}-b`, '.build-x', 'src']) {
    mkdirSync(join(parent, name, 'dist'), { recursive: true })
  }
  const made = makeDraftFolder(parent)
  expect(
    readdirSync(parent)
      .map((name) => join(parent, name))
      .toSorted(),
  ).toEqual([join(parent, `.build-${other.pid}-b`), join(parent, 'src'), made].toSorted())
})

test('the folder of a build is readable by every user', () => {
  const parent = mkdtempSync(join(tmpdir(), 'draft-folder-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  expect(statSync(makeDraftFolder(parent)).mode & 0o777).toBe(0o755)
})
