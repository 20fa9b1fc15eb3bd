import type { Page } from '@playwright/test'
import { administrator } from './administrators.ts'
import { confirmedLongAgo } from './database.ts'
import { connect, quickPlaydate, setPremium } from './events.ts'
import { expect, test } from './fixtures.ts'
import { keptOffline } from './offline-copy.ts'
import { callAs, childrenOf, type Person, password, profileOf, quickFamily } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

const words = 'A message of yours hurt somebody. Please be kind.'

async function report(by: Person, about: { kind: string; target: string }): Promise<string> {
  const { status, body } = await callAs(by, 'POST', '/api/app/report', { ...about, reason: 'hurtful' })
  expect(status).toBe(201)
  return body.data._id
}

/** Has one family report another. Returns the profile's id, the path of its reports, and the report's id. */
async function reported(by: Person, person: Person): Promise<{ id: string; path: string; open: string }> {
  const id = await profileOf(person)
  const open = await report(by, { kind: 'person', target: id })
  return { id, path: `/admin/reports/${id}`, open }
}

const choose = (page: Page, what: string) =>
  page.getByRole('form', { name: 'Decision' }).getByRole('radio', { name: what, exact: true }).press('Space')
const decide = (page: Page) => page.getByRole('button', { name: 'Decide', exact: true })

async function decideAs(admin: Person, subject: string, body: object): Promise<void> {
  const { status } = await callAs(admin, 'POST', `/api/admin/report/${subject}/decide`, body)
  expect(status).toBe(200)
}

