import { administrator } from './administrators.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

async function profileOf(person: Person): Promise<string> {
  return (await callAs(person, 'GET', '/api/auth/whoami')).body.data.user.caregiverProfile._id
}

test('an administrator ends a grown-up’s place with a reason, and another one stops it', {
  tag: ['@HOME-94', '@HOME-95'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/400 \(Bad Request\).*guardian/)
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const luz = await administrator(browser, 'Luz', { child: 'Ada' })
  const mo = await administrator(browser, 'Mo', { child: 'Max' })
  const [first, second] = [await profileOf(priya), await profileOf(dev)]
  const children = await callAs(priya, 'GET', `/api/app/child/find-by-caregiver/${first}`)
  const anika = children.body.data[0]._id
  await inDatabase(
    `insert into guardianship (child_id, caregiver_id, role, since)
      values ($1, $2, 'guardian', now() - interval '1 day')`,
    [anika, second],
  )
  const { page } = luz
  await page.goto(`/admin/profile/${first}`)
  await page.getByRole('link', { name: /^Anika/ }).click()
  await expect(page).toHaveURL(`/admin/child/${anika}`)
  await expect(page.getByRole('heading', { name: "Anika's grown-ups" })).toBeVisible()
  await isSound(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Dev Example' })
  await row.getByRole('button', { name: 'End this place' }).click()
  const dialog = page.getByRole('dialog', { name: "End Dev's place" })
  await dialog.getByLabel('Reason').fill('Too short')
  await dialog.getByRole('button', { name: 'End this place' }).click()
  await expect(dialog.getByText('Please give the reason in 20 to 600 characters')).toBeVisible()
  await dialog.getByLabel('Reason').fill('A court order says so, file 12.')
  await dialog.getByRole('button', { name: 'End this place' }).click()
  await expectToast(page, 'Everybody concerned was notified')
  await expect(row.getByText(/^Ends at \d+:\d\d [AP]M, /)).toBeVisible()
  await expect(row.getByText('A court order says so, file 12.')).toBeVisible()
  await isSound(page)

  await mo.page.goto(`/admin/child/${anika}`)
  await mo.page.getByRole('button', { name: 'Stop this' }).click()
  await expectToast(mo.page, 'Stopped')
  await expect(mo.page.getByText(/^Ends at/)).toHaveCount(0)
  const { data } = (await callAs(dev, 'GET', `/api/app/child/${anika}`)).body
  expect(data.firstName).toBe('Anika')
})
