import type { Page } from '@playwright/test'
import { administrator } from './administrators.ts'
import { connect, quickAsk, quickPlaydate, setPremium } from './events.ts'
import { dialogsClosed, expect, test } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { callAs, type Person, quickFamily, quickRequest, visitor } from './people.ts'
import { adminScreens, familyScreens, playdateScreens, publicScreens, seriesScreens } from './screens.ts'
import { isSound } from './sound.ts'

// All checks of every screen take minutes.
if (process.env.ASSURE === '1') test.describe.configure({ timeout: 600_000 })

async function open(page: Page, path: string, heading: string | RegExp) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await isSound(page)
}

test('the public screens are accessible and readable', {
  tag: ['@AUTH-05', '@AUTH-06', '@AUTH-12', '@AUTH-13', '@AUTH-21', '@AUTH-70', '@ERR-03'],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Pia', { child: 'Max' })
  for (const [path, heading] of publicScreens) await open(page, path, heading)
  await page.goto('/login')
  await expect(page.getByText(/invite only/)).toBeVisible()
})

test.describe('signed in', () => {
  let anna: Person
  let request: string
  /** The first date of a series that waits for Anna. */
  let repeated: string
  test.beforeAll(async ({ browser, baseURL }) => {
    expect(baseURL).toBeTruthy()
    anna = await quickFamily(browser, 'Maximiliana-Konstantína', { child: 'Bartholomäus-Alexander' })
    const ben = await quickFamily(browser, 'Ben', { child: '小龍' })
    request = await quickRequest(ben, anna)
    const start = Date.now() + 3 * 86_400_000
    const until = new Date(start + 21 * 86_400_000).toISOString().slice(0, 10)
    repeated = await quickPlaydate(ben, {
      times: [new Date(start).toISOString()],
      repeat: { everyWeeks: 1, until },
    })
  })

  test.describe('the family’s screens are accessible and readable, with long names and other scripts', {
    tag: ['@SHELL-09', '@SHELL-10', '@SHELL-11', '@SHELL-17', '@PROFILE-02', '@PROFILE-07', '@CONN-03'],
  }, () => {
    for (const [path, heading] of familyScreens) test(path, () => open(anna.page, path, heading))

    test('Home has four tiles, and /profile a sheet for the afternoon', async () => {
      const { page } = anna
      await page.goto('/')
      await expect(page.getByRole('navigation', { name: 'I want to' }).getByRole('link')).toHaveCount(4)
      await page.goto('/profile')
      await page.getByRole('button', { name: 'The afternoon' }).click()
      await expect(page.getByLabel('Good to know about Bartholomäus-Alexander')).toBeVisible()
      await isSound(page, { within: '.sheet' })
    })
  })

  test('the playdate screens are accessible and readable', {
    tag: ['@PLAY-04', '@PLAY-05', '@PLAY-06', '@PLAY-07', '@CREATE-03'],
  }, async () => {
    const { page } = anna
    for (const [path, heading] of playdateScreens(request)) await open(page, path, heading)
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await isSound(page)
  })

  test('the screens of a series are accessible and readable', { tag: ['@PLAY-04'] }, async () => {
    const { data } = (await callAs(anna, 'GET', `/api/app/playdate/${repeated}`)).body
    for (const [path, heading] of seriesScreens(repeated, data.series.id))
      await open(anna.page, path, heading)
  })

  test('good times, another time and its answer are accessible and readable', {
    tag: ['@PLAN-10', '@PLAN-88'],
  }, async ({ browser }) => {
    const olga = await quickFamily(browser, 'Ólga-Maximiliana', { child: 'Bartholomäus' })
    await connect(olga, anna)
    const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const id = await quickPlaydate(olga, { times: [start] })
    const { proposedLocations } = (await callAs(olga, 'GET', `/api/app/playdate/${id}`)).body.data
    const yes = { id, acceptedLocation: proposedLocations.option1, acceptedTime: start }
    expect((await callAs(anna, 'POST', '/api/app/accept-playdate', yes)).status).toBe(200)
    const { page } = olga
    await open(page, `/edit-playdate/new?replaces=${id}`, 'Change time')
    await page.getByRole('region', { name: 'Good times' }).getByRole('button').first().click()
    await isSound(page)
    await page.getByRole('button', { name: 'Ask for this time' }).click()
    await expect(page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
    await open(anna.page, `/view-playdate-information/${id}`, 'Playdate')
    await anna.page.getByRole('button', { name: "We're sick", exact: true }).click()
    const question = anna.page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await isSound(anna.page)
    await anna.page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await dialogsClosed(anna.page)
    await anna.page.getByRole('link', { name: 'Another time is asked for' }).click()
    await anna.page.getByRole('link', { name: 'Respond' }).click()
    await expect(anna.page.getByRole('heading', { name: 'Another time?' })).toBeVisible()
    await isSound(anna.page)
  })

  test('asking families one after the other is accessible and readable', {
    tag: ['@PLAN-28'],
  }, async ({ browser }) => {
    test.setTimeout(240_000)
    const otto = await quickFamily(browser, 'Ótto-Maximilian-Konstantin', { child: 'Bartholomäus-Alexander' })
    const uma = await quickFamily(browser, 'Wilhelmina-Alexandrína', { child: '小龍' })
    await connect(otto, anna)
    await connect(otto, uma)
    const { page } = otto
    await open(page, '/edit-playdate/new', 'Schedule a playdate')
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await page.getByRole('combobox', { name: 'Child' }).selectOption(`${anna.child} - ${anna.name}`)
    await isSound(page)
    await page.getByRole('button', { name: 'Add another family' }).click()
    await isSound(page)
    await page.getByRole('button', { name: `${uma.child} - ${uma.name}` }).click()
    await isSound(page)
    const ask = await quickAsk(otto, [new Date(Date.now() + 3 * 86_400_000).toISOString()])
    await open(page, '/view-playdates', 'Playdates')
    await open(page, `/ask/${ask}`, 'Asking in order')
    await page.getByRole('button', { name: 'Ask next now' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Stop asking' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop asking' }).click()
    await expect(page.getByText('You stopped asking')).toBeVisible()
    await isSound(page)
  })

  test('events are accessible and readable: planned, answered, discussed, edited and cancelled', {
    tag: ['@PLAY-61', '@PLAY-64', '@PLAY-65', '@CREATE-06', '@CREATE-12', '@CHAT-03'],
  }, async ({ browser }) => {
    test.setTimeout(240_000)
    const olga = await quickFamily(browser, 'Ólga-Maximiliana-Konstantína', {
      child: 'Bartholomäus-Alexander',
    })
    await Promise.all([connect(olga, anna), setPremium(olga, 'active')])
    const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const description = `${'Bring a hat. '.repeat(9)}\nhttps://example.org/${'a'.repeat(60)}`
    const event = await quickPlaydate(olga, { times: [start], isEvent: true, description })
    const { page } = olga
    await open(page, '/edit-playdate/new', 'Schedule a playdate')
    await page.getByRole('radio', { name: /^Event/ }).click()
    await page.getByRole('button', { name: olga.child, exact: true }).click()
    await page.getByRole('button', { name: `${anna.child} - ${anna.name}` }).click()
    await page.getByLabel('When?').fill(start.slice(0, 16))
    await isSound(page)
    await page.getByRole('button', { name: 'Create Event' }).click()
    await expect(page.getByText('Suggest at least one location')).toBeVisible()
    await isSound(page)

    await open(anna.page, '/view-playdates', 'Playdates')
    await open(anna.page, `/view-playdate-information/${event}`, 'Playdate')
    await anna.page.getByRole('button', { name: /^Ask / }).click()
    await expect(anna.page.getByLabel('Your message')).toBeVisible()
    await isSound(anna.page)
    await anna.page.getByRole('button', { name: 'Reject Invite' }).click()
    await anna.page.getByRole('button', { name: 'Undo & Accept This Invite' }).click()
    await expect(anna.page.getByRole('tab', { name: 'Everyone' })).toBeVisible()
    await isSound(anna.page)

    await open(page, `/view-playdate-information/${event}`, 'Playdate')
    await page.getByRole('tab', { name: 'Just One Guest' }).click()
    await page.getByLabel('Guest', { exact: true }).selectOption({ index: 1 })
    await expect(page.getByLabel('Your message')).toBeVisible()
    await isSound(page)
    await open(page, `/edit-playdate/${event}`, 'Edit event')
    await open(page, `/view-playdate-information/${event}`, 'Playdate')
    await page.getByRole('button', { name: 'Cancel Event' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this event?' })
    await expect(question).toBeVisible()
    await isSound(page)
    await question.getByRole('button', { name: 'Cancel Event' }).click()
    await expect(page.getByText('This event was cancelled')).toBeVisible()
    await isSound(page)
  })

  const longName = 'Grundschule Sankt-Maximilian-Kolbe-Straße, Klasse 2b'
  const pods = ['Nachmittagsbetreuung-Gartenhaus', 'Room 12']

  test('the group’s page is accessible and readable for outsiders, pending members and members', {
    tag: ['@GROUP-03', '@GROUP-05', '@GROUP-10', '@GROUP-33'],
  }, async () => {
    const { page } = anna
    const outside = await makeGroup(longName, pods)
    const waited = await makeGroup('Waited for')
    const joined = await makeGroup('Joined', pods)
    await makeMember(waited, anna, { status: 'pending' })
    await makeMember(joined, anna)
    await open(page, outside.path, `Welcome! Join ${longName} to meet its families`)
    await page.getByRole('button', { name: 'Join Group' }).click()
    await expect(page.getByText('Please supply a code')).toBeVisible()
    await isSound(page)
    await open(page, waited.path, 'Your membership is waiting for approval')
    await open(page, joined.path, 'Welcome to Joined!')
  })

  test('the group’s page is accessible and readable for its admins', {
    tag: ['@GROUP-22', '@GROUP-23', '@CONN-15'],
  }, async ({ browser }) => {
    const { page } = anna
    const cleo = await quickFamily(browser, 'Cleo', { child: 'Max' })
    const group = await makeGroup(`${longName} 2026`, pods)
    await makeMember(group, anna, { isGroupAdmin: true })
    await makeMember(group, cleo)
    await page.goto('/connections?t=groups')
    await page.getByRole('link', { name: group.name }).click()
    await expect(page.getByRole('list', { name: 'Members' })).toBeVisible()
    await page.getByRole('button', { name: 'Show access code' }).click()
    await isSound(page)
    await page.getByRole('tab', { name: 'Pods' }).click()
    await isSound(page)
    await page.getByRole('button', { name: 'Create new' }).click()
    await expect(page.getByRole('dialog').getByLabel('Pod Name')).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'QR code' }).click()
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await isSound(page)
  })

  test('the dialog for times is accessible and readable', {
    tag: ['@TIME-01', '@TIME-02', '@TIME-03', '@TIME-07', '@TIME-08'],
  }, async () => {
    const { page } = anna
    await page.goto('/edit-playdate/new')
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await page.getByRole('button', { name: 'Propose Times' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose Times' })
    await expect(dialog.getByText("Select who's playing to see available times")).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'Day', exact: true }).getByRole('button')).toHaveCount(5)
    await isSound(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: anna.child }).click()
    await page.getByRole('button', { name: 'Propose Times' }).click()
    await expect(dialog.getByText(/should work for everyone/).first()).toBeVisible()
    await isSound(page)
  })
})

test('the administrators’ screens are accessible and readable, with long names', {
  tag: ['@ADMIN-01', '@ADMIN-03', '@ADMIN-18'],
}, async ({ browser }) => {
  test.setTimeout(240_000)
  const admin = await administrator(browser, 'Maximiliana-Konstantína', { child: 'Bartholomäus-Alexander' })
  const reporter = await quickFamily(browser, 'Bo', { child: 'Mia' })
  const reported = await quickFamily(browser, 'Wilhelmina-Alexandrína', { child: 'Leo' })
  for (const [path, heading] of await adminScreens(admin, reporter, reported))
    await open(admin.page, path, heading)
})
