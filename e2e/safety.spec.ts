import type { Page, Route } from '@playwright/test'
import { connect, quickPlaydate, setPremium } from './events.ts'
import { answered, dialogsClosed, expect, holdAnswers, socketTicket, test } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { callAs, numberOf, type Person, profileOf, quickFamily, storedToken } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

const more = (page: Page, name: string) =>
  page.getByRole('button', { name: `More about ${name} Example`, exact: true }).first()

async function open(page: Page, path: string): Promise<void> {
  await dialogsClosed(page)
  await page.goto(path)
}

/** Returns that hour on the Saturday in a week and a half. */
function saturday(hour: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 13 - day.getUTCDay())
  day.setUTCHours(hour + 5, 0, 0, 0)
  return day.toISOString()
}

async function accepted(owner: Person, friend: Person, time: string): Promise<string> {
  const id = await quickPlaydate(owner, { times: [time] })
  const { status } = await callAs(friend, 'POST', '/api/app/accept-playdate', {
    id,
    acceptedLocation: 'Riverside Park',
    acceptedTime: time,
  })
  expect(status).toBe(200)
  return id
}

test('the menu about a person is available wherever another caregiver is shown', {
  tag: ['@SAFE-18'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const cora = await quickFamily(browser, 'Cora', { child: 'Max' })
  await connect(anna, ben)
  await callAs(cora, 'POST', '/api/app/connection', {
    inviteeName: 'Anna',
    inviteePhoneNumber: numberOf(anna),
  })
  const playdate = await accepted(anna, ben, saturday(10))
  const { body } = await callAs(ben, 'GET', `/api/app/room/${playdate}`)
  await callAs(ben, 'POST', '/api/app/message', {
    chatRoom: body.data.chatRoom._id,
    message: { text: 'Hello you' },
  })
  const group = await makeGroup('Oak Street')
  for (const member of [anna, ben]) await makeMember(group, member)
  const { page } = anna
  const offers = async (name: string, rows: readonly string[]) => {
    await more(page, name).click()
    const sheet = page.getByRole('dialog', { name: `${name} Example` })
    await expect(sheet.getByRole('listitem')).toHaveCount(rows.length)
    for (const row of rows) await expect(sheet.getByRole('button', { name: row })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  }
  const rows = ['Mute', 'Report', 'Block']
  await open(page, '/connections')
  await offers('Ben', rows)
  await expect(more(page, 'Ben')).toBeFocused()
  await open(page, '/connections?t=pending')
  await offers('Cora', rows)
  await open(page, `/view-playdate-information/${playdate}`)
  await offers('Ben', rows)
  await page.locator('.chat').getByRole('button', { name: 'More about Ben Example' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ben Example' })
  await expect(sheet.getByRole('button', { name: 'Mute this chat' })).toBeEnabled()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await open(page, group.path)
  await offers('Ben', rows)
})

test('a report that is being written stays when the other side ends the friendship', {
  tag: ['@SAFE-18'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  await connect(anna, ben)
  // As sides of a playdate they still see each other's names.
  await accepted(anna, ben, saturday(10))
  const { page } = anna
  await open(page, '/connections')
  await more(page, 'Ben').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Spam or selling').click()
  await sheet.getByRole('textbox').fill('Three times today')
  const { data } = (await callAs(ben, 'GET', '/api/app/connection')).body
  const ended = answered(page, /\/api\/app\/connection$/)
  expect((await callAs(ben, 'DELETE', `/api/app/connection/${data[0]._id}`)).status).toBe(200)
  await ended
  await expect(sheet.getByRole('textbox')).toHaveValue('Three times today')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you for telling us' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Ben Example')).toHaveCount(0)
})

test('a report that is being written stays when an invite is taken back, or a family leaves the group', {
  tag: ['@SAFE-18'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const group = await makeGroup('Elm Street')
  for (const member of [anna, ben]) await makeMember(group, member)
  const { page } = anna
  const invite = async () => {
    const fields = { inviteeName: 'Anna', inviteePhoneNumber: numberOf(anna) }
    const { body } = await callAs(ben, 'POST', '/api/app/connection', fields)
    return body.data.connection._id
  }
  const sheet = page.getByRole('dialog')
  const write = async (path: string, words: string) => {
    const ticket = socketTicket(page)
    await open(page, path)
    await more(page, 'Ben').click()
    await sheet.getByRole('button', { name: 'Report' }).click()
    await sheet.getByText('Spam or selling').click()
    await sheet.getByRole('textbox').fill(words)
    await ticket
  }
  const send = async (words: string) => {
    await expect(page.locator('main').getByText('Ben Example')).toHaveCount(0)
    await expect(sheet.getByRole('textbox')).toHaveValue(words)
    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('dialog', { name: 'Thank you for telling us' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet).toBeHidden()
  }
  const connection = await invite()
  await write('/connections?t=pending', 'Asks again and again')
  // As members of one group they still see each other's names.
  expect((await callAs(ben, 'DELETE', `/api/app/connection/${connection}`)).status).toBe(200)
  await send('Asks again and again')
  await invite()
  await write(group.path, 'Sells things here')
  const [{ _id: membership }] = (await callAs(ben, 'GET', '/api/app/group-membership')).body.data
  const left = await callAs(ben, 'POST', '/api/app/group-membership', { membership, status: 'rejected' })
  expect(left.status).toBe(200)
  await send('Sells things here')
})

test('a report that is being written is not shown to another user who signs in meanwhile', {
  tag: ['@SAFE-18', '@AUTH-49'],
}, async ({ browser, expectErrors }) => {
  // The second tab may be refused a ticket before it is loaded again. It then opens its socket without one.
  expectErrors(/WebSocket connection .* HTTP Authentication failed/)
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const bela = await quickFamily(browser, 'Bela', { child: 'Ida' })
  await connect(anna, ben)
  await connect(bela, ben)
  const { page, context } = anna
  await open(page, '/connections')
  await more(page, 'Ben').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Report' }).click()
  await sheet.getByText('Spam or selling').click()
  await sheet.getByRole('textbox').fill('Asks again and again')
  // What another tab does that signs in.
  const second = await context.newPage()
  await second.goto('/terms')
  await second.evaluate(
    (token) => {
      localStorage.setItem('sign-in', 'another')
      localStorage.setItem('token', token)
    },
    JSON.stringify(await storedToken(bela)),
  )
  await expect(sheet).toHaveCount(0)
  await more(page, 'Ben').click()
  await sheet.getByRole('button', { name: 'Report' }).click()
  await expect(sheet.getByRole('textbox')).toHaveValue('')
})

test('a block says what it cancels, cancels it, and can be ended on /safety', {
  tag: ['@SAFE-19', '@SAFE-22', '@SAFE-28', '@SAFE-80'],
}, async ({ browser }) => {
  const dora = await quickFamily(browser, 'Dora', { child: 'Mia' })
  const egon = await quickFamily(browser, 'Egon', { child: 'Leo' })
  await connect(dora, egon)
  await accepted(dora, egon, saturday(9))
  await accepted(dora, egon, saturday(11))
  const { page } = dora
  await open(page, '/connections')
  await more(page, 'Egon').click()
  const preview = await holdAnswers(page, '**/api/app/block/*')
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  const question = page.getByRole('alertdialog', { name: 'Block Egon Example?' })
  // A press on 'Cancel' must not hit 'Block', which appears with the preview.
  await expect(question.getByRole('button', { name: 'Block' })).toBeDisabled()
  const cancel = question.getByRole('button', { name: 'Cancel' })
  const width = () => cancel.evaluate((element) => element.getBoundingClientRect().width)
  const before = await width()
  preview.release()
  await expect(question.getByRole('button', { name: 'Block' })).toBeEnabled()
  expect(await width()).toBe(before)
  await expect(question).toContainText("You won't see each other here any more. Egon is not told.")
  await expect(question).toContainText('Your 2 coming playdates are called off.')
  await isSound(page, { within: '[role=alertdialog]' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Egon Example')).toBeVisible()

  await more(page, 'Egon').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await question.getByRole('button', { name: 'Block' }).dblclick()
  await expectToast(page, 'Egon Example is blocked')
  await expect(question).toBeHidden()
  await expect(page.getByText('Egon Example')).toHaveCount(0)
  await open(page, '/view-playdates')
  await expect(page.getByText('You have no upcoming playdates!')).toBeVisible()
  await expect(page.getByText('Leo E')).toHaveCount(0)

  await open(page, '/profile')
  await page.getByRole('link', { name: 'Blocked, muted, reported' }).click()
  await expect(page.getByText('Egon Example')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Unblock Egon Example' }).click()
  const unblock = page.getByRole('alertdialog', { name: 'Unblock Egon Example?' })
  await expect(unblock).toContainText('You can find each other again.')
  await unblock.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText('Nothing here.')).toBeVisible()
  await open(page, '/connections')
  await expect(page.getByText('No connections')).toBeVisible()
})

test('at an event that invites both, only the caregiver who blocked is told', {
  tag: ['@SAFE-24'],
}, async ({ browser }) => {
  const jana = await quickFamily(browser, 'Jana', { child: 'Mia' })
  const kurt = await quickFamily(browser, 'Kurt', { child: 'Leo' })
  const lena = await quickFamily(browser, 'Lena', { child: 'Max' })
  for (const guest of [jana, kurt]) await connect(lena, guest)
  await connect(jana, kurt)
  await setPremium(lena, 'active')
  const event = await quickPlaydate(lena, { times: [saturday(10)], isEvent: true })
  expect((await callAs(jana, 'POST', `/api/app/block/${await profileOf(kurt)}`, {})).status).toBe(200)
  const line = 'Somebody you blocked is invited too.'
  for (const { page } of [jana, kurt]) {
    await open(page, `/view-playdate-information/${event}`)
    await expect(page.getByText('Another family').first()).toBeVisible()
    await expect(page.getByText(line)).toHaveCount(page === jana.page ? 1 : 0)
  }
  await isSound(jana.page)
})

test('a message written before its writer blocked the reader can be reported, and nothing else of theirs', {
  tag: ['@SAFE-18', '@SAFE-30'],
}, async ({ browser }) => {
  const mara = await quickFamily(browser, 'Mara', { child: 'Mia' })
  const nils = await quickFamily(browser, 'Nils', { child: 'Leo' })
  await connect(mara, nils)
  const playdate = await accepted(mara, nils, saturday(10))
  const { body } = await callAs(nils, 'GET', `/api/app/room/${playdate}`)
  await callAs(nils, 'POST', '/api/app/message', {
    chatRoom: body.data.chatRoom._id,
    message: { text: 'I know where you live' },
  })
  const whoami = (await callAs(mara, 'GET', '/api/auth/whoami')).body
  const { status } = await callAs(nils, 'POST', `/api/app/block/${whoami.data.user.caregiverProfile._id}`, {})
  expect(status).toBe(200)
  const { page } = mara
  await open(page, `/view-playdate-information/${playdate}`)
  await page.getByRole('button', { name: 'More about Another family', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Another family', exact: true })
  await expect(sheet.getByRole('listitem')).toHaveText([/^Mute this chat/, 'Report'])
  await sheet.getByRole('button', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report a message' })
  await expect(report).toContainText('I know where you live')
  await expect(report.getByRole('radio')).toHaveCount(6)
  await report.getByText('A child may be in danger').click()
  await report.getByRole('button', { name: 'Send' }).click()
  const thanks = page.getByRole('dialog', { name: 'Thank you for telling us' })
  await expect(thanks.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(thanks.getByRole('button', { name: /^Block/ })).toHaveCount(0)
  await thanks.getByRole('button', { name: 'Done' }).click()
  await open(page, '/safety')
  await expect(page.getByRole('listitem').filter({ hasText: 'Another family' })).toContainText('Sent')
})

test('the reason for cancelling a playdate can be reported from its writer’s menu', {
  tag: ['@SAFE-30'],
}, async ({ browser }) => {
  const olga = await quickFamily(browser, 'Olga', { child: 'Mia' })
  const paul = await quickFamily(browser, 'Paul', { child: 'Leo' })
  await connect(olga, paul)
  const playdate = await accepted(olga, paul, saturday(10))
  const { page } = olga
  await open(page, `/view-playdate-information/${playdate}`)
  await more(page, 'Paul').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  const sheet = page.getByRole('dialog', { name: /^Report / })
  // The words shown were proposed by Olga herself.
  await expect(sheet.getByRole('radio')).toHaveCount(6)
  await page.keyboard.press('Escape')
  const cancelled = { id: playdate, reason: 'Your kid smells' }
  expect((await callAs(paul, 'POST', '/api/app/cancel-playdate', cancelled)).status).toBe(200)
  await open(page, `/view-playdate-information/${playdate}`)
  await more(page, 'Paul').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await sheet.getByText('The words of this playdate').click()
  await expect(sheet.locator('p.said')).toHaveText('Your kid smells')
  await sheet.getByText('Hurtful or threatening').click()
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you for telling us' })).toBeVisible()
})

test('a muted caregiver is listed on /safety, and can be unmuted there', { tag: ['@SAFE-29'] }, async ({
  browser,
}) => {
  const finn = await quickFamily(browser, 'Finn', { child: 'Mia' })
  const gina = await quickFamily(browser, 'Gina', { child: 'Leo' })
  await connect(finn, gina)
  const { page } = finn
  await open(page, '/connections')
  await more(page, 'Gina').click()
  await page.getByRole('dialog').getByRole('button', { name: /^Mute/ }).click()
  await expectToast(page, 'You get no more notifications')
  await more(page, 'Gina').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Unmute' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await open(page, '/safety')
  await page.getByRole('button', { name: 'Unmute Gina Example' }).click()
  await expect(page.getByText('Nothing here.')).toBeVisible()
})

test('a report shows 911 for danger, asks for words if needed, and offers a block only afterwards', {
  tag: ['@SAFE-31', '@SAFE-32', '@SAFE-37', '@SAFE-38', '@SAFE-80'],
}, async ({ browser, expectErrors }) => {
  // The call for help works offline, too.
  expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  const hana = await quickFamily(browser, 'Hana', { child: 'Mia' })
  const ivo = await quickFamily(browser, 'Ivo', { child: 'Leo' })
  await connect(hana, ivo)
  const { page, context } = hana
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app/report')) sent += 1
  })
  await open(page, '/connections')
  await more(page, 'Ivo').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  const sheet = page.getByRole('dialog', { name: 'Report Ivo' })
  await expect(sheet.getByRole('radio')).toHaveCount(6)
  await isSound(page, { within: '[role=dialog]' })
  await context.setOffline(true)
  await expect(sheet.getByText('call 911')).toHaveCount(0)
  await sheet.getByText('A child may be in danger').click()
  await expect(sheet.getByText('If a child is in danger right now, call 911.')).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911')
  await context.setOffline(false)

  await sheet.getByText('Something else').click()
  await expect(sheet.getByText('call 911')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('Please tell us what happened')).toBeVisible()
  expect(sent).toBe(0)
  await sheet.getByLabel('Tell us more').fill('He came to our door.')
  await expect(page.getByRole('button', { name: 'Block Ivo too' })).toHaveCount(0)
  // Typed text stays when the sheet is closed.
  await page.keyboard.press('Escape')
  await more(page, 'Ivo').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expect(sheet.getByLabel('Tell us more')).toHaveValue('He came to our door.')
  await sheet.getByRole('button', { name: 'Send' }).dblclick()
  const thanks = page.getByRole('dialog', { name: 'Thank you for telling us' })
  await expect(thanks).toContainText('Our team is told at once.')
  expect(sent).toBe(1)
  await thanks.getByRole('button', { name: 'Block Ivo too' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Block Ivo Example?' })).toBeVisible()
  await page.keyboard.press('Escape')

  await open(page, '/safety')
  const report = page.getByRole('listitem').filter({ hasText: 'Ivo' })
  await expect(report).toContainText('Sent')
})

test('a report whose reply was lost can be sent in other words', { tag: ['@SAFE-31'] }, async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/net::ERR_FAILED/)
  const hana = await quickFamily(browser, 'Hana', { child: 'Mia' })
  const ivo = await quickFamily(browser, 'Ivo', { child: 'Leo' })
  await connect(hana, ivo)
  const { page } = hana
  await open(page, '/connections')
  await more(page, 'Ivo').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  const sheet = page.getByRole('dialog', { name: 'Report Ivo' })
  await sheet.getByText('Something else').click()
  await sheet.getByLabel('Tell us more').fill('He came to our door.')
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/app/report', lose, { times: 1 })
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByRole('alert')).toContainText('reach Tagalong')
  await sheet.getByLabel('Tell us more').fill('He came to our door again.')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you for telling us' })).toBeVisible()
})