test('of two administrators only the first decides, and the reported caregiver reads the words', {
  tag: ['@SAFE-37', '@SAFE-39', '@SAFE-44', '@SAFE-49', '@SAFE-80'],
}, async ({ browser, expectErrors }) => {
  const olga = await quickFamily(browser, 'Olga', { child: 'Mia' })
  const pavel = await quickFamily(browser, 'Pavel', { child: 'Leo' })
  await connect(olga, pavel)
  const { path } = await reported(olga, pavel)
  const rosa = await administrator(browser, 'Rosa')
  const sven = await administrator(browser, 'Sven')
  let asked = 0
  rosa.page.on('request', (request) => {
    if (request.url().endsWith('/decide')) asked += 1
  })
  for (const { page } of [rosa, sven]) await page.goto(path)
  const beside = rosa.page.getByRole('navigation', { name: 'Waiting reports' })
  await expect(beside.getByRole('link', { name: /Pavel/ })).toHaveAttribute('aria-current', 'page')

  // The text is kept, and nothing is sent that the server would refuse.
  await choose(rosa.page, 'Warn')
  await rosa.page.getByLabel('Words to Pavel').fill('Too short')
  await decide(rosa.page).click()
  await expect(rosa.page.getByText('Please write 20 to 600 characters')).toBeVisible()
  expect(asked).toBe(0)
  await rosa.page.reload()
  await expect(rosa.page.getByLabel('Words to Pavel')).toHaveValue('Too short')
  await rosa.page.getByLabel('Words to Pavel').fill(words)
  await isSound(rosa.page)
  await decide(rosa.page).dblclick()
  await expectToast(rosa.page, 'Decided')
  await expect(rosa.page.getByRole('heading', { name: 'Decided' })).toBeVisible()
  await expect(beside.getByRole('link', { name: /Pavel/ })).toHaveCount(0)
  expect(asked).toBe(1)

  expectErrors(/409.*\/decide/, /400.*\/fresh/)
  await choose(sven.page, 'Pause account')
  await confirmedLongAgo(sven.email)
  await decide(sven.page).click()
  const dialog = sven.page.getByRole('alertdialog', { name: "Please confirm that it's you." })
  await dialog.getByLabel('Your Password').fill('Not-Mine-77')
  await dialog.getByRole('button', { name: "It's me" }).click()
  await expect(dialog.getByText('That is not your password')).toBeVisible()
  await dialog.getByLabel('Your Password').fill(password)
  await dialog.getByRole('button', { name: "It's me" }).click()
  await expect(sven.page.getByText('Somebody else has decided this.')).toBeVisible()
  await sven.page.getByRole('button', { name: 'Show what was decided' }).click()
  await expect(sven.page.getByText('Warned', { exact: true })).toBeVisible()

  await olga.page.goto('/safety')
  await expect(olga.page.getByRole('listitem').filter({ hasText: 'Pavel' })).toContainText('We acted on it')
  const { page } = pavel
  await page.goto('/notifications')
  await page.getByRole('link', { name: /A word from us/ }).click()
  await expect(page).toHaveURL('/account-notice')
  await expect(page.getByRole('heading', { level: 1, name: 'A word from us' })).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for another look' })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a paused account is redirected to the notice everywhere', {
  tag: ['@SAFE-46', '@SAFE-77', '@SAFE-80'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/409 \(Conflict\)/, /WebSocket/)
  const tanja = await quickFamily(browser, 'Tanja', { child: 'Mia' })
  const udo = await quickFamily(browser, 'Udo', { child: 'Leo' })
  await connect(tanja, udo)
  const { id, open } = await reported(tanja, udo)
  const vera = await administrator(browser, 'Vera')
  const { page } = udo
  await page.goto('/profile')
  await expect.poll(() => keptOffline(page)).toContain('Leo')
  await page.goto('/notifications')
  await expect(page.getByText('Tanja wants to connect with you')).toBeVisible()
  await decideAs(vera, id, { reports: [open], kind: 'suspend', days: 7, words })
  const title = page.getByRole('heading', { level: 1, name: 'Your account is paused' })
  // The socket is closed, and no other can be opened.
  await expect(page).toHaveURL('/account-notice')
  for (const opened of ['/profile', '/edit-playdate/new']) {
    await page.goto(opened)
    await expect(page).toHaveURL('/account-notice')
    await expect(title).toBeVisible()
  }
  await expect.poll(() => keptOffline(page)).not.toContain('Leo')
  await expect(page.getByText(/^Until /)).toBeVisible()
})

test('the notice of a paused account leads to the membership, the other language and the data', {
  tag: ['@SAFE-46', '@SAFE-77', '@SAFE-80'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/409 \(Conflict\)/, /WebSocket/)
  const thea = await quickFamily(browser, 'Thea', { child: 'Mia' })
  const udo = await quickFamily(browser, 'Udo', { child: 'Leo' })
  await connect(thea, udo)
  const { id, open } = await reported(thea, udo)
  const vera = await administrator(browser, 'Vera')
  await decideAs(vera, id, { reports: [open], kind: 'suspend', days: 7, words })
  const { page } = udo
  await page.goto('/account-notice')
  const title = page.getByRole('heading', { level: 1, name: 'Your account is paused' })
  await expect(title).toBeVisible()
  // The user can still end a paid membership.
  const membership = page.getByRole('button', { name: 'Manage Subscription' })
  await expect(membership).toHaveCount(0)
  await setPremium(udo, 'active')
  await page.reload()
  await expect(membership).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu cuenta está en pausa')
  await page.getByRole('button', { name: 'English' }).click()
  await isSound(page)
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
  await isSound(page)
  const copy = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await copy).suggestedFilename()).toBe('tagalong-data.zip')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(title).toBeVisible()
})

