import type { Page } from '@playwright/test'
import { expect, socketTicket, test } from './fixtures.ts'
import { callAs, numberOf, onboard, type Person, quickFamily, register, visitor } from './people.ts'
import { shownBriefly } from './shown-briefly.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

// Ended links are answered with 404, a number that is invited already with 409.
test.use({ expectedErrors: [/Failed to load resource/] })

const numbers = ['(212) 334-0171', '(212) 334-0172'] as const

/** Invites through the screens, from the list of connections. */
async function invite(page: Page, name: string, number: string = numbers[0]) {
  await page.goto('/connections')
  await page.getByRole('link', { name: 'Add or Invite Friend' }).click()
  await fill(page, name, number)
}

async function fill(page: Page, name: string, number: string = numbers[0]) {
  await page.getByLabel("Friend's Name").fill(name)
  await page.getByLabel('Phone Number').fill(number)
  await page.getByRole('button', { name: 'Send Invite' }).click()
}

const handOver = (page: Page) => page.getByRole('alertdialog', { name: 'Caregiver not found. Invite User?' })
const cardOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const tokenIn = (link: string) => new URL(link).searchParams.get('invite') ?? ''
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Goes back as soon as the selector matches, before the page's next step. */
const goBackAsSoonAs = (page: Page, selector: string) =>
  page.evaluate((awaited) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(awaited)) return
      observer.disconnect()
      document.documentElement.dataset.wentBack = 'yes'
      history.back()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, selector)

async function invitesOf(person: Person): Promise<{ inviteeName: string }[]> {
  return (await callAs(person, 'GET', '/api/app/connection')).body.data
}

const nameBehind = async (person: Person, token: string) =>
  (await callAs(person, 'GET', `/api/public/invite?token=${token}`)).body.data?.name

async function family(browser: Parameters<typeof quickFamily>[0], name: string) {
  const person = await quickFamily(browser, name, { child: 'Max' })
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return person
}

