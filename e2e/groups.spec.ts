import type { Page } from '@playwright/test'
import { dialogsClosed, expect, holdAnswers, test } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { callAs, type Person, proposeTimes, quickFamily } from './people.ts'
import { inSteps, stopClock } from './still-clock.ts'
import { expectToast } from './toasts.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

interface Call {
  method: string
  /** The path after /api/app, with its query. */
  path: string
  body: unknown
}

/** Collects the page's calls from here on. */
function callsOf(page: Page): Call[] {
  const calls: Call[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/app/')) return
    calls.push({
      method: request.method(),
      path: pathname.replace('/api/app', '') + search,
      body: request.postDataJSON() as unknown,
    })
  })
  return calls
}

const asked = (calls: readonly Call[]) => calls.map(({ method, path }) => `${method} ${path}`)
const sent = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body)
const welcome = (page: Page, name: string) => page.getByRole('heading', { name: `Welcome to ${name}!` })
const podOf = (page: Page, child: string) => page.getByRole('combobox', { name: child })

async function addChild(person: Person, firstName: string) {
  const made = await callAs(person, 'POST', '/api/app/child', { firstName, lastNameInitial: 'E' })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
}

test('a family joins a group by code, changes a child’s pod, leaves, and joins again', {
  tag: [
    '@GROUP-01',
    '@GROUP-02',
    '@GROUP-03',
    '@GROUP-05',
    '@GROUP-06',
    '@GROUP-07',
    '@GROUP-09',
    '@GROUP-10',
    '@GROUP-11',
    '@GROUP-12',
    '@GROUP-14',
    '@GROUP-15',
    '@GROUP-17',
    '@GROUP-24',
    '@GROUP-37',
    '@GROUP-39',
    '@GROUP-40',
    '@GROUP-41',
    '@CONN-14',
    '@CONN-16',
    '@CONN-17',
    '@API-111',
    '@API-112',
    '@API-114',
    '@API-115',
    '@API-116',
    '@API-117',
    '@FORM-33',
    '@FORM-35',
  ],
}, async ({ browser }) => {
  const ben = await quickFamily(browser, 'Bela', { child: 'Leo' })
  await addChild(ben, 'Max')
  const group = await makeGroup('Maple Street School', ['After-school club', 'Room 12'])
  const { page } = ben
  const calls = callsOf(page)
  const invitation = page.getByRole('heading', { name: `Welcome! Join ${group.name} to meet its families` })
  const code = page.getByLabel('Access code')
  const join = () => page.getByRole('button', { name: /^(Join Group|Retry)$/ }).click()

  await test.step('outside the group, missing input is named before anything is sent', async () => {
    await page.goto(group.path)
    await expect(invitation).toBeVisible()
    await expect(page.getByRole('combobox')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Leave Group' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Join Group' }).click()
    await expect(page.getByText('Please supply a code')).toBeVisible()
    await expect(code).toBeFocused()
    await code.fill('no-such-code-9')
    await join()
    await expect(page.getByText('Must assign at least 1 child to a pod')).toBeVisible()
    await expect(podOf(page, 'Leo')).toBeFocused()
    expect(sent(calls, '/join-group')).toEqual([])
    expect(asked(calls)).toContain(`GET ${group.path}`)
  })

  await test.step('a wrong code is refused with the server’s text, and the input survives a reload', async () => {
    await podOf(page, 'Leo').selectOption('Room 12')
    await join()
    await expect(
      page.getByText('That code did not match. Please check it with your group admin.'),
    ).toBeVisible()
    await page.reload()
    await expect(code).toHaveValue('no-such-code-9')
    await expect(podOf(page, 'Leo').locator('option:checked')).toHaveText('Room 12')
  })

  await test.step('the right code makes the family a member', async () => {
    await code.fill(group.code)
    await join()
    await expect(welcome(page, group.name)).toBeFocused()
    const { data } = (await callAs(ben, 'GET', '/api/app/group-membership')).body
    const [leo, max] = data[0].children
    expect(sent(calls, '/join-group').at(-1)).toEqual({
      groupId: group.id,
      code: group.code,
      childSubGroups: [
        { child: leo.child._id, subGroup: leo.subGroup._id },
        { child: max.child._id, subGroup: null },
      ],
    })
    expect(leo.subGroup.name).toBe('Room 12')
  })

  await test.step('a member sees neither code nor members, and can change a child’s pod', async () => {
    await expect(page.getByRole('heading', { name: 'Edit your child Pods' })).toBeVisible()
    await expect(page.getByText('Access code')).toHaveCount(0)
    await expect(page.getByRole('tab')).toHaveCount(0)
    await podOf(page, 'Max').selectOption('After-school club')
    await page.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Pods updated')
    await page.reload()
    await expect(podOf(page, 'Max').locator('option:checked')).toHaveText('After-school club')
    await expect(podOf(page, 'Leo').locator('option:checked')).toHaveText('Room 12')
    const { data } = (await callAs(ben, 'GET', '/api/app/group-membership')).body
    const [, max] = data[0].children
    expect(sent(calls, '/group-membership')).toEqual([
      { membership: data[0]._id, children: [{ child: max.child._id, subGroup: max.subGroup._id }] },
    ])
  })

  await test.step('the group is listed among the caregiver’s groups', async () => {
    await page.goto('/connections?t=groups')
    const row = page.getByRole('link', { name: group.name })
    await expect(row).toHaveText(group.name)
    expect(asked(calls)).toContain('GET /group-membership')
    await row.click()
    await expect(page).toHaveURL(group.path)
    await expect(welcome(page, group.name)).toBeFocused()
  })

  await test.step('leaving asks first; afterwards the code lets the family in again', async () => {
    const leave = page.getByRole('button', { name: 'Leave Group' })
    const dialog = page.getByRole('alertdialog')
    await leave.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(sent(calls, '/group-membership')).toHaveLength(1)
    await leave.click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(invitation).toBeFocused()
    expect(sent(calls, '/group-membership').at(-1)).toEqual({
      membership: expect.any(String),
      status: 'rejected',
    })
    await code.fill(group.code)
    await podOf(page, 'Leo').selectOption('Room 12')
    await join()
    await expect(welcome(page, group.name)).toBeVisible()
  })
})

