import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { freePort } from '../server/test/free-port.ts'
import { answered, expect, holdAnswers, someFrames, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import { ownServer, startOwnServer, stopProcess } from './own-server.ts'
import { ask, callAs, numberOf, type Person, quickFamily, quickRequest, storeToken } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

const line = 'Nut allergy, EpiPen in the bag'

const card = (page: Page) => page.getByRole('region', { name: 'The afternoon' })
const question = (page: Page) => page.getByRole('region', { name: 'What may the other family see?' })
/** The call for the viewer's own afternoon, and the one for a playdate's. */
const own = /\/api\/app\/afternoon$/
const ofPlaydate = /\/playdate\/[^/]+\/afternoon$/
const sheet = (page: Page) => page.getByRole('dialog', { name: 'The afternoon' })

async function sayYes({ page }: Person, request: string): Promise<void> {
  await page.goto(`/view-playdate-request/${request}`)
  await page.getByText('Riverside Park', { exact: true }).click()
  await page.getByRole('radio').last().click({ force: true })
  await page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(page.getByRole('heading', { name: 'Way to go!' })).toBeVisible()
}

/** Saves a line about the caregiver's only child, which is shown. */
async function showLine(person: Person): Promise<void> {
  const [note] = (await callAs(person, 'GET', '/api/app/afternoon')).body.data.notes
  const body = { notes: [{ child: note.child._id, text: line, isShown: true, version: 0 }] }
  expect((await callAs(person, 'POST', '/api/app/afternoon', body)).status).toBe(200)
}

async function openSheet(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'The afternoon' }).click()
  await expect(sheet(page).getByRole('switch', { name: 'Show my number' })).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect(sheet(page)).toHaveCount(0)
}

/** Returns everything that the browser stores for this page. */
const stores = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!/\/(assets|fonts)\//.test(request.url))
          texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    for (const name of names) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        texts.push(
          await new Promise<string>((resolve, reject) => {
            const all = database.transaction(store).objectStore(store).getAll()
            all.onsuccess = () => resolve(JSON.stringify(all.result))
            all.onerror = () => reject(all.error)
          }),
        )
      }
      database.close()
    }
    return texts.join('\n')
  })

