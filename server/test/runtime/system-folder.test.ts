import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemFolder } from '#cluster/embedded-location.ts'
import { killLeftovers, type Place, place } from './processes.ts'
import { login, running, stop } from './running.ts'

let here: Place | undefined
afterAll(async () => {
  killLeftovers()
  await here?.remove()
})

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'for root below a folder of mode 0700, the cluster is in /var/lib and is found again',
  async () => {
    here = await place(0o700)
    const app = await running(here, { SEED_DEMO: '1' })
    const link = join(here.dataDir, 'postgres')
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(dirname(dirname(realpathSync(link)))).toBe(systemFolder)
    await app.says(`Data: ${here.dataDir}, the database in ${realpathSync(link)}`)
    await stop(app)
    const next = await running(here)
    expect((await login(here, 'Playdate1!')).status).toBe(200)
    await stop(next)
  },
)