test('another administrator than the one who decided reads the appeal and lifts the pause', {
  tag: ['@SAFE-46', '@SAFE-50', '@SAFE-80', '@SAFE-88'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/409 \(Conflict\)/, /WebSocket/)
  const tessa = await quickFamily(browser, 'Tessa', { child: 'Mia' })
  const umar = await quickFamily(browser, 'Umar', { child: 'Leo' })
  await connect(tessa, umar)
  const { id, path, open } = await reported(tessa, umar)
  const vera = await administrator(browser, 'Vera')
  const wanda = await administrator(browser, 'Wanda')
  await decideAs(vera, id, { reports: [open], kind: 'suspend', days: 7, words })
  const { page } = umar
  await page.goto('/account-notice')
  await page.getByRole('button', { name: 'Ask for another look' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ask for another look' })
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('Please tell us how you see it')).toBeVisible()
  await sheet.getByLabel('How do you see it?').fill('It was a joke among friends.')
  await sheet.getByRole('button', { name: 'Send' }).dblclick()
  await expect(page.getByText('We are taking another look.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for another look' })).toHaveCount(0)

  // The administrator who decided can't decide on the appeal.
  await vera.page.goto(path)
  await choose(vera.page, 'Nothing wrong')
  await decide(vera.page).click()
  await expect(vera.page.getByText('Somebody else has to read this appeal.')).toBeVisible()

  await wanda.page.goto('/admin/reports')
  await wanda.page.getByRole('row').filter({ hasText: 'Umar Example' }).getByRole('link').click()
  await expect(wanda.page.getByText('It was a joke among friends.')).toBeVisible()
  await expect(wanda.page.getByText(/^Account: paused until/)).toBeVisible()
  await wanda.page.getByRole('link', { name: 'Show user' }).click()
  await expect(wanda.page).toHaveURL(/\/admin\/user\//)
  await wanda.page.getByRole('link', { name: 'Show what was decided' }).click()
  await choose(wanda.page, 'Nothing wrong')
  await decide(wanda.page).click()
  await expectToast(wanda.page, 'Decided')
  await expect(wanda.page.getByText(/^Account:/)).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'All is well with your account' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a removed message is gone for both sides, a removed photo for friends, and both stay in the report', {
  tag: ['@SAFE-43', '@SAFE-45'],
}, async ({ browser }) => {
  const xaver = await quickFamily(browser, 'Xaver', { child: 'Mia' })
  const yuki = await quickFamily(browser, 'Yuki', { child: 'Leo' })
  await connect(xaver, yuki)
  const leo = await givePhoto(yuki)
  const playdate = await quickPlaydate(xaver, { times: [new Date(Date.now() + 86_400_000).toISOString()] })
  const room = (await callAs(xaver, 'GET', `/api/app/room/${playdate}`)).body.data.chatRoom._id
  const said = await callAs(yuki, 'POST', '/api/app/message', {
    chatRoom: room,
    message: { text: 'Nobody wants you' },
  })
  const things = [
    { kind: 'message', target: said.body.data._id },
    { kind: 'photo', target: leo },
  ]
  for (const each of things) await report(xaver, each)
  const friend = xaver.page
  await friend.goto('/connections')
  const face = friend.getByRole('main').locator('img')
  await expect(face).toHaveClass(/here/)

  const { page } = await administrator(browser, 'Zora')
  await page.goto(`/admin/reports/${await profileOf(yuki)}`)
  const seen = page.getByRole('img', { name: 'Reported: Leo' })
  await expect(page.getByText('Photo of Leo')).toBeVisible()
  await expect(seen).toHaveCount(0)
  await page.getByRole('button', { name: 'Show picture' }).click()
  await expect(seen).toBeVisible()
  await choose(page, 'Nothing wrong')
  await page.getByLabel('“Nobody wants you”').check()
  await page.getByLabel('The photo of Leo').check()
  await decide(page).click()
  await expectToast(page, 'Decided')
  await page.reload()
  await expect(page.getByText('Nobody wants you')).toBeVisible()
  await page.getByRole('button', { name: 'Show picture' }).click()
  await expect(seen).toBeVisible()
  await expect(page.getByText(/· removed/)).toHaveCount(2)

  for (const each of [xaver, yuki]) {
    await each.page.goto(`/view-playdate-information/${playdate}`)
    const messages = each.page.getByRole('list', { name: 'Messages' })
    await expect(messages).toContainText('This message was removed.')
    await expect(messages).not.toContainText('Nobody wants you')
  }
  await friend.goto('/connections')
  await expect(friend.getByText('Leo E')).toBeVisible()
  await expect(face).toHaveCount(0)
})

/** Adds a photo to the family's only child, and returns the child's id. */
async function givePhoto(person: Person): Promise<string> {
  const [{ _id, firstName, lastNameInitial }] = await childrenOf(person)
  const png = await person.page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 300 })
    canvas.getContext('2d')?.fillRect(0, 0, 200, 200)
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  const type = 'image/png'
  const signed = await callAs(
    person,
    'GET',
    `/api/s3/get-signed-post-url/leo.png/${encodeURIComponent(type)}`,
  )
  const { signedPostUrl, fileKey } = signed.body.data
  const put = await person.context.request.put(signedPostUrl, {
    headers: { 'Content-Type': type },
    data: Buffer.from(png, 'base64'),
  })
  expect(put.ok()).toBe(true)
  const saved = await callAs(person, 'POST', `/api/app/child/${_id}`, {
    firstName,
    lastNameInitial,
    photo: fileKey,
  })
  expect(saved.status).toBe(200)
  return _id
}
