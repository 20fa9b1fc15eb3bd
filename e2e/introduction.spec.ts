import { connect } from './events.ts'
import { expect, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import { callAs, type Person, profileOf, quickFamily } from './people.ts'
import { shownBriefly } from './shown-briefly.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

async function pendingOf(person: Person): Promise<{ inviteePhoneNumber: string | null }[]> {
  const { data } = (await callAs(person, 'GET', '/api/app/connection')).body
  return data.filter(({ inviteStatus }: { inviteStatus: string }) => inviteStatus === 'pending')
}

test('a guardian introduces friends to the other guardian, who invites those they choose', {
  tag: ['@HOME-84'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Mila' })
  const hana = await quickFamily(browser, 'Hana', { child: 'Yuki' })
  for (const friend of [amara, ben, hana]) await connect(priya, friend)
  const anika = await share(priya, dev)

  const { page } = priya
  await page.goto(`/child/${anika}/grown-ups`)
  await page.getByRole('link', { name: /Introduce Dev to my friends/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Introduce Dev' })).toBeVisible()
  await page.getByRole('button', { name: 'Introduce Dev' }).click()
  await expect(page.getByText('Please choose at least one friend')).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('checkbox', { name: /Hana Example/ }).uncheck()
  await isSound(page)
  await page.getByRole('button', { name: 'Introduce Dev to 2 friends' }).dblclick()
  await expectToast(page, 'Dev can invite them now')
  await expect(page).toHaveURL(`/child/${anika}/grown-ups`)
  for (const friend of [amara, ben, hana]) {
    expect(await pendingOf(friend)).toEqual([])
    const { data } = (await callAs(friend, 'GET', '/api/app/notifications')).body
    expect(data.filter(({ title }: { title: string }) => /Dev|introduc/i.test(title))).toEqual([])
  }

  // Shown on Home, among the invites and under Notifications.
  await dev.page.goto('/')
  await expect(dev.page.getByText('Priya would like you to meet 2 friends')).toBeVisible()
  await dev.page.goto('/notifications')
  await dev.page.getByRole('link', { name: /Priya would like you to meet their friends/ }).click()
  await expect(dev.page).toHaveURL(`/introduction/${await profileOf(priya)}`)
  await expect(dev.page.getByRole('checkbox')).toHaveCount(2)
  await expect(dev.page.getByText('Zuri')).toHaveCount(0)
  await isSound(dev.page)
  await dev.page.goto('/connections?t=pending')
  await dev.page.getByRole('link', { name: 'Take a look' }).click()
  await dev.page.getByRole('checkbox', { name: 'Ben Example' }).uncheck()
  await dev.page.getByRole('button', { name: 'Invite them' }).dblclick()
  await expectToast(dev.page, 'Invite sent')
  await expect(dev.page).toHaveURL('/connections?t=pending')
  await expect(dev.page.getByText('Introduced by Priya')).toHaveCount(1)
  await expect(dev.page.getByText('Take a look')).toHaveCount(0)
  expect((await pendingOf(dev)).map(({ inviteePhoneNumber }) => inviteePhoneNumber)).toEqual([null])

  await amara.page.goto('/')
  await expect(amara.page.getByText('Introduced by Priya')).toBeVisible()
  await isSound(amara.page)
  const accepted = await shownBriefly(amara.page, 'Accepted')
  await amara.page.getByRole('button', { name: 'Accept' }).click()
  await accepted()
  await dev.page.goto('/connections')
  await expect(dev.page.getByRole('heading', { name: 'Amara Example' })).toBeVisible()
  expect(await pendingOf(ben)).toEqual([])
})

test('an introduction can be declined silently, and shows nothing to anybody else', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/404 \(Not Found\).*guardian/)
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Mila' })
  for (const friend of [amara, ben]) await connect(priya, friend)
  const anika = await share(priya, dev)
  const [from, to] = [await profileOf(priya), await profileOf(dev)]
  const friends = [await profileOf(amara), await profileOf(ben)]
  const made = await callAs(priya, 'POST', '/api/app/introduction', { child: anika, to, friends })
  expect(made.status).toBe(201)

  // A friend who blocks Dev meanwhile is no longer introduced.
  await dev.page.goto(`/introduction/${from}`)
  await expect(dev.page.getByRole('checkbox')).toHaveCount(2)
  await connect(ben, dev)
  await callAs(ben, 'POST', `/api/app/block/${to}`, {})
  await dev.page.reload()
  await expect(dev.page.getByRole('checkbox')).toHaveCount(1)
  await dev.page.getByRole('button', { name: 'No, thanks' }).click()
  await expect(dev.page).toHaveURL('/connections?t=pending')
  await dev.page.goto(`/introduction/${from}`)
  await expect(dev.page.getByText('This introduction is over')).toBeVisible()
  await priya.page.goto('/notifications')
  await expect(priya.page.getByText(/Dev/)).toHaveCount(0)

  // Only a guardian of the child can introduce friends.
  await amara.page.goto(`/child/${anika}/grown-ups/introduce/${to}`)
  await expect(amara.page.getByText('There is nothing here for you')).toBeVisible()
  await amara.page.goto(`/introduction/${from}`)
  await expect(amara.page.getByText('This introduction is over')).toBeVisible()
})
