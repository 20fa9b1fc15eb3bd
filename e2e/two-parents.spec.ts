import { unzip } from '../server/test/unzip.ts'
import { inDatabase } from './database.ts'
import { connect, quickPlaydate, setPremium } from './events.ts'
import { answered, expect, test } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { share } from './grown-ups.ts'
import { keptOffline } from './offline-copy.ts'
import { callAs, type Person, profileOf, quickFamily, storedToken } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

async function headersFor(person: Person): Promise<Record<string, string>> {
  const { accessToken, refreshToken } = await storedToken(person)
  return { Authorization: `Bearer ${accessToken}`, 'X-Refresh-Token': refreshToken }
}

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

test('either parent may answer; the other sees who did, and only the card if places aren’t shared', {
  tag: ['@HOME-51', '@HOME-44', '@HOME-79'],
}, async ({ browser, expectErrors }) => {
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await connect(amara, priya)
  const anika = await share(priya, dev)
  const id = await quickPlaydate(amara, { times: [days(3)] })

  // Amara asked Priya; Dev may answer as well.
  await dev.page.goto('/view-playdates')
  await dev.page.getByRole('link', { name: /^Respond to/ }).click()
  await expect(dev.page).toHaveURL(`/view-playdate-request/${id}`)
  await expect(dev.page.getByText(/^Amara [^&]+ is asking$/)).toBeVisible()
  await dev.page.getByText('Riverside Park', { exact: true }).click()
  await dev.page.getByRole('radio', { name: /[AP]M/ }).check({ force: true })
  await dev.page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(dev.page.getByRole('heading', { name: /Way to go/i })).toBeVisible()

  const { page } = priya
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByText(/^answered for Anika · /)).toBeVisible()
  await expect(page.getByText('Riverside Park').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await isSound(page)

  // Dev stops sharing his places. Priya's open screen requests its chat once more.
  expectErrors(/404 \(Not Found\).*\/api\/app\/room\//)
  await dev.page.goto(`/child/${anika}/grown-ups`)
  await dev.page.getByRole('switch', { name: /^Share places of my playdates/ }).click({ force: true })
  await expect
    .poll(async () => {
      const { data } = (await callAs(dev, 'GET', `/api/app/child/${anika}/guardian`)).body
      return data.guardians.find(({ sharesPlaces }: { sharesPlaces?: boolean }) => sharesPlaces !== undefined)
        .sharesPlaces
    })
    .toBe(false)
  await page.reload()
  await expect(page.getByText('Dev looks after this one.')).toBeVisible()
  await expect(page.getByText('Place and chat stay with Dev.')).toBeVisible()
  await expect(page.getByText('Riverside Park')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Chat' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel Playdate' })).toHaveCount(0)
  await isSound(page)
  await page.goto('/view-playdates')
  await expect(page.getByText('Dev looks after this one.')).toBeVisible()
  expect(await page.content()).not.toContain('Riverside Park')
  // Neither the offline data nor the download contains more than the card.
  await expect.poll(() => keptOffline(page)).toContain(id)
  await expect.poll(() => keptOffline(page)).not.toContain('Riverside Park')
  const download = await priya.context.request.get('/api/app/my-data', { headers: await headersFor(priya) })
  expect(download.status()).toBe(200)
  const files = unzip(await download.body())
  expect(String(files.get('playdates.json'))).toContain('Anika')
  for (const content of files.values()) expect(String(content)).not.toContain('Riverside Park')
})

