import type { Page } from '@playwright/test'
import { administrator } from './administrators.ts'
import { quickPlaydate, setPremium } from './events.ts'
import { expect, test } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { mailedLink } from './mails.ts'
import { callAs, type Person, password, quickFamily, quickRequest, storeToken, visitor } from './people.ts'
import { isReadable } from './readable.ts'
import { inSteps, stopClock } from './still-clock.ts'
import { choose } from './walk.ts'

const isIn = (page: Page, language: 'en' | 'es') =>
  expect(page.locator('html')).toHaveAttribute('lang', language)

/** Signs in through the form, in either language. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(/Email Address|Correo electrónico/).fill(email)
  await page.getByLabel(/^(Password|Contraseña)/).fill(password)
  await page.getByRole('button', { name: /^(Sign In|Entrar)$/ }).click()
}

test('on /login the language changes in place, keeps what was typed, and is remembered', {
  tag: ['@TIME-84', '@TIME-91'],
}, async ({ browser }) => {
  const { page, context } = await visitor(browser, 'Nora', { child: 'Max' })
  await page.goto('/login')
  await isIn(page, 'en')
  await page.getByLabel('Email Address').fill('nora@example.org')
  await page.getByRole('button', { name: 'Español' }).click()
  await isIn(page, 'es')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('nora@example.org')
  await expect(page.getByRole('button', { name: 'Español' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveTitle('Entrar · Tagalong')
  await page.reload()
  await isIn(page, 'es')
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()

  // Without any script: the server itself chooses.
  const html = async (headers: Record<string, string>) =>
    (await context.request.get('/login', { headers })).text()
  expect(await html({})).toContain('<html lang="es">')
  await context.clearCookies()
  expect(await html({ 'Accept-Language': 'es-MX,es;q=0.9' })).toContain('Contraseña')
  expect(await html({ 'Accept-Language': 'en-US' })).toContain('<html lang="en">')
  const { vary } = (await context.request.get('/login')).headers()
  expect(vary).toContain('Accept-Language')
  expect(vary).toContain('Cookie')
})

test('a prompt and a toast disappear when the language changes', {
  tag: ['@TIME-84', '@TIME-87'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/status of 400/)
  const { page, context, email } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  await storeToken(context, null)
  await page.goto('/request-reset')
  for (const field of await page.locator('input[type=email]').all()) await field.fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const link = await mailedLink(email, 'Reset Password')
  await page.clock.install()
  await page.goto(link)
  await page.getByLabel(/^Password/).fill('Zebra-Crossing-77')
  await page.getByLabel(/^Confirm Password/).fill('Zebra-Crossing-77')
  await stopClock(page)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const language = (name: string) => page.getByRole('button', { name, exact: true })
  const toast = page.locator('.toast')
  await inSteps(page, toast)
  // A screen that was loading appears a moment later.
  await page.clock.runFor(400)
  await expect(language('Español')).toBeVisible()
  await expect(toast).toHaveText('Your password has been reset. Please sign in.')
  await language('Español').click()
  await expect(toast).toHaveCount(0)

  const enter = page.getByRole('button', { name: 'Entrar' })
  const prompt = page.getByText('Escribe tu correo electrónico')
  await enter.click()
  await expect(prompt).toBeVisible()
  await language('English').click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(prompt).toHaveCount(0)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel(/^Password/).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const refusal = page.locator('form [role=alert]').filter({ hasText: /\w/ })
  await expect(refusal).toHaveCount(1)
  await language('Español').click()
  await expect(enter).toBeVisible()
  await expect(refusal).toHaveCount(0)
})

test('a language chosen before signing in is saved to the account; otherwise the account’s is used', {
  tag: ['@TIME-85'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  await storeToken(anna.context, null)
  const { page } = anna
  await page.goto('/login')
  await page.getByRole('button', { name: 'Español' }).click()
  await signIn(page, anna.email)
  await expect(page.getByRole('heading', { name: 'QUIERO' })).toBeVisible()
  await expect
    .poll(async () => (await callAs(anna, 'GET', '/api/auth/whoami')).body.data.user.language)
    .toBe('es')

  const other = await visitor(browser, 'Anna', { child: 'Mia' })
  await other.page.goto('/login')
  await isIn(other.page, 'en')
  await signIn(other.page, anna.email)
  await expect(other.page.getByRole('heading', { name: 'QUIERO' })).toBeVisible()
  await isIn(other.page, 'es')
})

test('the language is changed with the profile, applies at once, and is listed among the details', {
  tag: ['@TIME-86'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Bea', { child: 'Mia' })
  await page.goto('/profile')
  const line = (term: string) => page.locator('dl div').filter({ hasText: term })
  await expect(line('Language')).toHaveText('LanguageEnglish')
  await page.getByRole('link', { name: 'Edit my details' }).click()
  await page.getByLabel('Language').selectOption('Español')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(line('Idioma')).toHaveText('IdiomaEspañol')
  await expect(page.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible()
  await isIn(page, 'es')
  await page.reload()
  await isIn(page, 'es')
})

test('two families with different languages agree on a playdate and chat, each in their own', {
  tag: ['@TIME-88', '@TIME-90', '@TIME-104'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const luz = await choose('es', await quickFamily(browser, 'Luz', { child: 'Leo' }))
  const request = await quickRequest(anna, luz)

  const { page } = luz
  await page.goto('/notifications')
  await page.getByRole('link', { name: /Anna te propuso una cita/ }).click()
  await expect(page).toHaveURL(`/view-playdate-request/${request}`)
  await expect(page.getByRole('heading', { name: '¿Pueden jugar?' })).toBeVisible()
  await expect(page.getByText(/\d{1,2} [a-z]{3,4}, \d{1,2}:\d\d [ap]\.m\./).first()).toBeVisible()
  await page.getByText('Riverside Park', { exact: true }).click()
  await page.getByRole('radio').last().click({ force: true })
  await page.getByRole('button', { name: 'Confirmar cita' }).click()
  await expect(page.getByRole('heading', { name: '¡Qué bien!' })).toBeVisible()

  await anna.page.goto('/notifications')
  await expect(anna.page.getByRole('link', { name: /Luz confirmed your playdate/ })).toBeVisible()
  await page.goto(`/view-playdate-information/${request}`)
  await page.getByRole('textbox', { name: 'Tu mensaje' }).fill('¡Nos vemos!')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await anna.page.goto(`/view-playdate-information/${request}`)
  await expect(anna.page.getByRole('list', { name: 'Messages' })).toContainText('¡Nos vemos!')

  await storeToken(luz.context, null)
  await page.goto('/request-reset')
  await page.getByRole('button', { name: 'Español' }).click()
  for (const field of await page.locator('input[type=email]').all()) await field.fill(luz.email)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await page.goto(await mailedLink(luz.email, 'Cambiar contraseña'))
  await isIn(page, 'es')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('admin pages are in English from the first byte on, whatever language was chosen', {
  tag: ['@TIME-87', '@TIME-91'],
}, async ({ browser }) => {
  const { page, context } = await choose('es', await administrator(browser, 'Ada'))
  await page.goto('/')
  await isIn(page, 'es')
  for (const path of ['/admin', '/admin/groups', '/admin/user/new', '/admin/none'])
    expect(await (await context.request.get(path)).text(), path).toContain('<html lang="en">')

  await page.addInitScript(() => {
    const languages = new Set<string>()
    Object.assign(window, { languages })
    // It may run once the document has a doctype only.
    const note = () => document.documentElement && languages.add(document.documentElement.lang)
    new MutationObserver(note).observe(document, {
      childList: true,
      subtree: true,
      attributeFilter: ['lang'],
    })
  })
  await page.goto('/admin/groups')
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  const seen = () => page.evaluate(() => [...(window as unknown as { languages: Set<string> }).languages])
  expect(await seen()).toEqual(['en'])
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'QUIERO' })).toBeVisible()
  await isIn(page, 'es')
})

/** Words that only English has, and that are frequent on its screens; `28 ago` is Spanish for August 28. */
const english =
  /(?<!\p{L})(?:the|you|your|and|is|are|was|it|we|with|this|that|have|not|for|of|to|on|at|by|or|(?<!\d )ago|just|now|Add|Save|Cancel|Edit|Delete|Back|Send|Playdates?|Request|Friend|Child|Children|Group|Pods?|Connections?|Notifications?|Profile|Home|When|Where|Who|(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day)(?!\p{L})/u

async function readsSpanish(page: Page, where: string): Promise<void> {
  await isIn(page, 'es')
  const texts = await page.evaluate(findTexts)
  expect
    .soft(
      texts.filter((text) => english.test(text)),
      where,
    )
    .toEqual([])
  await isReadable(page, [{ width: 360, height: 780, text: 1 }])
}

/** Runs in the page: returns texts that are visible or for screen readers. */
function findTexts(): string[] {
  const heard = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt', 'title'].flatMap(
    (name) => [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
  )
  // Names of cities and publications stay the same.
  const kept = [...document.querySelectorAll('select[name=timeZone] option, .fact a')]
  const names = kept.map(({ textContent }) => textContent)
  const { shownToasts } = window as unknown as { shownToasts: string[] }
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
  const texts = [document.title, ...document.body.innerText.split('\n'), ...heard, ...shownToasts]
  return texts.filter((text) => !names.includes(text))
}

// The pseudo-locale tests check that every text is a message, and that each fits.
test('every caregiver’s screen is in Spanish, and readable on a narrow phone', {
  tag: ['@TIME-87'],
}, async ({ browser }) => {
  test.setTimeout(180_000)
  const look = async ({ page }: Person, path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await readsSpanish(page, path)
  }
  const nora = await visitor(browser, 'Nora', { child: 'Max', locale: 'es-MX' })
  for (const path of [
    '/login',
    '/second-step',
    '/register',
    '/request-reset',
    '/terms',
    '/privacy',
    '/forbidden',
    '/nada',
  ])
    await look(nora, path)

  const [ana, luz] = [
    await choose('es', await quickFamily(browser, 'Ana', { child: 'Mia' })),
    await choose('es', await quickFamily(browser, 'Luz', { child: 'Leo' })),
  ]
  await setPremium(ana, 'active')
  const request = await quickRequest(luz, ana)
  const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const event = await quickPlaydate(ana, { times: [start], isEvent: true, description: 'Traigan agua' })
  const group = await makeGroup('Clase 2b', ['Salón 12'])
  await makeMember(group, ana, { isGroupAdmin: true })
  // The first page was rendered in the browser's language; all of it changes, even what isn't rendered again.
  await ana.page.goto('/')
  await isIn(ana.page, 'es')
  const bar = ana.page.getByRole('navigation', { name: 'Principal' })
  await expect(bar.getByRole('link')).toHaveText([/^Inicio/, /^Perfil/, /^Citas/, /^Contactos/, /^Avisos/])
  for (const path of [
    '/',
    '/profile',
    '/edit-profile',
    '/security',
    '/safety',
    '/your-data',
    '/edit-child/new',
    '/connections',
    '/connections?t=pending',
    '/connections?t=groups',
    '/edit-connection/new',
    '/notifications',
    group.path,
    '/view-playdates',
    '/confirm-number',
    '/account-notice',
    '/edit-playdate/new',
    `/view-playdate-request/${request}`,
    `/edit-playdate/${request}`,
    `/view-playdate-information/${event}`,
  ])
    await look(ana, path)
})
