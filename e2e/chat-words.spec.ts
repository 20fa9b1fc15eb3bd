import type { Page } from '@playwright/test'
import { dialogsClosed, expect, socketTicket, test } from './fixtures.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'

const english = [
  'On our way',
  'Running 10 minutes late',
  "We're here",
  'What shall we bring?',
  'Thank you, that was fun',
  'Shall we say a bit later?',
  "We're sick, sorry",
  'Not this time, but please ask us again',
]

const chips = (page: Page) => page.getByRole('group', { name: /^(Words ready to send|Frases para enviar)$/ })
const fieldOf = (page: Page) => page.getByRole('textbox', { name: /^(Your message|Tu mensaje)$/ })
const listOf = (page: Page) => page.getByRole('list', { name: /^(Messages|Mensajes)$/ })
const hint = (page: Page) => page.getByText('Each family reads these in its own language.')

async function twoFamilies(browser: Parameters<typeof quickFamily>[0], options = {}) {
  const anna = await quickFamily(browser, 'Alma', { child: 'Mia', ...options })
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  return { anna, ben, id: await quickRequest(anna, ben) }
}

async function messagesOf(person: Person, playdate: string): Promise<object[]> {
  const { messages } = (await callAs(person, 'GET', `/api/app/room/${playdate}`)).body.data
  return messages.map(({ message }: { message: object }) => message).toReversed()
}

const speaksSpanish = (person: Person) => callAs(person, 'POST', '/api/app/language', { language: 'es' })

test('eight phrases are shown above the empty field; pressing one fills it, and only Send sends', {
  tag: ['@TIME-117'],
}, async ({ browser }) => {
  const { anna, ben, id } = await twoFamilies(browser, { viewport: { width: 360, height: 740 } })
  const { page } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const buttons = chips(page).getByRole('button')
  await expect(buttons).toHaveText(english)
  await expect(hint(page)).toBeVisible()
  const boxes = await buttons.evaluateAll((all) =>
    all.map((each) => {
      const { y, height } = each.getBoundingClientRect()
      return { y, height }
    }),
  )
  expect(new Set(boxes.map(({ y }) => y)).size, 'one row').toBe(1)
  for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  const last = buttons.filter({ hasText: 'Not this time' })
  await expect(last).not.toBeInViewport()
  // In a narrow window the phrases are wider than their row.
  await last.evaluate((chip) => chip.scrollIntoView({ block: 'nearest', inline: 'end' }))
  await expect(last).toBeInViewport({ ratio: 0.8 })
  const field = fieldOf(page)
  const place = () => field.evaluate((input) => input.getBoundingClientRect().top + window.scrollY)
  const before = await place()
  await buttons.first().click()
  await expect(field).toHaveValue('On our way')
  await expect(field).toBeFocused()
  await expect(chips(page)).toHaveCount(0)
  await expect(hint(page)).toBeHidden()
  expect(await place(), 'nothing moves').toBeCloseTo(before, 0)
  expect(await messagesOf(ben, id)).toEqual([])
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(listOf(page).getByText('On our way')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(buttons).toHaveCount(8)
  await expect(listOf(page).getByText('Sending')).toHaveCount(0)
  expect(await messagesOf(ben, id)).toEqual([{ text: 'On our way', phrase: 'on-our-way' }])

  await field.fill('x')
  await expect(chips(page)).toHaveCount(0)
  await field.fill('')
  await expect(buttons).toHaveCount(8)
  // No phrases are offered once the chat is closed.
  expect((await callAs(ben, 'POST', '/api/app/reject-playdate', { id })).status).toBe(200)
  await expect(page.getByText('This chat is closed. You can still read it.')).toBeVisible()
  await expect(chips(page)).toHaveCount(0)
  await expect(hint(page)).toHaveCount(0)
})

test('phrases work by keyboard alone, and the end of the chat stays in view', {
  tag: ['@TIME-117'],
}, async ({ browser }) => {
  const { anna, ben, id } = await twoFamilies(browser)
  for (let n = 1; n < 12; n += 1) {
    const { chatRoom } = (await callAs(ben, 'GET', `/api/app/room/${id}`)).body.data
    await callAs(ben, 'POST', '/api/app/message', { chatRoom: chatRoom._id, message: { text: `Line ${n}` } })
  }
  const { page } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const isAtEnd = () =>
    listOf(page).evaluate(
      ({ scrollTop, clientHeight, scrollHeight }) =>
        scrollHeight > clientHeight && scrollHeight - clientHeight - scrollTop < 2,
    )
  await expect(chips(page)).toBeVisible()
  await expect.poll(isAtEnd).toBe(true)
  await fieldOf(page).focus()
  const last = chips(page).getByRole('button').last()
  await expect(last).not.toBeInViewport()
  await page.keyboard.press('Shift+Tab')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 0.8 })
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('Shift+Tab')
  await expect(chips(page).getByRole('button').first()).toBeFocused()
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(fieldOf(page)).toBeFocused()
  await expect(fieldOf(page)).toHaveValue('Not this time, but please ask us again')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await expect(chips(page)).toHaveCount(1)
  await expect.poll(isAtEnd).toBe(true)
  // Picked and deleted within a frame, with a layout between.
  await fieldOf(page).evaluate(async (field: HTMLInputElement) => {
    const list = document.querySelector<HTMLElement>('.chat ol')
    document.querySelector<HTMLElement>('.phrases button')?.click()
    await Promise.resolve()
    if (!list?.scrollHeight || document.querySelector('.phrases'))
      throw new Error('the phrases are still there')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
  await expect(chips(page)).toHaveCount(1)
  await expect.poll(isAtEnd).toBe(true)
})

test('readers see a phrase in their own language, and an edited one as it was written', {
  tag: ['@TIME-118', '@TIME-119'],
}, async ({ browser }) => {
  const { anna, ben, id } = await twoFamilies(browser)
  expect((await speaksSpanish(ben)).status).toBe(200)
  await anna.page.goto(`/view-playdate-information/${id}`)
  const ticket = socketTicket(ben.page)
  await ben.page.goto(`/view-playdate-information/${id}`)
  await expect(chips(ben.page).getByRole('button').first()).toHaveText('Vamos en camino')
  await ticket

  await chips(anna.page).getByRole('button', { name: 'On our way' }).click()
  await anna.page.getByRole('button', { name: 'Send' }).click()
  await expect(listOf(ben.page).getByText('Vamos en camino')).toBeVisible()
  await expect(ben.page.getByRole('status').getByText('Alma: Vamos en camino')).toBeAttached()
  await expect(listOf(ben.page).getByText('On our way')).toHaveCount(0)
  await expect(listOf(anna.page).getByText('On our way')).toBeVisible()
  // The report shows the message as the viewer reads it.
  await listOf(ben.page).getByRole('button').first().click()
  const sheet = ben.page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Reportar' }).click()
  await expect(sheet.getByText('Vamos en camino')).toBeVisible()
  await ben.page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await dialogsClosed(ben.page)

  await chips(anna.page).getByRole('button', { name: "We're here" }).click()
  await anna.page.keyboard.type(', with cake')
  await anna.page.getByRole('button', { name: 'Send' }).click()
  for (const { page } of [anna, ben]) {
    await expect(listOf(page).getByText("We're here, with cake")).toBeVisible()
  }
  await chips(ben.page).getByRole('button', { name: 'Ya llegamos' }).click()
  await ben.page.getByRole('button', { name: 'Enviar' }).click()
  await expect(listOf(anna.page).getByText("We're here", { exact: true })).toBeVisible()
  expect(await messagesOf(ben, id)).toEqual([
    { text: 'On our way', phrase: 'on-our-way' },
    { text: "We're here, with cake", phrase: null },
    { text: 'Ya llegamos', phrase: 'here' },
  ])

  // A phrase key that only a later release knows.
  await ben.page.route('**/api/app/room/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('on-our-way', 'picnic') })
  })
  await ben.page.reload()
  await expect(listOf(ben.page).getByText('On our way')).toBeVisible()
})

