import { expect, test } from './fixtures.ts'
import { kill, ownAddress, portOf, startOwnServer } from './own-server.ts'
import { quickFamily, quickRequest } from './people.ts'

// The browser reports each call that nobody answers.
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

test.describe('while the server is away', () => {
  // What is fetched in the background is there when the server is not.
  test.use({ ...ownAddress, savesData: false })

  test('API-042 the app says so, keeps what was typed, signs nobody out, and recovers by itself', async ({
    browser,
    baseURL,
  }) => {
    const port = portOf(baseURL)
    let server = await startOwnServer(port)
    try {
      const [anna, ben] = [
        await quickFamily(browser, 'Alma', { child: 'Mia' }),
        await quickFamily(browser, 'Bert', { child: 'Leo' }),
      ]
      const id = await quickRequest(anna, ben)
      const { page } = anna
      await page.goto(`/view-playdate-information/${id}`)
      const message = page.getByRole('textbox', { name: 'Your message' })
      await expect(message).toBeVisible()

      await kill(server)
      await message.fill('Typed while nobody listens')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Trying to reach Tagalong…')).toBeVisible()
      await page.getByRole('link', { name: 'Connections' }).click()
      await expect(page).toHaveURL('/connections')
      await page.goBack()

      server = await startOwnServer(port)
      await expect(page.getByText('Trying to reach Tagalong…')).toBeHidden({ timeout: 20_000 })
      await expect(page).toHaveURL(`/view-playdate-information/${id}`)
      // Sent meanwhile, or waiting to be sent again: it is there.
      await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Typed while nobody listens')

      // Live again: what the other side writes now arrives without reloading.
      await ben.page.goto(`/view-playdate-information/${id}`)
      await ben.page.getByRole('textbox', { name: 'Your message' }).fill('I am back')
      await ben.page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('list', { name: 'Messages' }).getByText('I am back')).toBeVisible({
        timeout: 15_000,
      })
    } finally {
      await kill(server)
    }
  })
})
