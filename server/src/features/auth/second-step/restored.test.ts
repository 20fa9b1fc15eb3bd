import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { addPasskey, startPasskey } from '@tagalong/contract/features/auth/passkeys.contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type Authenticator, newAuthenticator } from '#test/authenticator.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { type Instance, newInstance } from '#test/instance.ts'
import { createDatabase, dropDatabase, namePrefix } from '#test/postgres.ts'
import { killLeftovers, run } from '#test/runtime/processes.ts'
import { addPersonWithApp, type PersonWithApp, password } from '#test/second-step.ts'
import { appCode } from '#test/totp.ts'

const key = randomBytes(32)
const SEAL_KEY = key.toString('base64')
const other = randomBytes(32).toString('base64')
const origin = 'http://localhost:3000'
const emptyName = `${namePrefix()}_sealed_${process.env.VITEST_POOL_ID ?? '0'}`

let t: TestApp
let anna: PersonWithApp
let phone: Authenticator
let folder: string
let emptyUrl: string
beforeAll(async () => {
  t = await testApp({ SEAL_KEY })
})
beforeEach(async () => {
  await t.reset()
  folder = mkdtempSync(join(tmpdir(), 'sealed-'))
  emptyUrl = await createDatabase(inject('postgresUrl'), emptyName)
  anna = await addPersonWithApp(t, 'anna@example.org')
  phone = newAuthenticator(origin)
  const options = (await t.call(startPasskey, {}, { as: anna.as })).body.data
  const body = { response: phone.create(options), name: 'Phone' }
  expect((await t.call(addPasskey, { body }, { as: anna.as })).status).toBe(200)
})
afterEach(() => {
  killLeftovers()
  rmSync(folder, { recursive: true })
})
afterAll(async () => {
  await t.close()
  await dropDatabase(inject('postgresUrl'), emptyName)
})

const backup = () => join(folder, 'backup')
async function command(name: 'backup' | 'restore', env: Record<string, string>): Promise<string> {
  const ran = run([`server/src/${name}.ts`, backup()], { DATA_DIR: folder, ...env })
  expect(await ran.code, ran.output()).toBe(0)
  return ran.output()
}
const backUp = async () => command('backup', { DATABASE_URL: await testDatabaseUrl(), SEAL_KEY })
const restore = (env: Record<string, string>) => command('restore', { DATABASE_URL: emptyUrl, ...env })

async function post<Data>(
  { url }: Instance,
  path: string,
  body: object,
): Promise<{ status: number; data: Data }> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data } = (await reply.json()) as { data: Data }
  return { status: reply.status, data }
}

/** Returns the status of each way of signing in to the restored server. */
async function signIns(seal: string): Promise<Record<string, number>> {
  const place = await newInstance({
    DATABASE_URL: emptyUrl,
    DATA_DIR: folder,
    SEAL_KEY: seal,
    PUBLIC_URL: origin,
  })
  await place.start()
  const ticket = async () => {
    const body = { email: anna.email, password }
    const { data } = await post<{ secondStep: { ticket: string } }>(place, '/login', body)
    return data.secondStep.ticket
  }
  // The next time step: the set-up used the present one.
  const code = appCode(anna.secret, Date.now(), 1)
  const app = await post(place, '/second-step', { ticket: await ticket(), code })
  const [recoveryCode] = anna.recoveryCodes
  const recovery = await post(place, '/second-step', { ticket: await ticket(), recoveryCode })
  const challenge = await post<Parameters<Authenticator['get']>[0]>(place, '/passkey-login/options', {})
  const passkey = await post(place, '/passkey-login', { response: phone.get(challenge.data) })
  place.app.send('SIGTERM')
  await place.app.code
  return { app: app.status, recovery: recovery.status, passkey: passkey.status }
}

function filesIn(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name)
    return statSync(file).isDirectory() ? filesIn(file) : [file]
  })
}

// Each test starts three programs, on a machine that may be busy.
describe('a backup', { timeout: 120_000 }, () => {
  test('contains no sealing key, and says to keep it and what is lost without it', {
    tags: ['SAFE-91'],
  }, async () => {
    const lines = (await backUp()).trim().split('\n')
    expect(lines.slice(-2)).toEqual([
      'The key that seals secrets is not in it: keep a copy of SEAL_KEY somewhere else.',
      'Without it the authenticator apps (1) are lost; passkeys and recovery codes go on working.',
    ])
    for (const file of filesIn(backup())) {
      const bytes = file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)
      for (const form of [key, SEAL_KEY, key.toString('hex'), anna.secret]) {
        expect(bytes.includes(form), file).toBe(false)
      }
    }
  })

  test('restored with its key keeps all ways to sign in', { tags: ['SAFE-91'] }, async () => {
    await backUp()
    expect(await restore({ SEAL_KEY })).toContain(
      'The key fits: the authenticator apps (1) work as before.\n',
    )
    expect(await signIns(SEAL_KEY)).toEqual({ app: 200, recovery: 200, passkey: 200 })
  })

  test.each([
    ['no key', {}],
    ['another key', { SEAL_KEY: other }],
  ])(
    'restored with %s says that the apps are lost; passkeys and recovery codes work',
    {
      tags: ['SAFE-91'],
    },
    async (_what, env) => {
      await backUp()
      const lines = (await restore(env)).trim().split('\n')
      expect(lines.slice(-3)).toEqual([
        "Authenticator apps that can't be read: 1 of 1. They were sealed with another key than the one here.",
        'Put the old key into SEAL_KEY before anybody goes on. If it is lost, those people sign in with a passkey or',
        'a recovery code and set up the app again; for who has neither: npm run admin -- reset-second-step.',
      ])
      expect(await signIns(other)).toEqual({ app: 400, recovery: 200, passkey: 200 })
    },
  )

  test('isn’t restored if SEAL_KEY is invalid', { tags: ['SAFE-91'] }, async () => {
    await backUp()
    const ran = run(['server/src/restore.ts', backup()], {
      DATA_DIR: folder,
      DATABASE_URL: emptyUrl,
      SEAL_KEY: 'x',
    })
    expect(await ran.code).toBe(1)
    expect(ran.errors()).toBe('SEAL_KEY must be 32 bytes in base64.\n')
  })
})