test('a request can be rejected with one of two phrases, which ends its chat', {
  tag: ['@TIME-120'],
}, async ({ browser }) => {
  const { anna, ben, id } = await twoFamilies(browser, { viewport: { width: 360, height: 740 } })
  expect((await speaksSpanish(anna)).status).toBe(200)
  await anna.page.goto(`/view-playdate-information/${id}`)
  await expect(listOf(anna.page)).toContainText('¡Saluda!')
  const { page } = ben
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/view-playdate-request/${id}`)
  const question = page.getByRole('alertdialog')
  const buttons = chips(page).getByRole('button')
  const pressed = buttons.and(page.locator('[aria-pressed=true]'))
  await page.getByRole('button', { name: 'Reject Playdate' }).click()
  await expect(buttons).toHaveText(['Not this time, but please ask us again', "We're sick, sorry"])
  await expect(pressed).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const frame = await page.locator('.confirm').boundingBox()
  for (const each of await buttons.all()) {
    const box = await each.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
  }
  // At most one is picked, and a second press deselects it.
  await buttons.first().click()
  await buttons.last().click()
  await expect(pressed).toHaveText(["We're sick, sorry"])
  await buttons.last().click()
  await expect(pressed).toHaveCount(0)
  // The choice is discarded when the question is cancelled.
  await buttons.last().click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Reject Playdate' }).click()
  await expect(pressed).toHaveCount(0)
  await buttons.first().click()
  await question.getByRole('button', { name: 'Reject Playdate' }).click()
  await expect(page).toHaveURL('/')

  await expect(listOf(anna.page)).toContainText('Esta vez no podemos, pero vuelvan a invitarnos')
  await expect(anna.page.getByText('Este chat está cerrado. Todavía puedes leerlo.')).toBeVisible()
  expect(await messagesOf(anna, id)).toEqual([
    { text: 'Not this time, but please ask us again', phrase: 'not-this-time' },
  ])
})