test('Cancel takes back the invitation and returns to the page before', {
  tag: ['@CONN-34', '@CONN-40'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dana')
  const { page } = anna
  await invite(page, 'Kim')
  await expect(handOver(page)).toBeVisible()
  expect(await invitesOf(anna)).toHaveLength(1)
  await handOver(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/connections')
  expect(await invitesOf(anna)).toEqual([])
  await page.getByRole('tab', { name: 'Invites' }).click()
  await expect(page.getByText('No pending requests')).toBeVisible()
  // Nothing is left of it: the same number can be invited like any other.
  await invite(page, 'Kim')
  await expect(handOver(page)).toBeVisible()
})

test('going back takes back the invitation, and so does Cancel in a new tab', { tag: ['@CONN-40'] }, async ({
  browser,
}) => {
  const anna = await family(browser, 'Dela')
  const { page } = anna
  await invite(page, 'Kim')
  await expect(handOver(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/connections')
  await expect(handOver(page)).toBeHidden()
  expect(await invitesOf(anna)).toEqual([])

  const tab = await anna.context.newPage()
  await tab.goto('/edit-connection/new')
  await fill(tab, 'Kim')
  await handOver(tab).getByRole('button', { name: 'Cancel' }).click()
  await expect(tab).toHaveURL('/connections')
  expect(await invitesOf(anna)).toEqual([])
})

test('if taking back fails, the dialog says so and stays, for Cancel and for going back', {
  tag: ['@CONN-40'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dita')
  const { page } = anna
  await invite(page, 'Kim')
  await expect(handOver(page)).toBeVisible()
  await page.route('**/api/app/connection/*', (route) => route.abort())
  await handOver(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(handOver(page).getByRole('alert')).toContainText('We can’t reach'.replace('’', "'"))
  await page.goBack()
  await expect(handOver(page).getByRole('alert')).toContainText("We can't reach")
  await expect(page).toHaveURL('/edit-connection/new')
  await page.unroute('**/api/app/connection/*')
  await page.goBack()
  await expect(page).toHaveURL('/connections')
  expect(await invitesOf(anna)).toEqual([])
})

test('a reload keeps the dialog and its working link', {
  tag: ['@CONN-32', '@CONN-35', '@CONN-39'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dora')
  const { page } = anna
  await invite(page, 'Kim')
  await expect(handOver(page)).toBeVisible()
  await page.reload()
  await expect(handOver(page)).toBeVisible()
  await handOver(page).getByRole('button', { name: 'Copy' }).dblclick()
  await expect(page).toHaveURL('/connections?t=pending')
  expect(await nameBehind(anna, tokenIn(await copied(page)))).toBe('Dora')
  // Going back once shows the form, without the dialog.
  await page.goBack()
  await expect(page).toHaveURL('/edit-connection/new')
  await expect(page.getByLabel("Friend's Name")).toHaveValue('')
  await expect(handOver(page)).toBeHidden()
})

test('taking back the invitation in another tab closes the dialog, so that no dead link is sent', {
  tag: ['@CONN-32'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dina')
  const { page } = anna
  const ticket = socketTicket(page)
  await invite(page, 'Kim')
  await expect(handOver(page)).toBeVisible()
  const other = await anna.context.newPage()
  await other.goto('/connections?t=pending')
  await ticket
  await cardOf(other, 'Kim').getByRole('button', { name: 'Take back the invite for Kim' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Take Back' }).click()
  await expect(other.getByText('No pending requests')).toBeVisible()
  await expect(page).toHaveURL('/connections?t=pending')
  await expect(handOver(page)).toBeHidden()
  await expect(page.getByText('No pending requests')).toBeVisible()
})

test('sharing an open invitation again makes a new link and ends the one before', {
  tag: ['@CONN-33', '@CONN-36', '@CONN-37'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dunja')
  const { page } = anna
  await invite(page, 'Kim')
  await handOver(page).getByRole('button', { name: 'Copy' }).click()
  const card = cardOf(page, 'Kim')
  await expect(card.getByText(/^The link works until \d\d\/\d\d\/\d{4}\.$/)).toBeVisible()
  const first = tokenIn(await copied(page))

  const question = page.getByRole('alertdialog', { name: 'Share the invite again?' })
  await goBackAsSoonAs(page, '[role=alertdialog]')
  await card.getByRole('button', { name: 'Share Again' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-went-back', 'yes')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/connections?t=pending')
  await card.getByRole('button', { name: 'Share Again' }).click()
  await expect(question).toContainText(
    'We make a new link for Kim. The one you sent before no longer works for anybody new.',
  )
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/connections?t=pending')
  expect(await nameBehind(anna, first)).toBe('Dunja')

  await card.getByRole('button', { name: 'Share Again' }).click()
  await question.getByRole('button', { name: 'Make New Link' }).dblclick()
  const dialog = page.getByRole('alertdialog', { name: 'Here is the new link' })
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog).toBeHidden()
  const second = tokenIn(await copied(page))
  expect([await nameBehind(anna, first), await nameBehind(anna, second)]).toEqual([undefined, 'Dunja'])
  await expect(page).toHaveURL('/connections?t=pending')
})

test('a new link is no longer offered once its invitation is taken back', {
  tag: ['@CONN-37', '@CONN-40'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dorit')
  const { page } = anna
  const ticket = socketTicket(page)
  await invite(page, 'Kim')
  await handOver(page).getByRole('button', { name: 'Copy' }).click()
  await cardOf(page, 'Kim').getByRole('button', { name: 'Share Again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make New Link' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Here is the new link' })
  await expect(dialog).toBeVisible()
  await ticket
  const [{ _id }] = (await callAs(anna, 'GET', '/api/app/connection')).body.data
  expect((await callAs(anna, 'DELETE', `/api/app/connection/${_id}`)).status).toBe(200)
  await expectToast(page, 'This invitation has changed. Please take another look.')
  await expect(dialog).toBeHidden()
})

test('taking back says what happens to the link; if it fails, that is shown and the invitation stays', {
  tag: ['@CONN-24', '@CONN-29'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dara')
  const { page } = anna
  await invite(page, 'Kim')
  await handOver(page).getByRole('button', { name: 'Copy' }).click()
  const card = cardOf(page, 'Kim')
  await card.getByRole('button', { name: 'Take back the invite for Kim' }).click()
  const question = page.getByRole('alertdialog', { name: 'Take back your invite?' })
  await expect(question).toContainText('The link you sent stops working')
  await page.route('**/api/app/connection/*', (route) => route.abort())
  await question.getByRole('button', { name: 'Take Back' }).click()
  await expect(question.getByRole('alert')).toContainText("We can't reach")
  await question.getByRole('button', { name: 'Keep It' }).click()
  await expect(card).toBeVisible()
  await page.unroute('**/api/app/connection/*')
  await card.getByRole('button', { name: 'Take back the invite for Kim' }).click()
  await question.getByRole('button', { name: 'Take Back' }).click()
  await expect(page.getByText('No pending requests')).toBeVisible()
  expect(await invitesOf(anna)).toEqual([])
})

test('inviting the same number again leads to the open invitation, which can be shared again', {
  tag: ['@CONN-45'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Doro')
  const { page } = anna
  await invite(page, 'Lou', numbers[1])
  await handOver(page).getByRole('button', { name: 'Copy' }).click()
  // Waits for the card: an inviter who leaves before the link is copied is asked to share it again.
  await expect(cardOf(page, 'Lou')).toBeVisible()
  await invite(page, 'Kim')
  await handOver(page).getByRole('button', { name: 'Copy' }).click()
  await expect(cardOf(page, 'Kim')).toBeVisible()
  await invite(page, 'Kimberly')
  await expectToast(page, 'A connection with this phone number already exists.')
  await expect(page).toHaveURL('/connections?t=pending')
  const shown = page.locator('.invite--shown')
  await expect(shown).toHaveCount(1)
  await expect(shown.getByRole('heading', { name: 'Kim' })).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Share Again' })).toBeVisible()
  await page.goto('/edit-connection/new')
  await expect(page.getByLabel("Friend's Name")).toHaveValue('')
})

test('after a rejection, or if the other side has asked, the form says where to look, without Retry', {
  tag: ['@CONN-43', '@CONN-45'],
}, async ({ browser }) => {
  const anna = await family(browser, 'Dagny')
  const [ben, curt] = [await family(browser, 'Duro'), await family(browser, 'Dirk')]
  const asked = await callAs(anna, 'POST', '/api/app/connection', {
    inviteeName: 'Duro',
    inviteePhoneNumber: numberOf(ben),
  })
  await callAs(ben, 'POST', `/api/app/connection/${asked.body.data.connection._id}/rejected`, {})
  await callAs(curt, 'POST', '/api/app/connection', {
    inviteeName: 'Dagny',
    inviteePhoneNumber: numberOf(anna),
  })
  const { page } = anna
  for (const { name, phone } of [ben, curt]) {
    await invite(page, name, phone)
    await expect(page.locator('.refusal')).toContainText(
      'A connection with this phone number already exists.',
    )
    await expect(page.getByText(/Where an invite was declined, the next one has to come from/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'invites', exact: true }).click()
  await expect(page).toHaveURL('/connections?t=pending')
  await expect(page.getByText('Dirk Example')).toBeVisible()
})

test('a caregiver who registered by a friend’s link is asked about that friend on the dashboard', {
  tag: ['@CONN-25', '@CONN-26', '@CONN-37', '@CONN-42'],
}, async ({ browser }) => {
  const [anna, kim] = [await family(browser, 'Delia'), await visitor(browser, 'Dilan', { child: 'Leo' })]
  const made = await callAs(anna, 'POST', '/api/app/connection', {
    inviteeName: 'Dilan',
    inviteePhoneNumber: '+12123340173',
  })
  const { page } = kim
  await register(kim, made.body.data.inviteUrl)
  await onboard(kim)
  const asking = page.getByRole('region', { name: 'Do you know Delia?' })
  await expect(asking).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(asking.getByText('Delia Example')).toBeVisible()
  await isSound(page)
  const accepted = await shownBriefly(page, 'Accepted')
  await asking.getByRole('button', { name: 'Accept' }).click()
  await accepted()
  await expect(asking).toBeHidden()
  expect(await invitesOf(anna)).toMatchObject([{ inviteStatus: 'accepted' }])
})

test('a caregiver with an account sees whose invite link it is, and connects by it', {
  tag: ['@AUTH-12', '@CONN-37', '@SAFE-03'],
}, async ({ browser }) => {
  const [anna, ben] = [await family(browser, 'Dunja'), await family(browser, 'Dorian')]
  const made = await callAs(anna, 'POST', '/api/app/connection', {
    inviteeName: 'Dorian',
    inviteePhoneNumber: '+12123340174',
  })
  const link: string = made.body.data.inviteUrl
  const { page } = ben
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Dunja has invited you' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText('you are connected with Dunja')
  await expect(page).not.toHaveURL(new RegExp(tokenIn(link)))
  await isSound(page)

  await anna.page.goto(link)
  await expect(anna.page.getByRole('heading', { name: 'This is your own invite link' })).toBeVisible()

  // If the inviter can't be loaded, accepting isn't offered, but adding a friend is.
  const asks = '**/api/public/invite?*'
  await page.route(asks, (route) => route.fulfill({ status: 429, json: { status: 429, error: 'x' } }))
  await page.goto(link)
  await expect(page.getByRole('link', { name: 'Add Friend' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await page.unroute(asks)
  await page.goto(link)

  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL('/connections')
  await expect(page.getByRole('heading', { name: 'Dunja Example' })).toBeVisible()
  expect(await invitesOf(anna)).toMatchObject([{ inviteStatus: 'accepted' }])

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invite link has ended' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    'add your friend with their phone number',
  )
})

test('going back closes a confirmation and stays on the page', { tag: ['@CONN-29'] }, async ({ browser }) => {
  const anna = await family(browser, 'Dalia')
  const { page } = anna
  const ticket = socketTicket(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Find a Friend' }).click()
  await ticket
  await callAs(anna, 'POST', '/api/app/connection', {
    inviteeName: 'Kim',
    inviteePhoneNumber: '+12123340175',
  })
  await page.getByRole('tab', { name: 'Invites' }).click()
  const question = page.getByRole('alertdialog')
  for (const button of ['Take back the invite for Kim', 'Share Again']) {
    await cardOf(page, 'Kim').getByRole('button', { name: button }).click()
    await expect(question.getByRole('button').first()).toBeFocused()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(page.getByRole('tab', { name: 'Invites', selected: true })).toBeVisible()
  }
  expect(await invitesOf(anna)).toHaveLength(1)
})
