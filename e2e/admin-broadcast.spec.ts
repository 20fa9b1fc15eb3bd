import { setAdmin } from './administrators.ts'
import { dialogsClosed, expect, test } from './fixtures.ts'
import { ownServer } from './own-server.ts'
import { quickFamily } from './people.ts'
import { expectToast } from './toasts.ts'

test.describe('a notification to everybody', () => {
  // Everybody includes the users of the other journeys.
  const own = ownServer('broadcast')

  test('is confirmed first, and then reaches every user once', {
    tag: ['@API-133'],
  }, async ({ browser }) => {
    const admin = await quickFamily(browser, 'Ava', {
      child: 'Max',
      viewport: { width: 1280, height: 800 },
    })
    const bo = await quickFamily(browser, 'Bo', { child: 'Mia' })
    const cy = await quickFamily(browser, 'Cy', { child: 'Leo' })
    await setAdmin(admin, true, own.database)
    const { page } = admin
    await page.goto('/admin/notifications')
    await page.getByLabel('To', { exact: true }).selectOption('Everybody')
    await page.getByLabel('What you want to say').fill('We are closed on Friday')
    await page.getByLabel('Page that it leads to').fill('/connections')
    await page.getByRole('button', { name: 'Send' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Everybody gets “We are closed on Friday”')
    await question.getByRole('button', { name: 'Send' }).dblclick()
    await expectToast(page, 'The notification is on its way')
    // Ready for the next one. Its recipient has to be chosen again.
    await expect(page.getByLabel('What you want to say')).toHaveValue('')
    await dialogsClosed(page)
    for (const person of [admin, bo, cy]) {
      await person.page.goto('/notifications')
      await expect(person.page.getByRole('link', { name: 'We are closed on Friday' })).toHaveCount(1)
    }
    await cy.page.getByRole('link', { name: 'We are closed on Friday' }).click()
    await expect(cy.page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  })
})
