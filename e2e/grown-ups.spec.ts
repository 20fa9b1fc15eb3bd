import type { Page, Request } from '@playwright/test'
import { confirmedLongAgo, inDatabase } from './database.ts'
import { connect, quickPlaydate, setPremium } from './events.ts'
import {
  answered,
  dialogsClosed,
  expect,
  holdSocket,
  isComplete,
  socketTicket,
  someFrames,
  test,
} from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { help, share } from './grown-ups.ts'
import { callAs, childrenOf, numberOf, type Person, password, quickFamily, quickUser } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

/** The refusal that makes the app ask for identity. */
const askedFirst = /409 \(Conflict\).*confirmed/

async function childOf(person: Person): Promise<string> {
  return (await childrenOf(person))[0]._id
}

/** Makes a link in the sheet, from the child's page. Returns the link's path. */
async function makeLink({ page }: Person, child: string, label: string, isHelper = false): Promise<string> {
  await page.goto(`/edit-child/${child}`)
  await page.getByRole('link', { name: "Anika's grown-ups" }).click()
  const before = Date.now()
  await page.getByRole('link', { name: 'Add a grown-up' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a grown-up' })
  await sheet.getByLabel('Who is it for?').fill(label)
  if (isHelper) {
    await sheet.getByText('A helper', { exact: true }).click()
    // Midnight may have passed since the sheet was opened.
    const inNinetyDays = [before, Date.now()].map((at) =>
      new Date(at + 90 * 86_400_000 - 1).toLocaleDateString('sv', { timeZone: 'America/New_York' }),
    )
    await expect(sheet.getByLabel('Until')).toHaveValue(new RegExp(inNinetyDays.join('|')))
  }
  await sheet.getByRole('button', { name: 'Make the link' }).click()
  const link = sheet.getByText('/join/')
  await expect(link).toBeVisible()
  await isSound(page, { within: '[role=dialog]' })
  const url = new URL((await link.textContent()) ?? '')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(`Link "${label}" · good until`)).toBeVisible()
  await dialogsClosed(page)
  return url.pathname
}

/** Confirms the invite from Home, with the password on the way. */
async function confirm({ page, email }: Person, name: string): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: `${name} Example opened your invite` })).toBeVisible()
  await page.getByRole('link', { name: 'Take a look' }).click()
  await confirmedLongAgo(email)
  await page.getByRole('button', { name: `Yes, it's ${name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: "Please confirm that it's you." })
  await dialog.getByLabel('Your Password').fill(password)
  await dialog.getByRole('button', { name: "It's me" }).click()
}

async function accept(by: Person, id: string, acceptedTime: string): Promise<void> {
  const body = { id, acceptedLocation: 'Riverside Park', acceptedTime, version: 1 }
  expect((await callAs(by, 'POST', '/api/app/accept-playdate', body)).status).toBe(200)
}

test('a second parent is invited and confirmed, and begins a day later', {
  tag: ['@HOME-03', '@HOME-75'],
}, async ({ browser, expectErrors }) => {
  expectErrors(askedFirst)
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const anika = await childOf(priya)
  await priya.page.goto(`/child/${anika}/grown-ups`)
  await expect(priya.page.getByText("It's just you.")).toBeVisible()
  await isSound(priya.page)
  const path = await makeLink(priya, anika, 'Dad')
  // Going back leaves the page; going forward doesn't open the sheet again.
  await priya.page.goBack()
  await expect(priya.page).toHaveURL(`/edit-child/${anika}`)
  await priya.page.goForward()
  await expect(priya.page.getByText('Link "Dad"')).toBeVisible()
  await expect(priya.page.getByRole('dialog')).toHaveCount(0)

  await dev.page.goto(path)
  await expect(
    dev.page.getByRole('heading', { name: 'Priya asks you to be a grown-up for a child' }),
  ).toBeVisible()
  await expect(dev.page.getByText('Anika')).toHaveCount(0)
  await isSound(dev.page)
  await dev.page.getByRole('button', { name: 'Say yes' }).click()
  await expect(dev.page.getByText("Thank you! Priya now confirms that it's you.")).toBeVisible()
  // Shown on the screen that is still open.
  await expect(priya.page.getByRole('heading', { name: 'Dev Example opened your invite' })).toBeVisible()

  await confirm(priya, 'Dev')
  await expect(priya.page.getByText(/^Begins at \d+:\d\d [AP]M, /)).toBeVisible()
  await dev.page.goto('/profile')
  await expect(dev.page.getByText(/^You begin at \d+:\d\d [AP]M, /)).toBeVisible()
  await expect(dev.page.getByText('Anika')).toHaveCount(0)

  await inDatabase(
    `update guardian_invite set begins_at = begins_at - interval '24 hours' where child_id = $1`,
    [anika],
  )
  await inDatabase(`update guardianship set since = since - interval '24 hours' where child_id = $1`, [anika])
  await dev.page.goto(`/edit-child/${anika}`)
  await expect(dev.page.getByRole('link', { name: "Anika's grown-ups" })).toBeVisible()
})

test('a second parent reads and saves the child, and can leave or decide to stay', {
  tag: ['@HOME-75'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const anika = await share(priya, dev)
  await dev.page.goto(`/edit-child/${anika}`)
  // Neither of two guardians can delete the child.
  await expect(dev.page.getByRole('link', { name: "Anika's grown-ups" })).toBeVisible()
  await expect(dev.page.getByRole('button', { name: 'Delete child' })).toHaveCount(0)
  await dev.page.getByLabel('School').fill('Elm Street School')
  await dev.page.getByRole('button', { name: 'Save' }).click()
  await expectToast(dev.page, 'Your changes are saved')
  await priya.page.goto(`/edit-child/${anika}`)
  await expect(priya.page.getByLabel('School')).toHaveValue('Elm Street School')

  // Leaving, and deciding to stay.
  await dev.page.goto(`/child/${anika}/grown-ups`)
  await isSound(dev.page)
  await dev.page.getByRole('button', { name: "Stop being Anika's grown-up" }).click()
  await dev.page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(dev.page.getByText(/^You stop at /)).toBeVisible()
  await dev.page.getByRole('button', { name: 'Stay' }).click()
  await expect(dev.page.getByRole('button', { name: "Stop being Anika's grown-up" })).toBeVisible()
})

test('guardians of one child can mute and report each other, but not block', {
  tag: ['@SAFE-26'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const anika = await share(priya, dev)

  // Even if they aren't friends.
  await dev.page.goto(`/child/${anika}/grown-ups`)
  await dev.page.getByRole('button', { name: 'More about Priya Example' }).click()
  const menu = dev.page.getByRole('dialog', { name: 'Priya Example' })
  await expect(menu.getByRole('button', { name: 'Mute' })).toBeEnabled()
  await expect(menu.getByRole('button', { name: 'Block' })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Report' }).click()
  const report = dev.page.getByRole('dialog', { name: 'Report Priya' })
  await report.getByText('Hurtful or threatening').click()
  await report.getByRole('button', { name: 'Send' }).click()
  const thanks = dev.page.getByRole('dialog', { name: 'Thank you for telling us' })
  await thanks.getByRole('button', { name: 'Done' }).click()
  await dialogsClosed(dev.page)

  // In a group of both, the child isn't listed as another family's.
  await connect(priya, dev)
  const group = await makeGroup('Room 12')
  for (const each of [priya, dev]) await makeMember(group, each)
  for (const { page } of [priya, dev]) {
    await page.goto(group.path)
    const families = page.getByRole('region', { name: 'Families' })
    await expect(families.getByText(page === priya.page ? 'Leo E' : /^No other children/)).toBeVisible()
    await expect(families.getByText('Anika')).toHaveCount(0)
  }

  // Neither can block the other.
  await priya.page.goto('/connections')
  await priya.page.getByRole('button', { name: 'More about Dev Example' }).click()
  await priya.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  const question = priya.page.getByRole('alertdialog', { name: 'Block Dev Example?' })
  await expect(question.getByRole('alert')).toContainText('You both look after Anika.')
  await expect(question.getByRole('button')).toHaveText(['Cancel'])
})

test('a helper without children joins and sees only playdates', {
  tag: ['@HOME-76', '@HOME-28'],
}, async ({ browser, expectErrors }) => {
  expectErrors(askedFirst, /404 \(Not Found\).*playdate/)
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const noa = await quickFamily(browser, 'Noa', { child: 'Zuri' })
  const asha = await quickUser(browser, 'Asha', { child: '' })
  const anika = await childOf(priya)
  const path = await makeLink(priya, anika, 'Aunt Asha', true)

  await asha.page.goto(path)
  await expect(asha.page.getByRole('heading', { name: 'Priya asks you to help with a child' })).toBeVisible()
  await asha.page.getByRole('button', { name: 'Say yes' }).click()
  await asha.page.getByRole('link', { name: 'Set up your profile' }).click()
  await asha.page.getByLabel('First Name').fill('Asha')
  await asha.page.getByLabel('Last Name').fill('Example')
  await asha.page.getByLabel('Phone Number').fill(asha.phone)
  await asha.page.getByLabel('Zip Code').fill('94601')
  await asha.page.getByRole('button', { name: 'Confirm' }).click()
  await expect(asha.page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()

  await confirm(priya, 'Asha')
  await expect(priya.page.getByText(/^Helps you until \d\d\/\d\d$/)).toBeVisible()
  await asha.page.goto('/')
  await expect(asha.page.getByText('You help with Anika')).toBeVisible()
  await expect(asha.page.getByText(/^until \d\d\/\d\d$/)).toBeVisible()
  await expect(asha.page.getByText('No playdates yet. Priya plans them.')).toBeVisible()
  await expect(asha.page.getByRole('navigation', { name: 'I want to' }).getByRole('link')).toHaveCount(2)
  await isSound(asha.page)

  await asha.page.goto(`/child/${anika}/grown-ups/new`)
  await expect(asha.page.getByText(/^Helps Priya until/)).toBeVisible()
  await expect(asha.page.getByRole('link', { name: /Add a grown-up|Introduce/ })).toHaveCount(0)
  await expect(asha.page.getByRole('dialog')).toHaveCount(0)
  await expect(asha.page.getByRole('button', { name: /^More about/ })).toHaveCount(0)

  await connect(priya, noa)
  const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(priya, { times: [time] })
  expect((await callAs(asha, 'GET', `/api/app/playdate/${id}`)).status).toBe(404)
  await accept(noa, id, time)
  await asha.page.goto('/')
  await expect(asha.page.getByRole('heading', { name: 'Next playdate' })).toBeVisible()
  await expect(asha.page.getByText('Riverside Park')).toBeVisible()
  // A helper can't read a cancelled playdate, even if it was on the screen.
  const other = await quickPlaydate(priya, { times: [time] })
  await accept(noa, other, time)
  const ticket = socketTicket(asha.page)
  await asha.page.goto(`/view-playdate-information/${other}`)
  await expect(asha.page.getByText('Riverside Park')).toBeVisible()
  await ticket
  await callAs(priya, 'POST', '/api/app/cancel-playdate', { id: other })
  await expect(asha.page.getByText('Riverside Park')).toHaveCount(0)
  await expect(asha.page.getByText('This playdate is not here')).toBeVisible()
})

test('any guardian can mute or report a helper; who asked for the help stops it', {
  tag: ['@HOME-76'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const noa = await quickFamily(browser, 'Noa', { child: 'Zuri' })
  const asha = await quickFamily(browser, 'Asha', { child: 'Zoe' })
  const anika = await help(priya, asha)
  // A helper without children.
  expect((await callAs(asha, 'DELETE', `/api/app/child/${await childOf(asha)}`)).status).toBe(200)
  await connect(priya, noa)
  const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(priya, { times: [time] })
  await accept(noa, id, time)
  expect((await callAs(asha, 'GET', `/api/app/playdate/${id}`)).status).toBe(200)
  await asha.page.goto('/')
  await expect(asha.page.getByText('You help with Anika')).toBeVisible()

  // Another guardian, who need not know Asha.
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await share(priya, dev)
  await dev.page.goto(`/child/${anika}/grown-ups`)
  await dev.page.getByRole('button', { name: 'More about Asha Example' }).click()
  const menu = dev.page.getByRole('dialog', { name: 'Asha Example' })
  await expect(menu.getByRole('button', { name: 'Mute' })).toBeEnabled()
  await expect(menu.getByRole('button', { name: 'Block' })).toHaveCount(0)
  await isSound(dev.page, { within: '[role=dialog]' })
  await menu.getByRole('button', { name: 'Report' }).click()
  const report = dev.page.getByRole('dialog', { name: 'Report Asha' })
  await report.getByText('Not who they say they are').click()
  await report.getByRole('button', { name: 'Send' }).click()
  const thanks = dev.page.getByRole('dialog', { name: 'Thank you for telling us' })
  await expect(thanks.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(thanks.getByRole('button', { name: /^Block/ })).toHaveCount(0)
  await thanks.getByRole('button', { name: 'Done' }).click()

  await priya.page.goto(`/child/${anika}/grown-ups`)
  await priya.page.getByRole('button', { name: 'Change how Asha helps' }).click()
  const sheet = priya.page.getByRole('dialog', { name: 'Asha helps you' })
  await sheet.getByRole('button', { name: 'Stop their help' }).click()
  await expectToast(priya.page, "Asha doesn't help any more")
  expect((await callAs(asha, 'GET', `/api/app/playdate/${id}`)).status).toBe(404)
  await asha.page.goto('/')
  await expect(asha.page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  await expect(asha.page.getByText('You help with Anika')).toHaveCount(0)
})

test('a helper can read an event without errors about the guests’ responses', { tag: ['@HOME-25'] }, async ({
  browser,
}) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const noa = await quickFamily(browser, 'Noa', { child: 'Zuri' })
  const asha = await quickFamily(browser, 'Asha', { child: 'Leo' })
  await connect(noa, priya)
  await setPremium(noa, 'active')
  await help(priya, asha)
  const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(noa, { times: [time], isEvent: true })
  await callAs(priya, 'POST', '/api/app/event-response', { playdate: id, response: 'accepted', version: 1 })
  const { page } = asha
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByText('Riverside Park')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Riverside Park')).toBeVisible()
  await expect(page.getByText('We could not look up who is coming.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await isSound(page)
})

test('an invite link that leads nowhere says so', async ({ browser, expectErrors }) => {
  expectErrors(/404 \(Not Found\).*guardian-invite/)
  const { page } = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await page.goto(`/join/${'x'.repeat(22)}`)
  await expect(page.getByRole('heading', { name: 'This link is no longer good' })).toBeVisible()
  await expect(page.getByText('Please ask for a new one.')).toBeVisible()
  await isSound(page)
})

test('Home asks once about another grown-up, after a week and never beside another question', {
  tag: ['@HOME-89'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const { page, email } = priya
  const question = page.getByRole('heading', { name: 'Is there another grown-up for Anika?' })
  const aged = (days: number) =>
    inDatabase(`update app_user set created_at = now() - $2 * interval '1 day' where email = $1`, [
      email,
      days,
    ])
  /** Opens Home, and waits until all its requests have been answered. */
  const open = async () => {
    const answer = page.waitForResponse(/grown-up-question/, { timeout: 0 })
    await page.goto('/')
    await answer
    await page.waitForLoadState('networkidle')
  }
  await aged(6)
  await open()
  await expect(question).toHaveCount(0)
  await aged(7)
  await open()
  await expect(question).toBeVisible()
  await isSound(page)

  // A pending invitation is asked about first: one question at a time.
  const { data } = (
    await callAs(amara, 'POST', '/api/app/connection', {
      inviteeName: 'Priya',
      inviteePhoneNumber: numberOf(priya),
    })
  ).body
  await open()
  await expect(page.getByRole('heading', { name: 'Do you know Amara?' })).toBeVisible()
  await expect(question).toHaveCount(0)
  await callAs(priya, 'POST', `/api/app/connection/${data.connection._id}/accepted`, {})
  const request = await quickPlaydate(amara, { times: [new Date(Date.now() + 3 * 86_400_000).toISOString()] })
  await open()
  await expect(page.getByText('Your turn: 1')).toBeVisible()
  await expect(question).toHaveCount(0)
  await callAs(priya, 'POST', '/api/app/reject-playdate', { id: request })

  await open()
  const taken = answered(
    page,
    (each) => each.method() === 'POST' && each.url().endsWith('/grown-up-question'),
  )
  await page.getByRole('button', { name: 'Just me' }).click()
  await expect(question).toHaveCount(0)
  // The question disappears at once, before the server has answered.
  await taken
  expect((await callAs(priya, 'GET', '/api/app/grown-up-question')).body.data.child).toBeNull()
  await open()
  await expect(question).toHaveCount(0)
})

test('Home shows a caregiver who opened an invite before one who wants to connect', {
  tag: '@HOME-89',
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const inviteePhoneNumber = numberOf(priya)
  await callAs(dev, 'POST', '/api/app/connection', { inviteeName: 'Priya', inviteePhoneNumber })
  const link = `/api/app/child/${await childOf(priya)}/guardian-invite`
  const { data } = (await callAs(priya, 'POST', link, { label: 'Dad', role: 'guardian' })).body
  const token = data.inviteUrl.split('/').at(-1)
  await callAs(dev, 'POST', `/api/app/guardian-invite/${token}/accepted`, {})
  await priya.page.goto('/')
  await expect(priya.page.getByRole('heading', { name: 'Dev Example opened your invite' })).toBeVisible()
  await expect(priya.page.getByRole('heading', { name: 'Do you know Dev?' })).toHaveCount(0)
  await callAs(priya, 'DELETE', `/api/app/guardian-invite/${data.invite._id}`)
  await priya.page.reload()
  await expect(priya.page.getByRole('heading', { name: 'Do you know Dev?' })).toBeVisible()
})

/** Holds the reply to a read until its subject has changed. */
async function holdStaleReply(page: Page, url: string) {
  const read = Promise.withResolvers<Request>()
  const changed = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    read.resolve(route.request())
    await changed.promise
    await route.fulfill({ response })
  })
  return {
    read: read.promise,
    /** Resolves once the page has rendered what it makes of the reply. */
    async release() {
      changed.resolve()
      const response = await (await read.promise).response()
      if (response) await isComplete(page, response)
      await someFrames(page)
    },
  }
}

test('a stale reply doesn’t bring an answered question back', { tag: '@HOME-89' }, async ({ browser }) => {
  const { page, email } = await quickFamily(browser, 'Prue', { child: 'Anika' })
  await inDatabase(`update app_user set created_at = now() - interval '7 days' where email = $1`, [email])
  const question = page.getByRole('heading', { name: 'Is there another grown-up for Anika?' })
  const listen = await holdSocket(page)
  await page.goto('/')
  await expect(question).toBeVisible()
  const stale = await holdStaleReply(page, '**/grown-up-question')
  listen()
  await stale.read
  const taken = answered(
    page,
    (each) => each.method() === 'POST' && each.url().endsWith('/grown-up-question'),
  )
  await page.getByRole('button', { name: 'Just me' }).click()
  await taken
  await stale.release()
  await expect(question).toHaveCount(0)
})

test('a stale reply doesn’t hide that an invite was accepted', { tag: '@HOME-03' }, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const { page } = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const links = `/api/app/child/${await childOf(priya)}/guardian-invite`
  const { data } = (await callAs(priya, 'POST', links, { label: 'Dad', role: 'guardian' })).body
  const listen = await holdSocket(page)
  await page.goto(new URL(data.inviteUrl).pathname)
  const yes = page.getByRole('button', { name: 'Say yes' })
  await expect(yes).toBeVisible()
  const stale = await holdStaleReply(page, '**/api/app/guardian-invite/*')
  listen()
  await stale.read
  const taken = answered(page, (each) => each.method() === 'POST' && each.url().endsWith('/accepted'))
  await yes.click()
  await taken
  await stale.release()
  await expect(page.getByText("Thank you! Priya now confirms that it's you.")).toBeVisible()
})

test('the sheet for a new grown-up looks the same after an invite link was open', {
  tag: '@HOME-75',
}, async ({ browser, expectErrors }) => {
  expectErrors(/404 \(Not Found\)/)
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const { page } = priya
  const question = page.getByRole('dialog').locator('legend')
  const size = () => question.evaluate((legend) => getComputedStyle(legend).fontSize)
  await page.goto(`/child/${await childOf(priya)}/grown-ups/new`)
  await expect(question).toBeVisible()
  const direct = await size()
  // It loads the styles of grown-ups before those of choices.
  await page.goto('/join/of-nobody')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: /^Edit Anika/ }).click()
  await page.getByRole('link', { name: "Anika's grown-ups" }).click()
  await page.getByRole('link', { name: 'Add a grown-up' }).click()
  await expect(question).toBeVisible()
  expect(await size()).toBe(direct)
})
