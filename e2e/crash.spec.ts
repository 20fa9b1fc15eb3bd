import type { Page } from '@playwright/test'
import { setAdmin } from './administrators.ts'
import { answered, expect, test } from './fixtures.ts'
import { quickFamily, visitor } from './people.ts'
import { isSound } from './sound.ts'

// The browser and React log the errors that are thrown on purpose.
test.use({ expectedErrors: [/broken on purpose|Failed to load resource|net::ERR_/] })

const oops = 'Oops! Something went wrong.'
const routersOwn = 'Unexpected Application Error!'

/** Replaces a lazily loaded screen by one that fails. */
async function breakScreen(page: Page, file: string, name: string, body: string) {
  await page.route(`**/assets/${file}-*.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `export const ${name} = () => { ${body} }` }),
  )
}

const throwing = "throw new RangeError('broken on purpose')"

async function isCrashed(page: Page) {
  await expect(page.getByRole('heading', { name: oops })).toBeVisible()
  await expect(page.getByText(routersOwn)).toHaveCount(0)
}

test('a caregiver reports a crash without secrets, and a failed report keeps the text', {
  tag: ['@CONST-33', '@ERR-05', '@ERR-06', '@ERR-07', '@ERR-08', '@ERR-09', '@ERR-17', '@ERR-18', '@ERR-54'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Kira', { child: 'Max' })
  const secret = 'Zt3_9xQbL0aVtUj4YkRm7sWc1dEe5fGh2iJk8lMnOpQ'
  await breakScreen(
    page,
    'connections-with-groups-screen',
    'ConnectionsWithGroupsScreen',
    `throw new RangeError('broken on purpose: token=${secret} of kira@example.org, +15105550123')`,
  )
  await page.goto('/')
  await page.getByRole('link', { name: 'Connections' }).click()
  await isCrashed(page)
  await expect(
    page.getByText('It seems like something went wrong. Please help us by submitting a crash report.'),
  ).toBeVisible()
  const words = page.getByPlaceholder('Describe what happened...')
  await expect(words).toHaveAttribute('rows', '5')
  await isSound(page)
  // The screen stays, whatever else happens in the page.
  await page.evaluate(() => {
    window.history.pushState(null, '', '/profile')
    window.dispatchEvent(new PopStateEvent('popstate'))
    window.dispatchEvent(new Event('focus'))
  })
  await isCrashed(page)

  await words.fill('I wanted to see my friends. Call 510-555-0199.')
  await page.route('**/api/app/submit-crash-report', (route) => route.abort(), { times: 1 })
  const submit = page.getByRole('button', { name: 'Submit Crash Report' })
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Could not send the report. Please try again.')).toBeVisible()
  await expect(words).toHaveValue('I wanted to see my friends. Call 510-555-0199.')
  const sent = answered(page, '**/api/app/submit-crash-report')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thank you! Your report has been sent.')).toBeVisible()
  const body = (await sent).postDataJSON()
  expect(body.error).toMatchObject({
    name: 'RangeError',
    message: 'broken on purpose: token=[hidden] of [hidden], [hidden]',
  })
  expect(body.userDescription).toBe('I wanted to see my friends. Call [hidden].')
  for (const hidden of [secret, 'kira@', '5105550123', '555-0199'])
    expect(JSON.stringify(body)).not.toContain(hidden)
  await isSound(page)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a visitor sees three suggestions after a crash, and no form', {
  tag: ['@ERR-10', '@ERR-11', '@ERR-12', '@ERR-13', '@ERR-05'],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Vito', { child: 'Max' })
  await breakScreen(page, 'register-screen', 'RegisterScreen', throwing)
  await page.goto('/register')
  await isCrashed(page)
  await expect(
    page.getByText('We apologize for the inconvenience. Here are a few things you can try:'),
  ).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([
    /Refresh the page/,
    /Clear your browser cache/,
    /Contact support/,
  ])
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await isSound(page)
  await page.unroute('**/assets/register-screen-*.js')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
})

test('an administrator sees the error itself, and can copy it', {
  tag: ['@ERR-14', '@ERR-15', '@ERR-16'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Karl', { child: 'Max' })
  const { page, context } = person
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await setAdmin(person, true)
  await breakScreen(page, 'connections-with-groups-screen', 'ConnectionsWithGroupsScreen', throwing)
  await page.goto('/connections')
  await isCrashed(page)
  await expect(page.getByText('RangeError', { exact: true })).toBeVisible()
  await expect(page.getByText('broken on purpose', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const stack = page.getByRole('region', { name: 'Stack' })
  await expect(stack).toContainText('at ConnectionsWithGroupsScreen')
  await isSound(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('RangeError: broken on purpose')
  await page.getByText('Stack', { exact: true }).click()
  await expect(stack).toBeHidden()
  await page.getByText('Stack', { exact: true }).click()
  await expect(stack).toBeVisible()
})

test('a reply of the wrong shape shows the crash screen, not an empty page', { tag: ['@ERR-05'] }, async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/is not a function/)
  const { page } = await quickFamily(browser, 'Kuno', { child: 'Max' })
  await page.route('**/api/app/connection', (route) => route.fulfill({ json: { status: 200, data: {} } }))
  await page.goto('/connections')
  await isCrashed(page)
})

test('an error outside React shows the crash screen; a lost connection does not', {
  tag: ['@ERR-05'],
}, async ({ browser, expectErrors }) => {
  // The browser itself reports the unhandled rejection.
  expectErrors(/Failed to fetch/)
  const { page } = await quickFamily(browser, 'Kaja', { child: 'Max' })
  // A screen that isn't prerendered, so that it may render anything.
  const late = [
    "setTimeout(() => { throw new Error('broken on purpose, late') }, 50); return null",
    "Promise.reject(new Error('broken on purpose, by a promise')); return null",
  ]
  for (const body of late) {
    await breakScreen(page, 'playdate-request-screen', 'PlaydateRequestWithQuestionScreen', body)
    await page.goto('/view-playdate-request/1')
    await isCrashed(page)
    await page.unroute('**/assets/playdate-request-screen-*.js')
  }
  await page.route('**/nobody-answers', (route) => route.abort())
  await breakScreen(
    page,
    'playdate-request-screen',
    'PlaydateRequestWithQuestionScreen',
    "fetch('/nobody-answers').finally(() => { window.isOver = true }); return 'still here'",
  )
  await page.goto('/view-playdate-request/1')
  await page.waitForFunction(() => 'isOver' in window)
  await expect(page.getByText('still here')).toBeVisible()
  await expect(page.getByText(oops)).toHaveCount(0)
})

test('a page changed by something else before hydration is rendered again without a crash', {
  tag: ['@ERR-05'],
}, async ({ browser, expectErrors }) => {
  // React reports the hydration mismatch.
  expectErrors(/React error #418/)
  const { page } = await quickFamily(browser, 'Kelda', { child: 'Max' })
  await page.route('**/connections', async (route) => {
    const reply = await route.fetch()
    const text = await reply.text()
    const changed = text.replace(/>Connections<\/h1>/, '>Verbindungen</h1>')
    expect(changed).not.toBe(text)
    await route.fulfill({ response: reply, body: changed })
  })
  await page.goto('/connections')
  await expect(page.getByRole('heading', { level: 1, name: 'Connections', exact: true })).toBeVisible()
  await expect(page.getByText(oops)).toHaveCount(0)
})

test('if the form’s code can’t be loaded, a caregiver still sees the suggestions', {
  tag: ['@ERR-05'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Kolja', { child: 'Max' })
  await page.route('**/assets/crash-*.js', (route) => route.abort())
  await breakScreen(page, 'connections-with-groups-screen', 'ConnectionsWithGroupsScreen', throwing)
  await page.goto('/connections')
  await isCrashed(page)
  await expect(page.getByText(/Here are a few things you can try/)).toBeVisible()
})
