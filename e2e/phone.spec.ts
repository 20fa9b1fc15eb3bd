import { holdAnswers } from './fixtures.ts'
import { expect, test } from './harness/harness.ts'
import { callAs, newPhone, numberOf, quickFamily, register, visitor } from './people.ts'
import { isSound } from './sound.ts'

const picker = { name: /Country$/ }

test('the field starts with the United States, loads only its flag, and finds countries by name or code', {
  tag: ['@WIDGET-10', '@CONST-28', '@WIDGET-11'],
}, async ({ page, harness }) => {
  const flags: string[] = []
  page.on('request', (request) => {
    if (/\/[A-Z]{2}-[^/]*\.svg$/.test(request.url())) flags.push(request.url())
  })
  await harness.open('phone')
  const country = page.getByRole('button', picker)
  const number = page.getByLabel('Phone Number')
  await expect(country).toHaveText(/United States/)
  await expect(country).toHaveText(/\+1$/)
  await number.fill('2025550123')
  await expect(number).toHaveValue('(202) 555-0123')
  await expect(page.locator('output')).toHaveText('+12025550123')
  await expect.poll(() => flags).toHaveLength(1)

  await country.click()
  await expect(page.getByRole('option')).toHaveCount(245)
  await expect(page.getByRole('option', { selected: true })).toHaveText(/United States/)
  await page.keyboard.type('49')
  await expect(page.getByRole('option')).toHaveText(['Germany+49'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(country).toHaveText(/Germany/)
  await expect(country).toBeFocused()
  await number.fill('030 901820')
  await expect(page.locator('output')).toHaveText('+4930901820')
  await expect(page.getByText('+49 30 901820')).toBeVisible()

  await country.press('Enter')
  await page.keyboard.type('cote')
  await expect(page.getByRole('option')).toHaveText(['Côte d’Ivoire+225'])
  await page.keyboard.press('Escape')
  await expect(country).toBeFocused()
  await expect(country).toHaveText(/Germany/)
})

test('the open list of countries is accessible and readable', { tag: ['@WIDGET-10'] }, async ({
  page,
  harness,
}) => {
  await harness.open('phone')
  await isSound(page)
  await page.getByRole('button', picker).click()
  await expect(page.getByRole('option', { selected: true })).toBeInViewport()
  await isSound(page)
  await page.keyboard.type('no such country')
  await expect(page.getByText('Nothing fits')).toBeVisible()
})

test('a given number shows its country, also if it is given later', {
  tag: ['@WIDGET-25', '@CONST-38'],
}, async ({ page, harness }) => {
  await harness.open('phone?value=%2B12025550123&default=DE')
  const country = page.getByRole('button', picker)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(202) 555-0123')
  await expect(country).toHaveText(/United States/)
  await page.getByRole('button', { name: 'Another number' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('020 7946 0018')
  await expect(country).toHaveText(/United Kingdom/)
  await expect(page.locator('output')).toHaveText('+442079460018')
})

test('a number typed before the numbering plans are loaded is validated by them afterwards', {
  tag: ['@WIDGET-11'],
}, async ({ page, harness }) => {
  const held = await holdAnswers(page, '**/assets/phone-numbers-*.js')
  await harness.open('phone')
  await expect(page.getByRole('button', picker)).toHaveCount(0)
  await page.getByLabel('Phone Number').fill('1 202 555 0123')
  await expect(page.locator('output')).toHaveText('+112025550123')
  held.release()
  await expect(page.getByRole('button', picker)).toHaveText(/United States/)
  await expect(page.locator('output')).toHaveText('+12025550123')
})

test('a number of a country that is not listed is refused', {
  tag: ['@WIDGET-26', '@WIDGET-37', '@WIDGET-36'],
}, async ({ page, harness, expectErrors }) => {
  await expectErrors(/Country not found/)
  harness.answer('POST /api/public/thing', { data: {} })
  await harness.open('phone-form')
  const number = page.getByLabel('Phone Number')
  await page.getByRole('button', picker).click()
  await expect(page.getByRole('option')).toHaveText([/^Canada/, /^United States/])
  await page.keyboard.press('Escape')
  for (const foreign of ['+4420', '+44 20 7946 0018', '(876) 555-0123']) {
    await number.fill(foreign)
    await expect(number).toHaveAccessibleDescription('That country is not supported')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(number).toHaveAccessibleDescription('That country is not supported')
  }
  await number.fill('+1 416 234 5678')
  await expect(page.getByRole('button', picker)).toHaveText(/Canada/)
  await expect(number).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => harness.calls.map(({ body }) => body)).toEqual([{ mobile: '+14162345678' }])
})

test('a default country that is not supported is ignored', { tag: ['@WIDGET-27'] }, async ({
  page,
  harness,
  expectErrors,
}) => {
  await expectErrors(/Country not found/)
  await harness.open('phone?default=ZZ')
  const country = page.getByRole('button', picker)
  await expect(country).toHaveText(/United States/)
  await expect(page.getByText('That country is not supported')).toBeHidden()
  await page.getByLabel('Phone Number').fill('2025550123')
  await expect(page.locator('output')).toHaveText('+12025550123')
  await harness.open('phone?default=US&countries=FR,DE,ZZ')
  await expect(country).toHaveText(/France/)
  await page.getByLabel('Phone Number').fill('0142685300')
  await expect(page.locator('output')).toHaveText('+33142685300')
})

test('an unknown country is reported at the field and in the console, and the field still works', {
  tag: ['@WIDGET-36', '@WIDGET-37'],
}, async ({ page, harness, expectErrors }) => {
  await expectErrors(/Country not found/)
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text())
  })
  await harness.open('phone?value=%2B9991234567')
  const number = page.getByLabel('Phone Number')
  await expect(number).toHaveAccessibleDescription('That country is not supported')
  await expect(number).toHaveValue('+9991234567')
  expect(logged).toEqual(['Country not found'])
  // The number exists, but belongs to no country.
  await number.fill('+80012345678')
  await expect(number).toHaveAccessibleDescription('That country is not supported')
  await number.fill('+12025550123')
  await expect(page.getByText('That country is not supported')).toBeHidden()
  await expect(number).toHaveValue('(202) 555-0123')
})

