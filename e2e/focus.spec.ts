import type { Locator, Page } from '@playwright/test'
import { administrator, only } from './administrators.ts'
import { dialogsClosed, expect, test } from './fixtures.ts'
import { quickFamily, quickRequest, register, visitor } from './people.ts'

// On a slow phone, closing a dialog must not move the focus of a keyboard or screen reader user to the top of the page.

const slowness = {
  'what React leaves for after the paint': () => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => postMessage.call(this, message), 120)
    }
  },
  frames: () => {
    window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 120)
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame)
  },
}

/** Expects the focus on that button, also after everything delayed has run. */
async function expectFocusOn(page: Page, name: string | RegExp): Promise<void> {
  const place = page.getByRole('button', { name, exact: true })
  await expect(place).toBeFocused()
  await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise(requestAnimationFrame)
      await new Promise((arrived) => {
        port1.onmessage = arrived
        port2.postMessage(null)
      })
    }
  })
  await expect(place).toBeFocused()
}

for (const [what, slow] of Object.entries(slowness)) {
  test.describe(`on a slow phone (late: ${what})`, () => {
    test('a dialog that saves returns the focus to the button that opened it', async ({ browser }) => {
      const person = await visitor(browser, 'Nora', { child: 'Mia' })
      const { page } = person
      await register(person)
      await page.evaluate(slow)
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Add a child' }).press('Enter')
      await dialog.getByLabel('First Name').fill('Mia')
      await dialog.getByLabel('Last Initial').fill('E')
      await dialog.getByRole('button', { name: 'Save' }).press('Enter')
      await expect(dialog).toBeHidden()
      await expectFocusOn(page, 'Add a child')

      await page.getByRole('button', { name: 'Country' }).press('Enter')
      await page.getByRole('combobox', { name: 'Search countries' }).fill('Germany')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectFocusOn(page, /Germany/)

      // Its opener is removed with it: the focus moves to the form around it.
      await page.getByRole('button', { name: 'Edit Mia' }).press('Enter')
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expectFocusOn(page, 'Edit Mia')
      await page.getByRole('button', { name: 'Delete Mia' }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Delete Mia' })).toHaveCount(0)
      await expect(page.locator('form:focus')).toHaveCount(1)
    })

    test('a sheet and a confirmation return the focus, or move it to what is around a removed button', async ({
      browser,
    }) => {
      const anna = await quickFamily(browser, 'Noemi', { child: 'Mia' })
      const ben = await quickFamily(browser, 'Niko', { child: 'Leo' })
      await quickRequest(ben, anna)
      const { page } = anna
      await page.goto('/edit-playdate/new')
      await page.getByRole('radio', { name: /^Playdate/ }).press('Space')
      await page.evaluate(slow)
      const sheet = page.getByRole('dialog', { name: 'Propose Times' })
      await page.getByRole('button', { name: 'Propose Times' }).press('Enter')
      await sheet.locator('.panel__month button').last().press('Enter')
      await sheet.getByRole('button', { name: /, 9 am/ }).press('Space')
      await sheet.getByRole('button', { name: 'Done' }).press('Enter')
      await expect(sheet).toBeHidden()
      await expectFocusOn(page, 'Propose Times')
      await dialogsClosed(page)

      await page.goto('/connections')
      await page.evaluate(slow)
      const remove = page.getByRole('button', { name: 'Remove Niko Example' })
      await remove.press('Enter')
      await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expectFocusOn(page, 'Remove Niko Example')
      // Its opener is removed with it.
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).press('Enter')
      await expect(page.getByText('No connections')).toBeVisible()
      await expect(page.locator('main').locator(':focus')).toHaveCount(1)
    })

    test('the administrators’ filter and sidebar return the focus to their button', async ({ browser }) => {
      const { page, email } = await administrator(browser, 'Nils')
      await page.goto('/admin')
      await only(page, email)
      await page.evaluate(slow)
      await page.getByRole('button', { name: 'Filter Email', exact: true }).press('Enter')
      await expect(page.getByRole('combobox', { name: 'Search Email' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expectFocusOn(page, 'Filter Email')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Open sidebar' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Close sidebar' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expectFocusOn(page, 'Open sidebar')
    })
  })
}

/** Delays going back until the test allows it. */
function slowHistory(): void {
  const go = history.go.bind(history)
  history.go = (steps) => {
    document.body.dataset.going = '1'
    document.addEventListener('go', () => go(steps), { once: true })
  }
  addEventListener('popstate', () => {
    document.body.dataset.going = '0'
  })
}

test('a sidebar opened while the history is still going back stays open', async ({ browser }) => {
  const { page } = await administrator(browser, 'Nele')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  await page.evaluate(slowHistory)
  const close = page.getByRole('button', { name: 'Close sidebar' })
  await page.getByRole('button', { name: 'Open sidebar' }).press('Enter')
  await expect(close).toBeFocused()
  // Until it has a history entry of its own, there is nothing to go back from.
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  await page.keyboard.press('Escape')
  await expectFocusOn(page, 'Open sidebar')
  await expect.poll(() => page.evaluate(() => Number(document.body.dataset.going))).toBe(1)
  await page.keyboard.press('Enter')
  await expect(close).toBeFocused()
  await page.evaluate(() => document.dispatchEvent(new Event('go')))
  await expect.poll(() => page.evaluate(() => Number(document.body.dataset.going))).toBe(0)
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  await expect(close).toBeFocused()
  await page.goBack()
  await expectFocusOn(page, 'Open sidebar')
})

test('a partly visible field scrolls out from under the bar when it gets the focus', async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = ben
  await page.goto(`/view-playdate-request/${id}`)
  await page.getByText('Riverside Park').click()
  await page
    .getByText(/^\w{3} · .* [AP]M/)
    .first()
    .click()
  await page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeFocused()
  const text = page.getByLabel('Good to know about Leo')
  const placeOf = async (target: Locator) => {
    const { y = 0, height = 0 } = (await target.boundingBox()) ?? {}
    return { top: y, bottom: y + height }
  }
  // Nearly all of the field is inside the window.
  await page.getByRole('switch', { name: 'Show my number' }).focus()
  const height = Math.floor((await placeOf(text)).bottom) - 1
  await page.setViewportSize({ width: 390, height })
  await expect.poll(() => page.evaluate(() => window.innerHeight)).toBe(height)
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  const bar = page.getByRole('navigation', { name: 'Main' })
  expect((await placeOf(text)).bottom).toBeLessThanOrEqual((await placeOf(bar)).top)
})