test('a request sent by one parent reads ‘Sent by’ for the other, who can’t respond to it', {
  tag: ['@HOME-51'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await connect(priya, amara)
  await share(priya, dev)
  const id = await quickPlaydate(priya, { times: [days(3)] })
  await dev.page.goto(`/view-playdate-information/${id}`)
  await expect(dev.page.getByText(/^Sent by Priya · /)).toBeVisible()
  await expect(dev.page.getByRole('link', { name: 'Respond' })).toHaveCount(0)
  await isSound(dev.page)
  await dev.page.goto('/view-playdates')
  await expect(dev.page.getByText(/Sent by Priya/)).toBeVisible()
})

test('the other parent sees an event of its owner, but can neither move nor cancel it', {
  tag: ['@HOME-48'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await connect(priya, amara)
  const anika = await share(priya, dev)
  await setPremium(priya, 'active')
  const id = await quickPlaydate(priya, { times: [days(3)], isEvent: true })
  const buttons = ({ page }: Person) => [
    page.getByRole('link', { name: 'Edit Event' }),
    page.getByRole('button', { name: 'Cancel Event' }),
  ]
  await priya.page.goto(`/view-playdate-information/${id}`)
  for (const button of buttons(priya)) await expect(button).toBeVisible()
  await dev.page.goto(`/view-playdate-information/${id}`)
  await expect(dev.page.getByText('Riverside Park')).toBeVisible()
  for (const button of buttons(dev)) await expect(button).toHaveCount(0)

  const event = (await callAs(dev, 'GET', `/api/app/playdate/${id}`)).body.data
  const move = await callAs(dev, 'PUT', `/api/app/playdate/${id}`, {
    type: 'group',
    ownerChildren: [anika],
    recipientChildren: event.recipientChildren.map(({ _id }: { _id: string }) => _id),
    proposedLocations: { option1: 'Elsewhere' },
    proposedTimes: [days(4)],
    version: event.version,
  })
  const cancel = await callAs(dev, 'POST', '/api/app/cancel-playdate', { id })
  expect([move.status, cancel.status]).toEqual([403, 403])
  expect((await callAs(dev, 'GET', `/api/app/playdate/${id}`)).body.data).toEqual(event)
})

test('a guardian who sees only the card of an event reads it without errors about responses', {
  tag: ['@HOME-79'],
}, async ({ browser }) => {
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await connect(amara, priya)
  await setPremium(amara, 'active')
  await share(priya, dev)
  await inDatabase('update guardianship set shares_places = false where caregiver_id = $1', [
    await profileOf(dev),
  ])
  const id = await quickPlaydate(amara, { times: [days(3)], isEvent: true })
  await callAs(dev, 'POST', '/api/app/event-response', { playdate: id, response: 'accepted', version: 1 })
  const { page } = priya
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByText('Dev looks after this one.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
  await expect(page.getByText('We could not look up who is coming.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await isSound(page)
})

test('hours that the other parent changed meanwhile are overwritten only after a choice', {
  tag: ['@HOME-04'],
}, async ({ browser, expectErrors }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const anika = await share(priya, dev)
  const path = `/api/app/child/${anika}`
  const read = async () => (await callAs(dev, 'GET', path)).body.data
  const { firstName, lastNameInitial } = await read()
  const fridayAt = (start: number) => ({ day: 'Fri', blocks: [{ start, end: start + 1 }] })
  const saveAsDev = (start: number) =>
    callAs(dev, 'POST', path, { firstName, lastNameInitial, availability: [fridayAt(start)] })
  const { page } = priya
  const changed = page.getByText('Somebody changed this meanwhile. Please take another look.')
  const save = page.getByRole('button', { name: /^(Save|Retry)$/ })
  const line = page.getByRole('tabpanel', { name: 'Friday' }).getByRole('status')

  await page.goto(`/edit-child/${anika}`)
  await page.getByRole('tab', { name: /^Friday/ }).click()
  await page.getByRole('button', { name: 'Friday 2 pm, not free' }).click()
  expect((await saveAsDev(16)).status).toBe(200)
  await page.reload()
  await expect(changed).toBeVisible()
  expectErrors(/409 \(Conflict\)/)
  const refused = answered(page, (request) => request.method() === 'POST' && request.url().endsWith(path))
  await save.click()
  await refused
  await expect(changed).toBeVisible()
  expect((await read()).availability).toEqual([fridayAt(16)])
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(changed).toHaveCount(0)
  await page.getByRole('tab', { name: /^Friday/ }).click()
  await expect(line).toHaveText(/2 – 3 pm/)

  // Changed again, it asks again.
  expect((await saveAsDev(18)).status).toBe(200)
  await save.click()
  await expect(changed).toBeVisible()
  const size = page.viewportSize()
  await isSound(page)
  // isSound has resized the window.
  if (size) await page.setViewportSize(size)
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(changed).toHaveCount(0)
  await page.getByRole('tab', { name: /^Friday/ }).click()
  await expect(line).toHaveText('Friday, 6 – 7 pm')
  await page.getByRole('button', { name: 'Friday 2 pm, not free' }).click()
  await save.click()
  await expect(page).toHaveURL('/profile')
  expect((await read()).availability).toEqual([
    {
      day: 'Fri',
      blocks: [
        { start: 14, end: 15 },
        { start: 18, end: 19 },
      ],
    },
  ])
})

test('choosing a pod for one child keeps the pod that the other parent chose for another child', {
  tag: ['@HOME-68', '@GROUP-12'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const anika = await share(priya, dev)
  const group = await makeGroup('Oak Street', ['Room 12', 'Bees'])
  for (const each of [priya, dev]) await makeMember(group, each)
  const { page } = dev
  const membershipOf = async (person: Person) =>
    (await callAs(person, 'GET', '/api/app/group-membership')).body.data[0]
  await page.goto(group.path)
  await expect(page.getByLabel('Anika')).toHaveValue('')
  // From here on the page keeps the data it has.
  const { data } = (await callAs(dev, 'GET', '/api/app/group-membership')).body
  await page.route('**/api/app/group-membership', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { status: 200, data } }) : route.fallback(),
  )
  const [pod] = (await callAs(priya, 'GET', `/api/app/group/${group.id}`)).body.data.subGroups
  const placed = {
    membership: (await membershipOf(priya))._id,
    children: [{ child: anika, subGroup: pod._id }],
  }
  expect((await callAs(priya, 'POST', '/api/app/group-membership', placed)).status).toBe(200)
  await page.getByLabel('Leo').selectOption('Bees')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Pods updated')
  await page.unroute('**/api/app/group-membership')
  const podOf = async (person: Person, child: string) =>
    (await membershipOf(person)).children.find(
      ({ child: { firstName } }: { child: { firstName: string } }) => firstName === child,
    ).subGroup?.name
  expect([await podOf(priya, 'Anika'), await podOf(dev, 'Leo')]).toEqual([pod.name, 'Bees'])
})
