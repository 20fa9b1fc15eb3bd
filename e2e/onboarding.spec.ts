import { answered, expect, test } from './fixtures.ts'
import { numberOf, onboard, quickFamily, register, visitor } from './people.ts'

test('onboarding adds two children, edits one and deletes the other', {
  tag: [
    '@PROFILE-12',
    '@PROFILE-13',
    '@PROFILE-14',
    '@PROFILE-15',
    '@PROFILE-16',
    '@PROFILE-17',
    '@PROFILE-18',
    '@PROFILE-19',
    '@PROFILE-20',
    '@CHILD-11',
    '@CHILD-12',
    '@CHILD-13',
    '@CHILD-14',
    '@CHILD-17',
    '@TIME-13',
    '@TIME-14',
  ],
}, async ({ browser }) => {
  const person = await visitor(browser, 'Dora', { child: 'Max' })
  const { page } = person
  await register(person)
  await expect(page.getByRole('heading', { name: 'Welcome to Tagalong!' })).toBeVisible()
  await expect(page.getByText('Set up your Caregiver Profile')).toBeVisible()
  await expect(page.getByText('Add your children')).toBeVisible()
  for (const label of ['First Name', 'Last Name', 'Phone Number', 'Zip Code'])
    await expect(page.getByLabel(label)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  const dialog = page.getByRole('dialog')
  const add = async (name: string, initial: string) => {
    await page.getByRole('button', { name: /Add a(nother)? child/i }).click()
    await dialog.getByLabel('First Name').fill(name)
    await dialog.getByLabel('Last Initial').pressSequentially(initial)
  }
  await add('Max', 'AB')
  await expect(dialog.getByLabel('Last Initial')).toHaveValue('B')
  await dialog.getByText('Availability').click()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(dialog.getByRole('button', { name: /, not free$/ })).toHaveCount(7 * 17)
  await expect(dialog.getByRole('button', { name: 'Sunday 5 am, not free' })).toBeAttached()
  await expect(dialog.getByRole('button', { name: 'Saturday 9 pm, not free' })).toBeAttached()
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await add('Ida', 'é')
  await expect(dialog.getByLabel('Last Initial')).toHaveValue('É')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit Ida' }).click()
  await dialog.getByLabel('First Name').fill('Ida-Lou')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ida-Lou É')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Max' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /Confirm|Delete|Remove/ })
    .click()
  await expect(page.getByText('Max B')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeEnabled()
})

test('a caregiver whose browser doesn’t know its time zone can register and see the playdates', {
  tag: ['@PROFILE-12', '@TIME-13'],
}, async ({ browser }) => {
  const person = await visitor(browser, 'Dana', { child: 'Max', timezoneId: 'Pacific/Apia' })
  await person.context.addInitScript(() => {
    const options = Intl.DateTimeFormat.prototype.resolvedOptions
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      const known = options.call(this)
      return known.timeZone === 'Pacific/Apia' ? { ...known, timeZone: 'Etc/Unknown' } : known
    }
  })
  const { page } = person
  await register(person)
  await onboard(person)
  await page.goto('/view-playdates')
  await expect(page.getByRole('heading', { name: 'Playdates' })).toBeVisible()
})

test('time zones are listed by their current names, each once', { tag: ['@API-039'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Dilip', { child: 'Max', timezoneId: 'Asia/Calcutta' })
  await page.goto('/edit-profile')
  const zones = page.getByLabel('Time Zone')
  await expect(zones).toHaveValue('Asia/Kolkata')
  const names = await zones.getByRole('option').allTextContents()
  expect(names.filter((name) => /^(Kolkata|Calcutta|Kyiv|Kiev) /.test(name))).toEqual([
    'Kolkata (Asia)',
    'Kyiv (Europe)',
  ])
})

test.describe('a number that is taken', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('is reported before the form is sent', {
    tag: ['@PROFILE-26', '@PROFILE-28', '@PROFILE-29', '@PROFILE-30'],
  }, async ({ browser }) => {
    const taken = await quickFamily(browser, 'Dina', { child: 'Max' })
    const person = await visitor(browser, 'Doro', { child: 'Max' })
    const { page } = person
    await register(person)
    const asked = answered(page, /\/api\/app\/phone-number\?phone=/)
    await page.getByLabel('Phone Number').fill(taken.phone)
    await page.getByLabel('Zip Code').focus()
    expect(decodeURIComponent((await asked).url())).toContain(numberOf(taken))
    await expect(page.getByText('This phone number is already in use')).toBeVisible()
  })
})