test('a number must be valid in its country, in the form and on the server, and is stored in E.164', {
  tag: ['@WIDGET-28', '@CONST-38', '@WIDGET-11'],
}, async ({ browser, expectErrors }) => {
  await expectErrors(/400/)
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const { page } = anna
  await page.goto('/edit-profile')
  const number = page.getByLabel('Phone Number')
  await expect(number).toHaveValue(anna.phone)
  const sent: string[] = []
  page.on('request', (request) => {
    // The page's socket opens by itself, a second after the screen has loaded.
    if (request.method() === 'POST' && !request.url().endsWith('/websocket-ticket')) sent.push(request.url())
  })
  await number.fill('+1202555')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(number).toHaveAccessibleDescription('Please use a valid phone number')
  expect(sent).toEqual([])

  const mine = '/api/app/caregiver-profile/current-user'
  const { data: profile } = (await callAs(anna, 'GET', mine)).body
  const { name, lastName, zipCode, timeZone } = profile
  const body = { name, lastName, zipCode, timeZone }
  const refused = await callAs(anna, 'POST', mine, { ...body, phoneNumber: '+1202555' })
  expect(refused.status).toBe(400)
  expect(refused.body.fields.phoneNumber).toBe('Please use a valid phone number')

  const changed = anna.phone.replace(/\d{4}$/, (last) =>
    String((Number(last) + 4000) % 10000).padStart(4, '0'),
  )
  await number.fill(changed)
  await page.getByRole('button', { name: 'Save' }).first().click()
  const stored = numberOf({ phone: changed })
  await expect.poll(async () => (await callAs(anna, 'GET', mine)).body.data.phoneNumber).toBe(stored)
})

test('onboarding starts with the United States and offers all countries; the one chosen survives a reload', {
  tag: ['@WIDGET-10', '@CONST-28'],
}, async ({ browser }) => {
  const vida = await visitor(browser, 'Vida', { child: 'Max' })
  const { page } = vida
  await register(vida)
  const country = page.getByRole('button', picker)
  await expect(page.getByLabel('Phone Number')).toHaveValue('')
  await expect(country).toHaveText(/United States/)
  await country.click()
  await expect(page.getByRole('option')).toHaveCount(245)
  await page.keyboard.type('germ')
  await expect(page.getByRole('option')).toHaveText(['Germany+49'])
  await page.getByRole('option').click()
  await expect(country).toHaveText(/Germany/)
  await page.getByLabel('Phone Number').fill('030 901820')
  await page.reload()
  await expect(page.getByLabel('Phone Number')).toHaveValue('030 901820')
  await expect(country).toHaveText(/Germany/)
})

test('a number of no country is refused on the profile’s form, which stays usable', {
  tag: ['@WIDGET-25', '@WIDGET-26', '@WIDGET-36', '@WIDGET-37'],
}, async ({ browser, expectErrors }) => {
  await expectErrors(/Country not found/)
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const { page } = anna
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text())
  })
  await page.goto('/edit-profile')
  const number = page.getByLabel('Phone Number')
  await expect(number).toHaveValue(anna.phone)
  await expect(page.getByRole('button', picker)).toHaveText(/United States/)
  await number.fill('+9991234567')
  await expect(number).toHaveAccessibleDescription('That country is not supported')
  await expect.poll(() => logged).toEqual(['Country not found'])
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/caregiver-profile/current-user') && request.method() === 'POST')
      posted.push(request.postDataJSON().phoneNumber)
  })
  const save = page.getByRole('button', { name: 'Save' }).first()
  await save.click()
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription('That country is not supported')
  const next = newPhone()
  await number.fill(next)
  await expect(number).not.toHaveAttribute('aria-invalid')
  await save.click()
  await expect(page).not.toHaveURL('/edit-profile')
  expect(posted).toEqual([numberOf({ phone: next })])
})