test('a group without pods asks only for the code, and every child joins', {
  tag: ['@GROUP-08', '@GROUP-13', '@API-118'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Bodo', { child: 'Leo' })
  const group = await makeGroup('Tuesday Soccer')
  const calls = callsOf(page)
  await page.goto(group.path)
  await expect(page.getByLabel('Access code')).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await page.getByLabel('Access code').fill(group.code)
  await page.getByRole('button', { name: 'Join Group' }).click()
  await expect(welcome(page, group.name)).toBeVisible()
  expect(sent(calls, '/join-group')).toEqual([
    { groupId: group.id, code: group.code, childSubGroups: [{ child: expect.any(String), subGroup: null }] },
  ])
  await expect(page.getByRole('button', { name: 'Leave Group' })).toBeVisible()
  await expect(page.getByText('Edit your child Pods')).toHaveCount(0)
})

test('a pending member is told to wait; an unknown group is not found', {
  tag: ['@GROUP-04', '@GROUP-33', '@GROUP-38'],
}, async ({ browser }) => {
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  const group = await makeGroup('Library Story Time', ['Room 12'])
  await makeMember(group, ben, { status: 'pending' })
  const { page } = ben
  for (const id of ['01930000-0000-7000-8000-000000000001', 'unknown-id']) {
    await page.goto(`/group/${id}`)
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  }
  await page.goto('/connections?t=groups')
  const row = page.getByRole('link', { name: group.name })
  await expect(row).toContainText('Your membership is waiting for approval')
  await expect(page.getByText(/pending/i)).toHaveCount(0)
  await row.click()
  await expect(page.getByRole('heading', { name: 'Your membership is waiting for approval' })).toBeFocused()
  await expect(page.getByText(/pending/i)).toHaveCount(0)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('a group admin copies the link, reads the code, makes a pod and removes a member', {
  tag: [
    '@GROUP-16',
    '@GROUP-18',
    '@GROUP-19',
    '@GROUP-20',
    '@GROUP-21',
    '@GROUP-22',
    '@GROUP-23',
    '@GROUP-25',
    '@GROUP-26',
    '@GROUP-27',
    '@GROUP-28',
    '@GROUP-29',
    '@GROUP-30',
    '@GROUP-31',
    '@GROUP-32',
    '@GROUP-36',
    '@GROUP-42',
    '@GROUP-43',
    '@CONN-15',
    '@API-113',
    '@API-115',
    '@API-119',
  ],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Adele', { child: 'Ida' })
  const ben = await quickFamily(browser, 'Bruno', { child: 'Leo' })
  const group = await makeGroup('Oak Street School')
  await makeMember(group, anna, { isGroupAdmin: true })
  await makeMember(group, ben)
  const { page } = anna
  const calls = callsOf(page)
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ben.page.goto(group.path)
  await expect(welcome(ben.page, group.name)).toBeVisible()

  await test.step('the page shows name, members and, on request, the code', async () => {
    await page.goto('/connections?t=groups')
    await expect(page.getByRole('link', { name: group.name })).toHaveText(`${group.name} (Admin)`)
    await page.getByRole('link', { name: group.name }).click()
    await expect(page.getByRole('heading', { name: group.name, exact: true })).toBeVisible()
    await expect(page.getByText('2 members')).toBeVisible()
    await expect(page.getByText(group.code)).toHaveCount(0)
    await page.getByRole('button', { name: 'Show access code' }).click()
    await expect(page.getByText(group.code)).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Members' })).toHaveAttribute('aria-selected', 'true')
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await expect(members).toContainText(['Adele Example', 'Bruno Example'])
    await expect(members.nth(1)).toContainText('Leo E')
    expect(asked(calls)).toContain(`GET /group-membership/get-group/${group.id}`)
  })

  await test.step('the link is copied, which is shown for a second and a half', async () => {
    const copied = page.getByText('Copied to clipboard!')
    await page.clock.install()
    await page.reload()
    const invite = page.getByRole('button', { name: 'Invite new' })
    await expect(invite).toBeVisible()
    await stopClock(page)
    await invite.click()
    await inSteps(page, copied)
    await page.clock.runFor(1_470)
    await expect(copied).toBeVisible()
    await page.clock.runFor(30)
    await expect(copied).toHaveCount(0)
    await page.clock.resume()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(group.path, page.url()).href,
    )
  })

  await test.step('a pod is made and edited', async () => {
    await page.getByRole('tab', { name: 'Pods' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('Pod Name')
    await page.getByRole('button', { name: 'Create new' }).click()
    await expect(name).toHaveValue('')
    await expect(dialog.getByLabel('Description')).toHaveValue('')
    await dialog.getByRole('button', { name: 'Add Pod' }).click()
    await expect(dialog.getByText('Please enter a name for the pod')).toBeVisible()
    await name.fill('Room 12')
    await dialog.getByRole('button', { name: 'Add Pod' }).dblclick()
    await expect(dialog).toBeHidden()
    const pods = page.getByRole('list', { name: 'Pods' }).getByRole('listitem')
    await expect(pods).toHaveText(['Room 12'])
    await page.getByRole('button', { name: 'Edit Room 12' }).click()
    await expect(name).toHaveValue('Room 12')
    await dialog.getByLabel('Description').fill('Second grade')
    await dialog.getByRole('button', { name: 'Edit Pod' }).click()
    await expect(pods).toHaveText(['Room 12Second grade'])
    const saved = calls.filter(({ path }) => path.startsWith('/sub-group/'))
    expect(saved.map(({ path }) => path)).toEqual([
      '/sub-group/new',
      expect.stringMatching(/^\/sub-group\/[0-9a-f-]{36}$/),
    ])
    // Only the changed field is sent, so that another admin's new name would stay.
    expect(saved.at(-1)?.body).toEqual({ group: group.id, description: 'Second grade' })
    // The members see it without a reload.
    await expect(ben.page.getByRole('heading', { name: 'Edit your child Pods' })).toBeVisible()
  })

  await test.step('removing a member changes the code, and the member is told and can’t rejoin', async () => {
    await page.getByRole('tab', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Remove Bruno Example' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'Bruno was removed. The group has a new access code.')
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText('1 member', { exact: true })).toBeVisible()
    expect(sent(calls, '/group-membership')).toEqual([{ membership: expect.any(String), status: 'rejected' }])
    await expect(page.getByText('This code is new. The old one lets nobody in any more.')).toBeVisible()
    await expect(page.getByText(group.code)).toHaveCount(0)
    await page.getByRole('button', { name: 'Show access code' }).click()
    const code = await page.locator('.code__open').textContent()
    expect(code).not.toBe(group.code)
    await expect(
      ben.page.getByRole('heading', { name: 'You have been removed from the group' }),
    ).toBeVisible()
    for (const each of [group.code, code]) {
      const back = await callAs(ben, 'POST', '/api/app/join-group', {
        groupId: group.id,
        code: each,
        childSubGroups: [],
      })
      expect(back.status).toBe(400)
    }
    await ben.page.reload()
    await expect(ben.page.getByLabel('Access code')).toHaveCount(0)
    await ben.page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(ben.page).toHaveURL('/')
    await ben.page.goto('/connections?t=groups')
    await expect(ben.page.getByText("You haven't joined any groups yet!")).toBeVisible()
  })
})

test('the link can be shared, and printed as a QR code with the access code', {
  tag: ['@GROUP-25', '@GROUP-21'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Alma', { child: 'Ida' })
  const group = await makeGroup('Elm Street School')
  await makeMember(group, anna, { isGroupAdmin: true })
  const { page } = anna
  // Headless browsers have no share sheet.
  await page.addInitScript(() => {
    navigator.share = async (what) => {
      sessionStorage.setItem('shared', what?.url ?? '')
    }
  })
  await page.goto(group.path)
  await page.getByRole('button', { name: 'Share' }).click()
  const link = new URL(group.path, page.url()).href
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('shared'))).toBe(link)

  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  await expect(dialog.getByRole('img', { name: `QR code that leads to ${group.name}` })).toBeVisible()
  await expect(dialog.getByText(group.code)).toBeHidden()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print' })
  for (const text of [group.name, link, group.code]) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(dialog.getByRole('img')).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeHidden()
})

test('failures are shown, and nothing is lost', {
  tag: ['@GROUP-12', '@GROUP-15', '@GROUP-25'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Aude', { child: 'Ida' })
  const group = await makeGroup('Ash Street School', ['Room 12'])
  await makeMember(group, anna, { isGroupAdmin: true })
  const { page } = anna
  // Content below the members appears together with them, so that it doesn't move under a press.
  const held = await holdAnswers(page, '**/group-membership/get-group/**')
  await page.goto(group.path)
  await expect(page.getByRole('button', { name: 'QR code' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave Group' })).toHaveCount(0)
  held.release()
  await expect(page.getByRole('button', { name: 'Leave Group' })).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Invite new' }).click()
  await expectToast(page, 'Failed to copy the group link. Please try again.')
  await expect(page.getByText(new URL(group.path, page.url()).href)).toBeVisible()

  const refusal = 'We are having trouble. Please try again.'
  await page.route('**/api/app/group-membership', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { status: 500, error: refusal } })
      : route.continue(),
  )
  await podOf(page, 'Ida').selectOption('Room 12')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(refusal)).toBeVisible()
  await page.getByRole('button', { name: 'Leave Group' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText(refusal)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/app/group-membership')
  await dialogsClosed(page)
  await page.reload()
  await expect(podOf(page, 'Ida').locator('option:checked')).toHaveText('Room 12')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Pods updated')
})

test('a child can be invited from a group or a pod without being a friend’s child', {
  tag: [
    '@CREATE-15',
    '@CREATE-19',
    '@CREATE-24',
    '@CREATE-25',
    '@CREATE-26',
    '@CREATE-27',
    '@CREATE-28',
    '@API-089',
    '@API-090',
    '@API-120',
    '@API-121',
    '@API-122',
  ],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Agda', { child: 'Ida' })
  const ben = await quickFamily(browser, 'Bill', { child: 'Leo' })
  await addChild(ben, 'Max')
  const group = await makeGroup('Birch Street School', ['Room 12'])
  await makeMember(group, anna)
  const { data: found } = (await callAs(anna, 'GET', `/api/app/group/${group.id}`)).body
  const pod: string = found.subGroups[0]._id
  await makeMember(group, ben)
  const [membership] = (await callAs(ben, 'GET', '/api/app/group-membership')).body.data
  const placed = await callAs(ben, 'POST', '/api/app/group-membership', {
    membership: membership._id,
    children: [{ child: membership.children[0].child._id, subGroup: pod }],
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  const { page } = anna
  const calls = callsOf(page)
  const place = page.getByRole('combobox', { name: 'Group or pod' })
  const child = page.getByRole('combobox', { name: 'Child' })
  const options = () => child.getByRole('option').allTextContents()

  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByRole('tab', { name: 'From Groups' }).click()
  await place.selectOption({ label: group.name })
  await expect.poll(options).toEqual(['Choose a child', 'Leo - Bill', 'Max - Bill'])
  await place.selectOption({ label: `${group.name} · Room 12` })
  await expect.poll(options).toEqual(['Choose a child', 'Leo - Bill'])
  expect(asked(calls)).toEqual(
    expect.arrayContaining([
      'GET /combined-children',
      'GET /subgroup-list',
      `GET /group-children/${group.id}`,
      `GET /group-children/${group.id}?subgroup=${pod}`,
    ]),
  )

  await place.selectOption({ label: group.name })
  await child.selectOption({ label: 'Leo - Bill' })
  await child.selectOption({ label: 'Max - Bill' })
  await page.getByRole('tab', { name: 'From Friends' }).click()
  await expect(page.getByText('None of your friends is here yet.')).toBeVisible()
  await page.getByRole('tab', { name: 'From Groups' }).click()
  await expect(child).toHaveValue('')
  await page.getByRole('button', { name: 'Ida' }).click()
  await page.getByLabel('Location 1').fill('Riverside Park')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText("Select who you're inviting")).toBeVisible()
  await expect(child).toBeFocused()
  await child.selectOption({ label: 'Leo - Bill' })
  await child.selectOption({ label: 'Max - Bill' })
  await page.reload()
  await expect(child.locator('option:checked')).toHaveText('Max - Bill')
  await proposeTimes(page, ['9 am'])
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByRole('heading', { name: 'You created a Playdate!' })).toBeVisible()
  const [created] = sent(calls, '/playdate') as { recipientChildren: string[] }[]
  expect(created?.recipientChildren).toHaveLength(1)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await ben.page.goto('/view-playdates')
  await expect(ben.page.getByText('Max E & Ida E').or(ben.page.getByText('Ida E & Max E'))).toBeVisible()
})
