import { kept, spans } from '@tagalong/contract/features/retention/retention.rules.ts'
import { expect, test } from './fixtures.ts'
import { quickFamily, register, visitor } from './people.ts'

test('/privacy says what friends can work out from free hours, and when a number can be found', {
  tag: ['@AUTH-21'],
}, async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByText(/can still work out the hours of your child/)).toBeVisible()
  await expect(
    page.getByText(/a child of their own, cover 14 days at most, and end after 60 an hour/),
  ).toBeVisible()
  await expect(
    page.getByText(/Nobody finds you by a number before you have entered the code that we send to it/),
  ).toBeVisible()
})

test('onboarding says what a number is for', { tag: ['@PROFILE-12', '@AUTH-21'] }, async ({ browser }) => {
  const person = await visitor(browser, 'Nora', { child: 'Ida' })
  await register(person)
  await expect(person.page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    'Friends find you by it, so please type it with care.',
  )
})

test('the form for free hours says who sees them, and links to what friends can work out', {
  tag: ['@CHILD-09', '@AUTH-21'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Olga', { child: 'Ida' })
  await page.goto('/edit-child/new')
  await expect(page.getByText("Only the child's grown-ups see these hours.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'What a friend can work out' })).toHaveAttribute(
    'href',
    '/privacy',
  )
})

for (const locale of ['en', 'es'] as const) {
  test(`/privacy prints the table that the sweep uses, also without scripts (${locale})`, {
    tag: ['@SAFE-73'],
  }, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale })
    const page = await context.newPage()
    await page.goto('/privacy')
    const table = page.getByRole('table').last()
    for (const [span, { words }] of Object.entries(spans)) {
      const row = table
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: words({}, { locale }) }) })
      await expect(row.getByRole('listitem')).toHaveText(
        Object.values(kept)
          .filter((each) => each.span === span)
          .map((each) => each.words({}, { locale })),
      )
    }
    await context.close()
  })
}

test('/privacy names other grown-ups and helpers for the data that they can see', {
  tag: ['@AUTH-21'],
}, async ({ page }) => {
  await page.goto('/privacy')
  const who = (what: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: what, exact: true }) })
  await expect(who("A child's free hours")).toContainText('The grown-ups who answer for the child;')
  await expect(who('A playdate')).toContainText('Its two sides, and their helpers once it is confirmed;')
})
