import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { freePort } from '../server/test/free-port.ts'
import { report } from '../server/test/stress.ts'
import { expect, test } from './fixtures.ts'
import { agreeAndTalk, becomeAdministrator, comeByLink } from './main-job.ts'
import { visitor } from './people.ts'
import { startTlsProxy } from './tls-proxy.ts'

const root = resolve(import.meta.dirname, '..')
const deploy = join(root, 'deploy')
const unit = readFileSync(join(deploy, 'tagalong.service'), 'utf8')
const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
const isRoot = process.getuid?.() === 0
/** As root, a user who may not write to our files. */
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
/** A private /tmp like PrivateTmp's, which only its process sees. Needs root. */
const inPrivateTmp = isRoot
  ? ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /tmp && exec "$@"', 'sh', ...asNobody]
  : []

let folder: string
let address = ''
let app: ChildProcess | undefined
let proxy: ChildProcess | undefined

test.skip(process.env.ASSURE !== '1', 'npm run assure -- machine: it needs Caddy')
test.use({
  // /admin is refused until the second step is set up.
  expectedErrors: [/status of 409/],
  ignoreHTTPSErrors: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use) => use(address),
})

/** Starts the app as systemd does, and the proxy with the configuration of a school's machine. */
test.beforeAll(async () => {
  // Not below /tmp, since the app has its own.
  folder = mkdtempSync('/var/tmp/tagalong-machine-')
  chmodSync(folder, 0o777)
  const runtime = join(folder, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  if (isRoot) chownSync(runtime, 65_534, 65_534)
  const [port, secure] = [await freePort(), await freePort()]
  address = `https://localhost:${secure}`
  const env: Record<string, string> = {
    ...Object.fromEntries(
      lineOf('Environment')
        .split(' ')
        .map((each) => each.split('=') as [string, string]),
    ),
    ...parseEnv(readFileSync(join(deploy, 'machine/settings.env'), 'utf8')),
    PORT: String(port),
    PUBLIC_URL: address,
    DATA_DIR: join(folder, 'data'),
    TMPDIR: runtime,
    // The address is only this machine's.
    SEED_DEMO: '0',
  }
  const [program = '', ...args] = lineOf('ExecStart').replace('/opt/tagalong', root).split(' ')
  const [command = '', ...rest] = [...inPrivateTmp, program, ...args]
  app = spawn(command, rest, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  // As in docs/school.md: outside the unit, with only the data folder.
  const { DATA_DIR } = env
  admin = (...words) =>
    spawnSync(program, ['server/src/admin.ts', ...words], { cwd: root, env: { DATA_DIR }, ...nobody }).status
  proxy = startTlsProxy(folder, address, port)
})
test.afterAll(async () => {
  for (const each of [proxy, app]) {
    if (!each || each.exitCode !== null) continue
    each.kill('SIGTERM')
    await once(each, 'exit')
  }
  if (folder) rmSync(folder, { recursive: true, force: true })
})

let admin: (...words: string[]) => number | null

test('on a school’s machine two families agree over TLS, from an empty database and without a phone provider', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const anna = await visitor(browser, 'Anna', { child: 'Mia' })
  await expect(async () => {
    expect((await anna.page.request.get('/ready')).status()).toBe(200)
  }).toPass({ timeout: 60_000 })
  expect((await anna.page.request.get('/metrics')).status()).toBe(404)

  await test.step('the first user signs up and becomes administrator', () =>
    becomeAdministrator(anna, {
      grant: (email) => admin('grant', email),
      dataDir: join(folder, 'data'),
    }))
  const ben = await visitor(browser, 'Ben', { child: 'Leo' })
  await test.step('another family registers by a link', () => comeByLink(anna, ben))
  await test.step('they agree on a playdate and chat', () => agreeAndTalk(anna, ben))

  await test.step('the app stops on request with code 0', async () => {
    await Promise.all([anna, ben].map(({ context }) => context.close()))
    app?.kill('SIGTERM')
    const [code] = app ? await once(app, 'exit') : []
    expect(code).toBe(0)
  })
  report('a school’s machine', 'the main job over TLS through Caddy, as a user who may write the data only')
})
