import { administrator } from './administrators.ts'
import { expect, test } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { quickFamily } from './people.ts'
import { shownBriefly } from './shown-briefly.ts'

test('a group link pasted on the Groups tab leads to the group, and joining shows its families', {
  tag: ['@GROUP-01', '@GROUP-03'],
}, async ({ browser }) => {
  const group = await makeGroup('Oak families')
  const ben = await quickFamily(browser, 'Bodo', { child: 'Leo' })
  await makeMember(group, ben)
  const { page } = await quickFamily(browser, 'Ada', { child: 'Mia' })
  await page.goto('/connections')
  await page.getByRole('tab', { name: 'Groups' }).click()
  const field = page.getByLabel('Group link')
  await field.fill('Oak families')
  await page.getByRole('button', { name: 'Go to group' }).click()
  await expect(page.getByText('This is no group link. Please check it with your group admin.')).toBeVisible()
  await field.fill(`${new URL(page.url()).origin}${group.path}`)
  await page.getByRole('button', { name: 'Go to group' }).click()
  await expect(page).toHaveURL(group.path)
  await page.getByLabel('Access code').fill(group.code)
  await page.getByRole('button', { name: 'Join Group' }).click()
  const families = page.getByRole('region', { name: 'Families' })
  await expect(families.getByText('Leo E')).toBeVisible()
  await expect(families.getByText('Bodo Example')).toBeVisible()
  await expect(families.getByText('Mia E')).toHaveCount(0)
  await families.getByRole('link', { name: 'Plan a playdate' }).click()
  await expect(page).toHaveURL('/edit-playdate/new')
})

test('the first family in a group is told that no other children are there yet', {
  tag: ['@GROUP-10'],
}, async ({ browser }) => {
  const group = await makeGroup('Elm families')
  const person = await quickFamily(browser, 'Ada', { child: 'Mia' })
  await makeMember(group, person)
  await person.page.goto(group.path)
  await expect(person.page.getByText('No other children are here yet.')).toBeVisible()
})

test('an administrator copies the link by which families join', { tag: ['@ADMIN-14'] }, async ({
  browser,
}) => {
  const group = await makeGroup('Ash families')
  const { context, page } = await administrator(browser, 'Root')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/admin/groups/${group.id}`)
  const link = new URL(group.path, page.url()).href
  await expect(page.getByText(link)).toBeVisible()
  const copied = await shownBriefly(page, 'Copied to clipboard!')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await copied()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})
