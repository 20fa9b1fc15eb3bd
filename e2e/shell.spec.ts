import { expect, test } from './fixtures.ts'
import { type Person, quickFamily, visitor } from './people.ts'

test('a visitor finds the forms to sign in and to register', {
  tag: [
    '@SHELL-24',
    '@SHELL-25',
    '@AUTH-14',
    '@AUTH-15',
    '@AUTH-16',
    '@AUTH-17',
    '@AUTH-18',
    '@AUTH-19',
    '@AUTH-20',
    '@AUTH-22',
    '@AUTH-23',
    '@AUTH-04',
  ],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Vera', { child: 'Max' })
  await page.goto('/login')
  await expect(page.getByText(/ask a friend or your school to invite you/i)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByLabel(/^Password/)).toHaveAttribute('type', 'password')
  await expect(page.getByLabel(/^Confirm Password/)).toHaveAttribute('type', 'password')
  const terms = page
    .locator('label')
    .filter({ has: page.getByRole('checkbox', { name: /terms of service/ }) })
  await expect(terms.getByRole('link')).toHaveAttribute('href', '/terms')
  const privacy = page
    .locator('label')
    .filter({ has: page.getByRole('checkbox', { name: /privacy policy/ }) })
  await expect(privacy.getByRole('link')).toHaveAttribute('href', '/privacy')
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/register')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
})

test('the sign-up form names one problem at a time', {
  tag: [
    '@AUTH-59',
    '@AUTH-60',
    '@AUTH-61',
    '@AUTH-62',
    '@AUTH-63',
    '@AUTH-64',
    '@AUTH-65',
    '@AUTH-66',
    '@AUTH-67',
    '@SAFE-54',
  ],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Vida', { child: 'Max' })
  await page.goto('/register')
  const submit = () => page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill('abc')
  await submit()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Email').fill('vida@example.org')
  for (const [password, prompt] of [
    ['Aa1!xyz', 'Passwords should be at least 8 characters'],
    ['AAAA1111!', 'Passwords should contain a lowercase letter'],
    ['aaaa1111!', 'Passwords should contain an uppercase letter'],
    ['Aaaaaaaa!', 'Passwords should contain a number'],
    ['Aaaa1111', 'Passwords should contain a special character'],
    // Of several problems the first one is shown.
    ['1', 'Passwords should be at least 8 characters'],
    ['11111111', 'Passwords should contain a lowercase letter'],
    ['aaaaaaaa', 'Passwords should contain an uppercase letter'],
    ['Aaaaaaaa', 'Passwords should contain a number'],
  ] as const) {
    await page.getByLabel(/^Password/).fill(password)
    await submit()
    await expect(page.getByText(/^Passwords should /)).toHaveText(prompt)
  }
  await page.getByLabel(/^Password/).fill('Aaaa1111!')
  await page.getByLabel(/^Confirm Password/).fill('other')
  await submit()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel(/^Confirm Password/).fill('Aaaa1111!')
  await submit()
  await expect(page.getByText('You must accept the terms of service')).toBeVisible()
  await page.getByRole('checkbox', { name: /terms of service/ }).check()
  await submit()
  await expect(page.getByText('You must accept the privacy policy')).toBeVisible()
  await expect(page).toHaveURL('/register')
})

test.describe('signed in', () => {
  let anna: Person
  test.beforeEach(async ({ browser }) => {
    anna = await quickFamily(browser, 'Ada', { child: 'Mia' })
  })

  test('each tile of the dashboard leads to its screen', {
    tag: ['@SHELL-13', '@SHELL-14', '@SHELL-15', '@SHELL-12'],
  }, async () => {
    const { page } = anna
    const tiles = [
      [/^SCHEDULE A\s+PLAYDATE$/, '/edit-playdate/new'],
      [/^View\s+PLAYDATES$/, '/view-playdates'],
      [/^Find a\s+Friend$/, '/connections'],
      [/^Notifications$/, '/notifications'],
    ] as const
    for (const [name, url] of tiles) {
      await page.goto('/')
      await page.getByRole('navigation', { name: 'I want to' }).getByRole('link', { name }).click()
      await expect(page).toHaveURL(url)
      await page.goBack()
      await expect(page).toHaveURL('/')
    }
  })

  test('the bar leads to each of its screens and marks it, and the avatar leads to the profile', {
    tag: [
      '@SHELL-08',
      '@SHELL-17',
      '@SHELL-18',
      '@SHELL-19',
      '@SHELL-20',
      '@SHELL-21',
      '@SHELL-26',
      '@SHELL-27',
      '@AUTH-71',
    ],
  }, async () => {
    const { page } = anna
    await page.goto('/')
    const links = [
      ['Home', '/'],
      ['Profile', '/profile'],
      ['Playdates', '/view-playdates'],
      ['Connections', '/connections'],
      ['Notifications', '/notifications'],
    ] as const
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const [name, url] of links) {
        const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
        await link.click()
        await expect(page).toHaveURL(url)
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(page.getByRole('banner').getByRole('link', { name: /Login|Register/ })).toHaveCount(0)
      }
    }
    await page
      .getByRole('banner')
      .getByRole('link', { name: /profile/i })
      .click()
    await expect(page).toHaveURL('/profile')
  })

  test('the profile shows the family and can be changed', {
    tag: [
      '@PROFILE-03',
      '@PROFILE-04',
      '@PROFILE-08',
      '@PROFILE-09',
      '@PROFILE-10',
      '@PROFILE-11',
      '@CHILD-01',
    ],
  }, async () => {
    const { page } = anna
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'My Details' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'My Children' })).toBeVisible()
    await expect(page.getByText('Mia E')).toBeVisible()
    await page.goto('/edit-profile')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await expect(page.getByLabel('Last Name')).toHaveValue('Example')
    await expect(page.getByLabel('Phone Number')).toHaveValue(anna.phone)
    await page.getByLabel('Zip Code').fill('9460')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Please use a valid US zip code')).toBeVisible()
    await page.getByLabel('Zip Code').fill('10001-0001')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/profile')
    await page.goto('/edit-profile')
    await expect(page.getByLabel('Zip Code')).toHaveValue('10001-0001')
  })
})