test('the first yes asks once for number and line, which the other side reads and no browser stores', {
  tag: ['@PLAN-96', '@PLAN-97', '@PLAN-98', '@PLAN-100'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const request = await quickRequest(priya, amara)
  const url = `/view-playdate-information/${request}`

  await sayYes(amara, request)
  await expect(question(amara.page)).toContainText('They could write it down.')
  await expect(amara.page.getByRole('switch', { name: 'Show my number' })).not.toBeChecked()
  // An empty line can't be shown.
  await expect(amara.page.getByRole('switch', { name: 'Show this line' })).toBeDisabled()
  await isSound(amara.page)
  await amara.page.getByRole('switch', { name: 'Show my number' }).click()
  await amara.page.getByLabel('Good to know about Zuri').fill(line)
  await amara.page.getByRole('switch', { name: 'Show this line' }).click()
  await amara.page.getByRole('button', { name: 'Save' }).click()
  await expectToast(amara.page, 'Your choice is saved')
  await expect(question(amara.page)).toHaveCount(0)

  await test.step('the owner reads both, and is asked for their own on the playdate', async () => {
    const { page } = priya
    const asked = await holdAnswers(page, own)
    await page.goto(url)
    await expect(card(page).getByRole('link', { name: 'Call Amara' })).toHaveAttribute(
      'href',
      `tel:${numberOf(amara)}`,
    )
    // The question appears below every button, so that none moves.
    const cancel = page.getByRole('button', { name: 'Cancel Playdate' })
    await expect(page.getByText('Say hello!')).toBeVisible()
    const top = () => cancel.evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    asked.release()
    await expect(question(page)).toBeVisible()
    expect(await top()).toBe(before)
    await expect(card(page)).toContainText(line)
    await expect(card(page)).toContainText(/You can see this until \d+:\d\d [AP]M, \d+\/\d+\./)
    await isSound(page)
    await question(page).getByRole('button', { name: 'Not now' }).click()
    await expect(question(page)).toHaveCount(0)
    const read = [answered(page, ofPlaydate), answered(page, own)]
    await page.reload()
    await Promise.all(read)
    await expect(card(page)).toContainText(line)
    await someFrames(page)
    await expect(question(page)).toHaveCount(0)
    // Amara can't read Priya's.
    const hers = answered(amara.page, ofPlaydate)
    await amara.page.goto(url)
    await hers
    await expect(amara.page.getByRole('heading', { name: 'Caregivers' })).toBeVisible()
    await someFrames(amara.page)
    await expect(card(amara.page)).toHaveCount(0)
  })

  await test.step('no browser stores either', async () => {
    const { page } = priya
    await expect.poll(() => stores(page)).toContain(request)
    const kept = await stores(page)
    for (const secret of [line, numberOf(amara)]) expect(kept.includes(secret), secret).toBe(false)
    expect((await stores(amara.page)).includes(line)).toBe(false)
  })

  await test.step('a second yes doesn’t ask again', async () => {
    const again = await callAs(priya, 'GET', `/api/app/playdate/${request}`)
    const { ownerChildren, recipientChildren } = again.body.data
    const made = await callAs(priya, 'POST', '/api/app/playdate', {
      type: 'single',
      ownerChildren: ownerChildren.map(({ _id }: { _id: string }) => _id),
      recipientChildren: recipientChildren.map(({ _id }: { _id: string }) => _id),
      proposedLocations: { option1: 'Riverside Park' },
      proposedTimes: [new Date(Date.now() + 9 * 86_400_000).toISOString()],
    })
    const asked = answered(amara.page, own)
    await sayYes(amara, made.body.data._id)
    await asked
    await someFrames(amara.page)
    await expect(question(amara.page)).toHaveCount(0)
  })
})

test('number and line can be changed on /profile', {
  tag: ['@PLAN-96', '@PLAN-97', '@PLAN-98'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const request = await quickRequest(priya, amara)
  await showLine(amara)
  await callAs(amara, 'POST', '/api/app/afternoon', { showsNumber: true })
  await sayYes(amara, request)
  const url = `/view-playdate-information/${request}`
  await priya.page.goto(url)
  await expect(card(priya.page)).toContainText(line)

  const { page } = amara
  await openSheet(page)
  await expect(sheet(page).getByLabel('Good to know about Zuri')).toHaveValue(line)
  await expect(sheet(page).getByRole('switch', { name: 'Show my number' })).toBeChecked()
  await isSound(page, { within: '.sheet' })
  await sheet(page).getByRole('switch', { name: 'Show my number' }).click()
  await sheet(page).getByLabel('Good to know about Zuri').fill('')
  await save(page)
  const read = answered(priya.page, ofPlaydate)
  await priya.page.goto(url)
  await read
  await expect(priya.page.getByRole('heading', { name: 'Caregivers' })).toBeVisible()
  await someFrames(priya.page)
  await expect(card(priya.page)).toHaveCount(0)
})

test.describe('without a server', () => {
  test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

  test('the playdate is shown, but not the other family’s number', { tag: ['@PLAN-100'] }, async ({
    browser,
  }) => {
    const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
    const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
    const request = await quickRequest(priya, amara)
    await callAs(amara, 'POST', '/api/app/afternoon', { showsNumber: true })
    await sayYes(amara, request)
    const { page } = priya
    await page.goto(`/view-playdate-information/${request}`)
    await expect(card(page).getByRole('link', { name: 'Call Amara' })).toBeVisible()
    await expect.poll(() => stores(page)).toContain('Riverside Park')
    await page.context().route('**/api/**', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('Riverside Park')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Call Amara' })).toHaveCount(0)
  })
})

test.describe('a failed save', () => {
  test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] })

  test('keeps what was typed, and can be repeated', { tag: ['@PLAN-98'] }, async ({ browser }) => {
    const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
    const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
    await sayYes(amara, await quickRequest(priya, amara))
    const { page } = amara
    const field = question(page).getByLabel('Good to know about Zuri')
    await field.fill(line)
    await page.context().route(own, (route) => route.abort())
    await question(page).getByRole('button', { name: 'Save' }).click()
    await expect(question(page).getByRole('alert')).toBeVisible()
    await expect(field).toHaveValue(line)
    await page.context().unroute(own)
    await question(page).getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Your choice is saved')
  })
})

test.describe('another guardian’s change', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is shown beside what was typed before it can be overwritten', {
    tag: ['@PLAN-102'],
  }, async ({ browser }) => {
    const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
    const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
    const anika = await share(priya, dev)
    const { page } = priya
    await page.clock.install()
    await page.goto('/profile')
    await page.getByRole('button', { name: 'The afternoon' }).click()
    const field = sheet(page).getByLabel('Good to know about Anika')
    await field.fill('No nuts')
    const kept = async () => {
      const { notes } = (await callAs(dev, 'GET', '/api/app/afternoon')).body.data
      return notes.find((note: { child: { _id: string } }) => note.child._id === anika)
    }
    const saveAsDev = async (text: string) => {
      const { version } = await kept()
      const body = { notes: [{ child: anika, text, isShown: false, version }] }
      expect((await callAs(dev, 'POST', '/api/app/afternoon', body)).status).toBe(200)
    }
    const changed = sheet(page).getByText('Somebody changed this meanwhile. Please take another look.')
    await saveAsDev(line)
    // Returns after a while in another app.
    const read = answered(page, own)
    await page.clock.fastForward(10_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await read
    await expect(changed).toBeVisible()
    await expect(sheet(page).locator('blockquote')).toHaveText(line)
    await isSound(page, { within: '.sheet' })
    await sheet(page).getByRole('button', { name: 'Save' }).click()
    await expect(field).toHaveValue('No nuts')
    expect((await kept()).text).toBe(line)
    await sheet(page).getByRole('button', { name: 'Show theirs' }).click()
    await expect(field).toHaveValue(line)
    await expect(changed).toHaveCount(0)

    await field.fill('No nuts at all')
    await saveAsDev('No milk')
    await sheet(page).getByRole('button', { name: 'Save' }).click()
    await expect(changed).toBeVisible()
    await sheet(page).getByRole('button', { name: 'Keep my changes' }).click()
    await sheet(page).getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Your choice is saved')
    expect((await kept()).text).toBe('No nuts at all')
  })
})

