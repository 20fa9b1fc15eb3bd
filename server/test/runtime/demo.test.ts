import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { killLeftovers, type Place, place } from './processes.ts'
import { login, running, stop } from './running.ts'

let here: Place
beforeEach(async () => {
  here = await place()
})
afterEach(() => here.remove())
afterAll(killLeftovers)

const inPublic = { PUBLIC_URL: 'https://play.example.org', SEED_DEMO: '' }

test('a public start seeds nobody, and is refused while demo accounts have the public password', async () => {
  const alone = await running(here, { SEED_DEMO: '' })
  await alone.says('admin@example.org')
  expect(alone.output()).toContain('priya@example.org  Playdate1!')
  await stop(alone)

  const refused = here.app(inPublic)
  expect(await refused.code).toBe(1)
  expect(refused.errors().trim().split('\n')).toEqual([
    'The demo accounts have a public password, and others can reach this address: remove them with npm run admin -- remove-demo',
  ])
  const removal = here.admin('remove-demo')
  expect(await removal.code, removal.output()).toBe(0)
  expect(removal.output()).toContain('7 demo accounts are gone.')
  const again = here.admin('remove-demo')
  expect(await again.code).toBe(0)
  expect(again.output()).toContain('There are no demo accounts.')

  const app = await running(here, inPublic)
  expect(app.output()).not.toContain('Demo accounts')
  expect((await login(here, 'Playdate1!')).status).toBe(400)
  await stop(app)
})

test('a public start with SEED_DEMO=1 seeds demo accounts with a random password, printed once', async () => {
  const app = await running(here, { ...inPublic, SEED_DEMO: '1' })
  await app.says('admin@example.org')
  const password = /priya@example\.org {2}(\S+)/.exec(app.output())?.[1] ?? ''
  expect(password.length).toBeGreaterThanOrEqual(16)
  expect((await login(here, 'Playdate1!')).status).toBe(400)
  expect((await login(here, password)).status).toBe(200)
  await stop(app)
  const later = await running(here, { ...inPublic, SEED_DEMO: '1' })
  expect((await login(here, password)).status).toBe(200)
  expect(later.output()).not.toContain(password)
  await stop(later)
})
