import { administrator, setAdmin } from './administrators.ts'
import { expect, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import { callAs, profileOf, quickFamily } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

test('an administrator ends a grown-up’s place with a reason, and another administrator stops it', {
  tag: ['@HOME-94', '@HOME-95'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/400 \(Bad Request\).*guardian/)
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const luz = await administrator(browser, 'Luz', { child: 'Ada' })
  const mo = await administrator(browser, 'Mo', { child: 'Max' })
  const first = await profileOf(priya)
  const anika = await share(priya, dev)
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

test('an administrator who is one of the child’s grown-ups can look at it, but end no place', {
  tag: '@HOME-97',
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const luz = await administrator(browser, 'Luz', { child: 'Ada' })
  const anika = await share(priya, dev)
  await setAdmin(dev, true)
  const [place, mine] = [await profileOf(priya), await profileOf(dev)].map(
    (id) => `/api/admin/child/${anika}/guardian/${id}`,
  )
  const body = { action: 'end', reason: 'A court order says so, file 12.' }
  const { page } = dev
  await page.goto(`/admin/child/${anika}`)
  await expect(page.getByRole('link', { name: 'Priya Example' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'End this place' })).toHaveCount(0)
  await luz.page.goto(`/admin/child/${anika}`)
  await expect(luz.page.getByRole('button', { name: 'End this place' })).toHaveCount(2)
  expect((await callAs(luz, 'POST', mine ?? '', body)).status).toBe(200)
  await page.reload()
  await expect(page.getByText(/^Ends at/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  expect((await callAs(dev, 'POST', place ?? '', body)).status).toBe(403)
})