test.describe('a server that lost its key', () => {
  let server: ChildProcess | undefined
  let address = ''
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    server = await startOwnServer(port, { SEAL_KEY: randomBytes(32).toString('base64') })
  })
  test.afterAll(async () => {
    if (server) await stopProcess(server)
  })

  test('asks for the line again, and overwrites it only then', { tag: ['@PLAN-101'] }, async ({
    browser,
  }) => {
    const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
    await showLine(priya)
    const there = await browser.newContext({ baseURL: address })
    await storeToken(there, priya.token ?? null)
    const page = await there.newPage()
    const kept = async () => (await callAs(priya, 'GET', '/api/app/afternoon')).body.data
    await openSheet(page)
    const lost = "We can't open this line. Please write it again."
    await expect(sheet(page)).toContainText(lost)
    await expect(sheet(page).getByLabel('Good to know about Anika')).toHaveValue('')
    await isSound(page, { within: '.sheet' })
    await sheet(page).getByRole('switch', { name: 'Show my number' }).click()
    await save(page)
    expect(await kept()).toMatchObject({ showsNumber: true, notes: [{ text: line }] })
    await page.getByRole('button', { name: 'The afternoon' }).click()
    await sheet(page).getByLabel('Good to know about Anika').fill('No nuts')
    await expect(sheet(page)).not.toContainText(lost)
    await save(page)
    expect((await kept()).notes).toMatchObject([{ text: null }])
    // It would report that the server is gone.
    await there.close()
  })
})

test.describe('a server without a key', () => {
  ownServer('no_line', { SEAL_KEY: undefined })

  test('offers only the number', { tag: ['@PLAN-103'] }, async ({ browser }) => {
    const { page } = await quickFamily(browser, 'Priya', { child: 'Anika' })
    await openSheet(page)
    await expect(sheet(page).getByRole('textbox')).toHaveCount(0)
    await sheet(page).getByRole('switch', { name: 'Show my number' }).click()
    await save(page)
    await expectToast(page, 'Your choice is saved')
  })
})

test('a proposal says whether the proposer stays, and a counter-proposal may change it', {
  tag: ['@PLAN-105'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  // This makes them friends.
  await quickRequest(amara, priya)
  const { page } = priya
  const stay = (name: string) =>
    page.getByRole('group', { name: 'Will you stay?' }).getByRole('button', { name })
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await stay("I'll stay").click()
  await expect(stay("I'll stay")).toHaveAttribute('aria-pressed', 'true')
  // A second press takes the choice back, and either choice replaces the other.
  await stay("I'll stay").click()
  await expect(stay("I'll stay")).toHaveAttribute('aria-pressed', 'false')
  await stay("I'll stay").click()
  await stay('Drop off').click()
  await expect(stay("I'll stay")).toHaveAttribute('aria-pressed', 'false')
  // The choice is kept in the draft.
  await page.reload()
  await expect(stay('Drop off')).toHaveAttribute('aria-pressed', 'true')
  await ask(priya, amara, ['Riverside Park'], ['4 pm'])

  const listed = await callAs(priya, 'GET', '/api/app/playdate?status=pending')
  const id = listed.body.data.items.find((each: { stay: string | null }) => each.stay === 'drop')?._id
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByRole('article')).toContainText("Drop offThey don't need to stay")
  await amara.page.goto(`/view-playdate-request/${id}`)
  await expect(amara.page.getByRole('main')).toContainText("Drop offYou don't need to stay")
  await isSound(amara.page)

  await amara.page.getByRole('link', { name: 'Yes, but...' }).click()
  await amara.page.getByRole('button', { name: "I'll stay" }).click()
  await amara.page.getByRole('button', { name: 'Send Response' }).click()
  await expect(amara.page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
  await page.goto(`/view-playdate-request/${id}`)
  await expect(page.getByRole('main')).toContainText('Amara staysThe whole time')
  await sayYes(priya, id)
  await page.goto(`/view-playdate-information/${id}`)
  await expect(card(page)).toContainText('Amara staysThe whole time')
  await amara.page.goto(`/view-playdate-information/${id}`)
  await expect(card(amara.page)).toContainText('You stayThe whole time')
})
