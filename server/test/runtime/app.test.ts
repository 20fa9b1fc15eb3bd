import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { kept, spans } from '@tagalong/contract/features/retention/retention.rules.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { nobody } from '#cluster/embedded-location.ts'
import { runningPostgresUrl } from '#cluster/embedded-postgres.ts'
import { waitingFor } from '#test/in-turn.ts'
import { isRunning, killLeftovers, type Place, place, postmasterOf } from './processes.ts'
import { headersFor, login, running, signIn, stop, type Tokens } from './running.ts'

const ready = 'Tagalong runs at'
const places: Place[] = []

afterEach(killLeftovers)
afterAll(async () => {
  for (const each of places) await each.remove()
})

/** The limits for stopping its parts add up to 9.4 s; the rest is for a busy machine. */
const stopsWithinMs = 15_000
/** Only signing in as Priya changes that row; locking the table would also hold up what sockets and jobs read. */
const holdPriya = `begin; select from app_user where email = 'priya@example.org' for no key update`

describe('the app and its data folder', () => {
  let here: Place
  beforeAll(async () => {
    here = await place()
    places.push(here)
  })

  test('the first start creates a cluster, seeds families and prints address, data and demo accounts', async () => {
    const app = await running(here, { SEED_DEMO: '1' })
    await app.says('an administrator without a family')
    expect(app.output()).toContain(`Tagalong runs at http://localhost:${here.port}\nData: ${here.dataDir}\n`)
    expect((await fetch(`${here.url}/ready`)).status).toBe(200)
    expect(app.errors()).toBe('')
    // Postgres refuses to run as root.
    const user = process.getuid?.() || nobody.uid
    expect(statSync(join(here.dataDir, 'postgres/data')).uid).toBe(user)
    expect(statSync(`/proc/${postmasterOf(here.dataDir)}`).uid).toBe(user)
    await stop(app)
  })

  test('a second start has the first one’s data', async () => {
    const app = await running(here)
    expect((await login(here, 'Playdate1!')).status).toBe(200)
    await stop(app)
  })

  test('a start beside a running app ends with one clear line and leaves that app running', async () => {
    const app = await running(here)
    const second = here.app()
    expect(await second.code).toBe(1)
    expect(second.output()).toBe(
      `Tagalong is already running from this folder at http://localhost:${here.port} (process ${app.pid}). Nothing was changed.\n`,
    )
    expect(second.errors()).toBe(second.output())
    expect((await fetch(`${here.url}/ready`)).status).toBe(200)
    await stop(app)
  })

  test('of two simultaneous starts, one runs and the other ends with one clear line', async () => {
    const both = [here.app(), here.app()] as const
    const loser = await Promise.race(both.map((each) => each.code.then(() => each)))
    const winner = loser === both[0] ? both[1] : both[0]
    expect(loser.errors()).toMatch(/^Tagalong is already .* \(process \d+\)\. Nothing was changed\.\n$/)
    expect(loser.errors()).toContain(`(process ${winner.pid})`)
    await winner.says(ready)
    await stop(winner)
  })

  test('a taken port ends the start with one clear line and stops the cluster', async () => {
    const other = createServer().listen(here.port, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const app = here.app()
    expect(await app.code).toBe(1)
    expect(app.output()).toBe(`Port ${here.port} is taken by another program. Set PORT to use another.\n`)
    expect(await runningPostgresUrl(here.dataDir)).toBeUndefined()
  })

  test('invalid variables end the start with one line for each', async () => {
    const app = here.app({ PORT: 'many', SEED_DEMO: 'maybe' })
    expect(await app.code).toBe(1)
    expect(app.output()).toBe('PORT must be a port from 1 to 65535.\nSEED_DEMO must be 0 or 1.\n')
  })

  test.each([
    ['with its own database', {}],
    ['with another', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' }],
  ])('a DATA_DIR that can’t be created ends the start with one line that names it, %s', async (_how, env) => {
    const app = here.app({ ...env, DATA_DIR: '/proc/tagalong/data' })
    expect(await app.code).toBe(1)
    expect(app.errors()).toBe(
      "Tagalong could not go on: /proc/tagalong/data can't be used as the data folder (DATA_DIR): ENOENT: no such file or directory, mkdir '/proc/tagalong'.\n",
    )
  })

  test('a backup folder that can’t be created ends the backup with one line', async () => {
    const app = await running(here)
    const backup = here.run('server/src/backup.ts', '/proc/tagalong/today')
    expect(await backup.code).toBe(1)
    expect(backup.errors()).toMatch(/^There is no backup: ENOENT.+\n$/)
    await stop(app)
  })

  test('after a kill -9 the next start takes over the running cluster and later stops it', async () => {
    const killed = await running(here)
    killed.send('SIGKILL')
    expect(await killed.code).toBe('SIGKILL')
    const postmaster = postmasterOf(here.dataDir)
    expect(isRunning(postmaster)).toBe(true)
    const next = await running(here)
    await next.says('Took over the database of a run that ended unexpectedly')
    expect(postmasterOf(here.dataDir)).toBe(postmaster)
    expect((await login(here, 'Playdate1!')).status).toBe(200)
    await stop(next)
    expect(await runningPostgresUrl(here.dataDir)).toBeUndefined()
  })

  test('after a kill -9 of app and cluster the next start recovers', async () => {
    const killed = await running(here)
    killed.send('SIGKILL')
    await killed.code
    process.kill(postmasterOf(here.dataDir), 'SIGKILL')
    const next = await running(here)
    expect((await login(here, 'Playdate1!')).status).toBe(200)
    await stop(next)
  })

  test('a cluster that ends unexpectedly is started again while the app keeps running', async () => {
    const app = await running(here)
    const first = postmasterOf(here.dataDir)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => postmasterOf(here.dataDir)).not.toBe(first)
    await expect.poll(() => login(here, 'Playdate1!').then(({ status }) => status)).toBe(200)
    await stop(app)
  })

  test('on SIGTERM the request in flight finishes, sockets close with 1001 and the cluster stops', async () => {
    const app = await running(here)
    const socket = await openSocket(here)
    const url = await runningPostgresUrl(here.dataDir)
    const postmaster = postmasterOf(here.dataDir)
    const blocker = new pg.Client({ connectionString: url })
    blocker.on('error', () => undefined)
    await blocker.connect()
    await blocker.query(holdPriya)
    const { reply } = await heldLogin(here, blocker)
    const began = performance.now()
    app.send('SIGTERM')
    await app.says('Stopping')
    await blocker.query('commit')
    await blocker.end()
    expect(await socket.closed).toBe(1001)
    expect((await reply).status).toBe(200)
    expect(await app.code).toBe(0)
    expect(performance.now() - began).toBeLessThan(stopsWithinMs)
    // It has ended, but the system may take a moment to remove it.
    await expect.poll(() => isRunning(postmaster)).toBe(false)
    await expect(fetch(`${here.url}/health`)).rejects.toThrow()
  })

  test('a request that never ends does not keep the app from stopping in time', async () => {
    const app = await running(here)
    const url = await runningPostgresUrl(here.dataDir)
    const blocker = new pg.Client({ connectionString: url })
    blocker.on('error', () => undefined)
    await blocker.connect()
    await blocker.query(holdPriya)
    const { reply } = await heldLogin(here, blocker)
    const began = performance.now()
    await stop(app)
    expect(performance.now() - began).toBeLessThan(stopsWithinMs)
    await reply.catch(() => undefined)
  })

  test('a stop in the middle of a start leaves nothing running', async () => {
    const app = here.app()
    await expect
      .poll(() => statSync(join(here.dataDir, 'app.json'), { throwIfNoEntry: false }) !== undefined)
      .toBe(true)
    await stop(app)
    expect(await runningPostgresUrl(here.dataDir)).toBeUndefined()
  })

  test('a log on a full disk neither stops the app nor keeps it from stopping', async () => {
    const full = openSync('/dev/full', 'w')
    const app = here.app({ LOG_LEVEL: 'info' }, full)
    closeSync(full)
    const isUp = () =>
      fetch(`${here.url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isUp).toBe(true)
    // More lines than are written together.
    for (let n = 0; n < 50; n += 1) expect((await fetch(`${here.url}/?${n}`)).status).toBe(200)
    await stop(app)
  })

  test('a log that nobody reads any more neither stops the app nor keeps it from stopping', async () => {
    const app = await running(here, { LOG_LEVEL: 'info' })
    const socket = await openSocket(here)
    app.hangUp()
    // This causes a warning, which is written at once.
    socket.send('x'.repeat(1_025))
    await socket.closed
    expect((await fetch(`${here.url}/health`)).status).toBe(200)
    await stop(app)
  })

  test('npm run admin grants and revokes beside a running app, with effect on an open session', async () => {
    const app = await running(here)
    const token = await signIn(here)
    expect(await isAdmin(here, token)).toBe(false)
    const granted = here.admin('grant', 'priya@example.org')
    expect(await granted.code).toBe(0)
    expect(granted.output()).toBe('priya@example.org is an administrator now.\n')
    expect(await isAdmin(here, token)).toBe(true)
    expect(await here.admin('revoke', 'priya@example.org').code).toBe(0)
    expect(await isAdmin(here, token)).toBe(false)
    await stop(app)
  })

  test('npm run admin works without a running app and leaves no cluster running', async () => {
    const granted = here.admin('grant', 'amara@example.org')
    expect(await granted.code, granted.output()).toBe(0)
    const again = here.admin('grant', 'amara@example.org')
    expect(await again.code).toBe(0)
    expect(again.output()).toBe('amara@example.org was an administrator already.\n')
    expect(await runningPostgresUrl(here.dataDir)).toBeUndefined()
  })

  test('npm run admin sweeps by the table of /privacy; with --dry it shows what would be deleted', {
    tags: ['SAFE-48', 'SAFE-73'],
  }, async () => {
    for (const [words, what] of [
      [['sweep', '--dry'], 'to go'],
      [['sweep'], 'gone'],
    ] as const) {
      const run = here.admin(...words)
      expect(await run.code, run.errors()).toBe(0)
      const [shown] = run.output().split('\n\n')
      expect(shown?.split('\n')).toEqual(
        Object.values(kept).map(({ span, words }) =>
          expect.stringMatching(
            new RegExp(`^${RegExp.escape(`${spans[span].words().padEnd(9)}  ${words()}`)}: \\d+ ${what}$`),
          ),
        ),
      )
    }
  })

  test('npm run admin reports an unknown address, and shows its usage without arguments', async () => {
    const unknown = here.admin('grant', 'nobody@example.org')
    expect(await unknown.code).toBe(1)
    expect(unknown.errors()).toBe(
      'Nobody is registered as nobody@example.org. Register first, then run this again.\n',
    )
    const bare = here.admin()
    expect(await bare.code).toBe(2)
    expect(bare.errors()).toContain('npm run admin -- grant you@example.org')
  })
})

async function isAdmin(at: Place, token: Tokens): Promise<boolean> {
  const reply = await fetch(`${at.url}/api/auth/whoami`, { headers: headersFor(token) })
  const { data } = (await reply.json()) as { data: { user: { permissions: { isAdmin: boolean } } } }
  return data.user.permissions.isAdmin
}

/** Opens the signed-in user's websocket. `closed` is the code that it is closed with. */
async function openSocket(at: Place): Promise<{ send(text: string): void; closed: Promise<number> }> {
  const reply = await fetch(`${at.url}/api/app/websocket-ticket`, {
    method: 'POST',
    headers: headersFor(await signIn(at)),
  })
  const { data } = (await reply.json()) as { data: { ticket: string } }
  const socket = new WebSocket(`ws://127.0.0.1:${at.port}/api/app/websocket?ticket=${data.ticket}`)
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code))
  })
  await once(socket, 'open')
  return { send: (text) => socket.send(text), closed }
}

/**
 * Logs in as Priya while `blocker` holds her row, and returns once the login waits for it. On a busy machine the app may
 * answer 503 before that; then it logs in again, as a client would.
 */
async function heldLogin(here: Place, blocker: pg.Client): Promise<{ reply: Promise<Response> }> {
  let answered: number | undefined
  const reply = login(here, 'Playdate1!')
  reply.then(
    ({ status }) => {
      answered = status
    },
    () => {
      answered = 0
    },
  )
  await expect.poll(async () => answered ?? (await waitingFor(blocker)).length).toBeOneOf([1, 503])
  return answered === 503 ? heldLogin(here, blocker) : { reply }
}
