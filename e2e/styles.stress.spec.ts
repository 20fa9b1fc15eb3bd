import type { Page } from '@playwright/test'
import { readTexts } from '../scripts/compile-messages.ts'
import { administrator } from './administrators.ts'
import { expect, test } from './fixtures.ts'
import { quickFamily, visitor } from './people.ts'
import { adminScreens, publicScreens, type Screen } from './screens.ts'
import { looksTheSameAfterOthers } from './style-order.ts'
import { walkErrors, walkThrough } from './walk.ts'

const full = process.env.ASSURE === '1'

test.use({ expectedErrors: walkErrors })

test('screens look the same whatever other screens were open before', async ({ browser }) => {
  if (full) test.setTimeout(1_800_000)
  let looks = 0
  const look = async (page: Page) => {
    await looksTheSameAfterOthers(page)
    looks += 1
  }
  const openAll = async (page: Page, screens: readonly Screen[]) => {
    for (const [path, heading] of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await look(page)
    }
  }
  const { page } = await visitor(browser, 'Pia', { child: 'Max' })
  await openAll(page, publicScreens)
  if (!full) return
  const walk = walkThrough({ browser, language: 'en', texts: readTexts('en'), look })
  await walk.asVisitor()
  await walk.asNewcomer()
  await walk.asCareful()
  await walk.asFamily()
  await walk.asPlanner()
  const admin = await administrator(browser, 'Luz', { child: 'Leo' })
  const [reporter, reported] = [
    await quickFamily(browser, 'Bo', { child: 'Mia' }),
    await quickFamily(browser, 'Wilma', { child: 'Max' }),
  ]
  await openAll(admin.page, await adminScreens(admin, reporter, reported))
  console.log(
    `ASSURED | each screen while all style sheets are loaded, in two orders | ${looks} views with their dialogs, none looks different |`,
  )
})
