import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../server/test/free-port.ts'
import { expect, test } from './fixtures.ts'
import { keptOffline } from './offline-copy.ts'
import { startOwnServer, stopProcess } from './own-server.ts'
import { callAs, type Person, quickFamily, quickRequest, visitor } from './people.ts'
import { isSound } from './sound.ts'

// The browser reports each call without a response.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/],
})

/** Waits until the worker has fetched the whole app. */
async function isInstalled({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Makes a request that the other side has accepted. */
async function acceptedPlaydate(one: Person, other: Person): Promise<string> {
  const id = await quickRequest(one, other)
  const { proposedLocations, proposedTimes } = (await callAs(other, 'GET', `/api/app/playdate/${id}`)).body
    .data
  const accepted = await callAs(other, 'POST', '/api/app/accept-playdate', {
    id,
    acceptedLocation: proposedLocations.option1,
    acceptedTime: proposedTimes[0],
  })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
  return id
}

test('without a connection the next playdate and its details can be read, and the app recovers by itself', {
  tag: ['@NOTIF-16'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const id = await acceptedPlaydate(anna, ben)
  const { page, context } = anna
  await page.goto('/')
  await isInstalled(anna)
  await page.reload()
  const next = page.getByRole('region', { name: 'Next playdate' })
  await expect(next).toContainText('Riverside Park')
  await expect.poll(() => keptOffline(page)).toContain('Riverside Park')

  await context.setOffline(true)
  await page.reload()
  await expect(next).toContainText('Riverside Park')
  const kept = page.getByText('Trying to reach Tagalong… You see what was here a moment ago.')
  await expect(kept).toBeVisible()
  await isSound(page)
  await next.getByRole('link').click()
  await expect(page).toHaveURL(`/view-playdate-information/${id}`)
  await expect(page.getByRole('heading', { name: 'Who is Playing' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Leo')
  await expect(page.getByRole('article')).toContainText('Riverside Park')
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Riverside Park')
  // Screens that are not cached say so.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
  await expect(page.getByText('We could not load this')).toBeVisible()

  await context.setOffline(false)
  await expect(kept).toBeHidden({ timeout: 20_000 })
  await expect(page.getByText('Ben Example')).toBeVisible()
})

test('without a connection or offline data the app says so, and recovers by itself', async ({ browser }) => {
  const { token } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const device = await visitor(browser, 'Anna', { child: 'Mia' })
  const { page, context } = device
  await page.goto('/login')
  await isInstalled(device)
  await context.setOffline(true)
  await page.evaluate((pair) => localStorage.setItem('token', pair), JSON.stringify(token))
  await page.goto('/view-playdates')
  await expect(page.getByRole('heading', { name: "We can't reach Tagalong right now" })).toBeVisible({
    timeout: 15_000,
  })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Playdates' })).toBeVisible({ timeout: 20_000 })
})

test('logging out leaves nothing that could be read without a connection', {
  tag: ['@AUTH-36'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  await acceptedPlaydate(anna, ben)
  const { page, context } = anna
  await page.goto('/')
  await isInstalled(anna)
  const isKept = () => page.evaluate(() => caches.has('offline'))
  await expect.poll(isKept).toBe(true)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect.poll(isKept).toBe(false)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a newer version is announced, waits for the user, and keeps what was typed', {
  tag: ['@NOTIF-16'],
}, async ({ browser }) => {
  // Its own server, whose whole app the worker fetches twice.
  test.slow()
  const port = await freePort()
  const dist = mkdtempSync(join(tmpdir(), 'tagalong-dist-'))
  cpSync(resolve(import.meta.dirname, '../web/dist'), dist, { recursive: true })
  slowDownRestarts(dist)
  const server = await startOwnServer(port, { WEB_DIST: dist })
  try {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    const token = JSON.stringify(anna.token)
    await page.addInitScript((kept) => localStorage.setItem('token', kept), token)
    await page.goto(at('/'))
    await isInstalled(anna)
    await page.goto(at('/edit-playdate/new'))
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await page.getByLabel('Location 1').fill('Typed before the update')

    release(dist)
    // Until it is installed. The browser's own update, under way meanwhile, may have read the version before.
    await page.evaluate(async () => {
      const registered = await navigator.serviceWorker.ready
      while (!registered.waiting) {
        await registered.update()
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })
    await expect(page.getByText('A new version is here')).toHaveCount(1, { timeout: 20_000 })
    // Hidden while the user is typing.
    await expect(page.getByText('A new version is here')).toBeHidden()
    await page.getByLabel('Location 1').blur()
    await expect(page.getByText('A new version is here')).toBeVisible()
    await isSound(page)
    await expect(page.getByLabel('Location 1')).toHaveValue('Typed before the update')
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText('A new version is here')).toBeHidden()

    await page.reload()
    await expect(page.getByText('A new version is here')).toBeVisible()
    await page.evaluate(() => Reflect.set(window, 'isOld', true))
    await stopWorker(page)
    // The old worker is still starting when it is to be replaced.
    await page.evaluate(() => void fetch('/icon-192.png'))
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.has(window, 'isOld')).catch(() => true)).toBe(false)
    await expect(page.getByLabel('Location 1')).toHaveValue('Typed before the update')
    await expect.poll(() => page.evaluate(() => caches.keys())).toContain('shell-released')
    await expect(page.getByText('A new version is here')).toBeHidden()
  } finally {
    await stopProcess(server)
    rmSync(dist, { recursive: true })
  }
})

/** Makes the served worker take a second longer to start again, until there is a newer version. */
function slowDownRestarts(dist: string): void {
  changeWorker(dist, (script, version) => {
    const isOld = `'${version}' !== 'released' && self.registration.active`
    return `if (${isOld}) for (const end = Date.now() + 1000; Date.now() < end; );\n${script}`
  })
}

/** Changes the version of the served app. */
function release(dist: string): void {
  changeWorker(dist, (script, version) => script.replaceAll(version, 'released'))
}

function changeWorker(dist: string, change: (script: string, version: string) => string): void {
  const path = join(dist, 'sw.js')
  const version = /name="version" content="(\w+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1]
  if (!version) throw new Error('The page has no version.')
  writeFileSync(path, change(readFileSync(path, 'utf8'), version))
  for (const compressed of [`${path}.br`, `${path}.gz`]) rmSync(compressed, { force: true })
}

/** Stops the worker that controls the page, as the browser does when it has been idle. */
async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const [running, stopped] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status, runningStatus } of versions) {
      if (status !== 'activated') continue
      if (runningStatus === 'running') running.resolve(versionId)
      if (runningStatus === 'stopped') stopped.resolve()
    }
  })
  await session.send('ServiceWorker.enable')
  const stop = running.promise.then((versionId) => session.send('ServiceWorker.stopWorker', { versionId }))
  // It may have been stopped already.
  await Promise.race([stop, stopped.promise])
  await stopped.promise
  await session.detach()
}

test('the app can be installed, as Chromium finds nothing missing', {
  tag: ['@NOTIF-16', '@AUTH-07'],
}, async ({ playwright, launchOptions, baseURL }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-profile-'))
  // Chromium can't install apps in a context like a private window.
  const context = await playwright.chromium.launchPersistentContext(folder, launchOptions)
  try {
    const page = await context.newPage()
    await page.goto(`${baseURL}/login`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const session = await context.newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { errors, data } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data ?? '')
    expect(manifest).toMatchObject({
      name: 'Tagalong',
      short_name: 'Tagalong',
      start_url: '/',
      display: 'standalone',
    })
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await context.request.get(`${baseURL}${src}`)
      expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type])
      if (type !== 'image/png') continue
      // A PNG's header contains its width and height.
      const bytes = await icon.body()
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
    expect(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable')).toBe(true)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true })
  }
})
