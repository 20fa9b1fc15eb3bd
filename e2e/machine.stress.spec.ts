import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { freePort } from '../server/test/free-port.ts'
import { report } from '../server/test/stress.ts'
import { expect, test } from './fixtures.ts'
import { ask, callAs, onboard, type Person, register, visitor } from './people.ts'
import { confirmApp, keepCodes } from './second-step.ts'

const root = resolve(import.meta.dirname, '..')
const deploy = join(root, 'deploy')
const unit = readFileSync(join(deploy, 'tagalong.service'), 'utf8')
const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
/** Somebody who may write nothing of ours, where we are root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let folder: string
let address = ''
let app: ChildProcess | undefined
let proxy: ChildProcess | undefined

test.skip(process.env.ASSURE !== '1', 'npm run assure -- machine: it needs Caddy')
test.use({
  // /admin says no until the second step is set up.
  expectedErrors: [/status of 409/],
  ignoreHTTPSErrors: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use) => use(address),
})

/** As systemd starts it, beside the proxy with the configuration of a school's machine. */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tagalong-machine-'))
  chmodSync(folder, 0o777)
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
    // The address is this machine's only here.
    SEED_DEMO: '0',
  }
  const [program = '', ...args] = lineOf('ExecStart').replace('/opt/tagalong', root).split(' ')
  app = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'], ...nobody })
  admin = (...words) =>
    spawnSync(program, ['server/src/admin.ts', ...words], { cwd: root, env, ...nobody }).status
  mkdirSync(join(folder, 'caddy'))
  const local = `{\n admin off\n local_certs\n skip_install_trust\n auto_https disable_redirects\n}\n`
  proxy = spawn('caddy', ['run', '--config', '-', '--adapter', 'caddyfile'], {
    env: { ...process.env, DOMAIN: address, HOME: join(folder, 'caddy') },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ours = readFileSync(join(deploy, 'machine/Caddyfile'), 'utf8')
  proxy.stdin?.end(local + ours.replace('127.0.0.1:3000', `127.0.0.1:${port}`))
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

test('a machine of a school: from the empty database to two families that agree, over TLS, without a phone provider', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const anna = await visitor(browser, 'Anna', { child: 'Mia' })
  await expect(async () => {
    expect((await anna.page.request.get('/ready')).status()).toBe(200)
  }).toPass({ timeout: 60_000 })
  expect((await anna.page.request.get('/metrics')).status()).toBe(404)

  await test.step('the first one signs up and becomes the administrator', async () => {
    await register(anna)
    await onboard(anna)
    expect(admin('grant', anna.email)).toBe(0)
    const { page } = anna
    await page.goto('/admin/groups')
    await expect(page).toHaveURL('/security?setup=1')
    await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code from the mail').fill(await mailedCode(anna.email))
    await confirmApp(page)
    await keepCodes(page)
    await page.getByRole('main').getByRole('link', { name: 'Admin' }).click()
    await expect(page).toHaveURL('/admin')
  })

  const ben = await visitor(browser, 'Ben', { child: 'Leo' })
  await test.step('another family comes by a link', async () => {
    const { body } = await callAs(anna, 'POST', '/api/app/connection', {
      inviteeName: 'Ben',
      inviteePhoneNumber: '+15105550199',
    })
    const link = new URL(body.data.inviteUrl)
    expect(link.origin).toBe(address)
    await register(ben, link.pathname + link.search)
    await onboard(ben)
    await ben.page.goto('/connections?t=pending')
    await ben.page.getByRole('button', { name: 'Accept' }).click()
    await expect(ben.page.getByText('No pending requests')).toBeVisible()
  })

  await test.step('they agree on a playdate and talk', async () => {
    await ask(anna, ben, ['Riverside Park'], ['9 am'])
    await ben.page.goto('/view-playdates')
    await ben.page.getByRole('link', { name: 'Respond' }).click()
    await ben.page.getByRole('radio', { name: 'Riverside Park' }).check({ force: true })
    await ben.page.getByRole('radio', { name: /AM/ }).check({ force: true })
    await ben.page.getByRole('button', { name: 'Confirm Playdate' }).click()
    await expect(ben.page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
    for (const { page } of [anna, ben]) {
      await page.goto('/view-playdates')
      await page.getByRole('link', { name: 'Confirmed' }).click()
      await expect(page.getByRole('textbox', { name: 'Your message' })).toBeVisible()
    }
    await say(anna, ben)
    await say(ben, anna)
  })

  await test.step('it stops when it is asked to, its database last', async () => {
    await Promise.all([anna, ben].map(({ context }) => context.close()))
    app?.kill('SIGTERM')
    const [code] = app ? await once(app, 'exit') : []
    expect(code).toBe(0)
  })
  report('a school’s machine', 'the main job over TLS through Caddy, as a user who may write the data only')
})

/** Over the websocket: nobody reloads. */
async function say(from: Person, to: Person): Promise<void> {
  const text = `Hello from ${from.name}`
  await from.page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await from.page.getByRole('button', { name: 'Send' }).click()
  await expect(to.page.getByRole('list', { name: 'Messages' }).getByText(text)).toBeVisible()
}

/** Without SMTP_URL, mails are files. */
async function mailedCode(email: string): Promise<string> {
  let code = ''
  await expect(() => {
    const outbox = join(folder, 'data/outbox')
    const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
    const mail = mails.find((each) => each.includes(`\nTo: ${email}\n`) && /Enter \d{6}/.test(each)) ?? ''
    code = /Enter (\d{6})/.exec(mail)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 30_000 })
  return code
}
