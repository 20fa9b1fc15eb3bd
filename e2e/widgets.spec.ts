import { answered } from './fixtures.ts'
import { expect, test } from './harness/harness.ts'
import { isSound } from './sound.ts'
import { inSteps, stopClock } from './still-clock.ts'

const people = [
  { _id: 'p1', label: 'Ada' },
  { _id: 'p2', label: 'Ana' },
]

test.describe('search box', () => {
  test('it waits for half a second without typing, says that it searches, and lists what was found', {
    tag: ['@WIDGET-15', '@WIDGET-22', '@WIDGET-23', '@WIDGET-32', '@WIDGET-33', '@WIDGET-34', '@WIDGET-24'],
  }, async ({ page, harness }) => {
    const held = Promise.withResolvers<void>()
    harness.answer('GET /api/public/find', { data: people, after: held.promise })
    await page.clock.install()
    await harness.open('search-path')
    const box = page.getByRole('searchbox', { name: 'Search people' })
    await expect(box).toHaveAttribute('aria-busy', 'false')
    await stopClock(page)
    const search = answered(page, '**/api/public/find?**')
    await box.press('a')
    await page.clock.runFor(490)
    await box.press('n')
    await page.clock.runFor(490)
    await expect(box).toHaveAttribute('aria-busy', 'true')
    expect(harness.calls).toHaveLength(0)
    await page.clock.runFor(20)
    await expect(page.getByText('Searching')).toBeAttached()
    held.resolve()
    await search
    await inSteps(page, page.getByRole('listitem').first())
    await expect(page.getByRole('listitem')).toHaveText(['Ada', 'Ana'])
    await expect(box).toHaveAttribute('aria-busy', 'false')
    expect(harness.calls.map(({ url }) => url)).toEqual(['/api/public/find?q=an'])
    await box.fill('')
    await expect(page.getByRole('listitem')).toHaveCount(0)
    await expect(box).toHaveAttribute('aria-busy', 'false')
    await page.clock.runFor(700)
    expect(harness.calls).toHaveLength(1)
  })

  test('the query may be part of the path', { tag: ['@WIDGET-33'] }, async ({ page, harness }) => {
    harness.answer('GET /api/public/find/an%2Fb', { data: people })
    await harness.open('search-path?in-path')
    await page.getByRole('searchbox').fill('an/b')
    await expect(page.getByRole('listitem')).toHaveCount(2)
  })

  test('a late answer does not replace that of a later search', { tag: ['@WIDGET-34'] }, async ({
    page,
    harness,
  }) => {
    const held = Promise.withResolvers<void>()
    harness.answer('GET /api/public/find', (request) =>
      request.url().endsWith('=a')
        ? { data: [{ _id: 'old', label: 'Old' }], after: held.promise }
        : { data: [{ _id: 'new', label: 'New' }] },
    )
    await harness.open('search-path')
    await page.getByRole('searchbox').fill('a')
    await expect.poll(() => harness.calls.length).toBe(1)
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('=a'))
    await page.getByRole('searchbox').fill('ab')
    await expect(page.getByRole('listitem')).toHaveText(['New'])
    held.resolve()
    await ended
    await expect(page.getByRole('listitem')).toHaveText(['New'])
  })

  test('a search that fails says so', { tag: ['@WIDGET-32'] }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/500/)
    harness.answer('GET /api/public/find', { status: 500, error: 'Not today' })
    await harness.open('search-path')
    await page.getByRole('searchbox').fill('a')
    await expect(page.getByText('Not today')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveAttribute('aria-busy', 'false')
  })

  test('it works with a call of the contract, and with its own handler', {
    tag: ['@WIDGET-29'],
  }, async ({ page, harness }) => {
    harness.answer('GET /api/app/phone-number', { data: [{ phoneNumber: '+1' }] })
    await harness.open('search-contract')
    await page.getByRole('searchbox').fill('+12025550123')
    await expect(page.getByText('Found: 1')).toBeVisible()
    expect(harness.calls.map(({ url }) => url)).toEqual(['/api/app/phone-number?phone=%2B12025550123'])
    await harness.open('search-handler')
    await page.getByRole('searchbox').fill('an')
    await expect(page.getByText('an', { exact: true })).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(page.getByText('an, cleared')).toBeVisible()
  })

  test('without a call or a handler it shows the developer an error', { tag: ['@WIDGET-29'] }, async ({
    page,
    harness,
  }) => {
    await harness.open('search-misused')
    await expect(page.getByRole('alert')).toHaveText(
      'Error: SearchBox needs an endpoint with onResults, or onSearch.',
    )
  })
})

test.describe('searchable select', () => {
  test('it filters by typing, shows texts, holds values, and is at most 16rem high', {
    tag: ['@WIDGET-12', '@WIDGET-20', '@CONST-32'],
  }, async ({ page, harness }) => {
    harness.answer('GET /api/public/school', { data: [] })
    harness.answer('GET /api/public/country', { data: [] })
    await harness.open('selects')
    const plain = page.getByRole('combobox', { name: 'Plain' })
    await plain.click()
    await expect(page.getByRole('option')).toHaveCount(40)
    const list = page.getByRole('listbox')
    await expect(list).toHaveCSS('max-height', '256px')
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(256)
    await plain.fill('n 3')
    await expect(page.getByRole('option')).toHaveText([
      'Option 3',
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `Option 3${n}`),
    ])
    await page.getByRole('option', { name: 'Option 31' }).click()
    await expect(plain).toHaveValue('Option 31')
    await expect(page.getByText('Plain: v31')).toBeVisible()
    // Text that matches nothing is discarded, and the previous choice stays.
    await plain.fill('xyz')
    await expect(page.getByText('Nothing fits')).toBeVisible()
    await plain.press('Tab')
    // The next field has opened its list, which hides everything else from screen readers.
    await page.keyboard.press('Escape')
    await expect(plain).toHaveValue('Option 31')
    await plain.fill('')
    await plain.press('Tab')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Plain:', { exact: true })).toBeVisible()
  })

  test('it works by keyboard alone', { tag: ['@WIDGET-12'] }, async ({ page, harness }) => {
    harness.answer('GET /api/public/school', { data: [] })
    harness.answer('GET /api/public/country', { data: [] })
    await harness.open('selects')
    const plain = page.getByRole('combobox', { name: 'Plain' })
    await plain.focus()
    await page.keyboard.type('option 1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(plain).toHaveValue('Option 1')
    await expect(page.getByText('Plain: v1', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  })

  test('options come from a call, with _id or a given field as value, and a given field as text', {
    tag: ['@WIDGET-21', '@WIDGET-30'],
  }, async ({ page, harness }) => {
    harness.answer('GET /api/public/school', { data: [{ _id: 's1', name: 'Elm School' }] })
    harness.answer('GET /api/public/country', { data: [{ code: 'ca', title: 'Canada', _id: 'no' }] })
    await harness.open('selects')
    await page.getByRole('combobox', { name: 'School' }).click()
    await page.getByRole('option', { name: 'Elm School' }).click()
    await expect(page.getByText('School: s1')).toBeVisible()
    await page.getByRole('combobox', { name: 'Country' }).click()
    await page.getByRole('option', { name: 'Canada' }).click()
    await expect(page.getByText('Country: ca')).toBeVisible()
    expect(harness.calls.map(({ url }) => url).sort()).toEqual(['/api/public/country', '/api/public/school'])
  })

  test('a new item can be posted by its text, and is selected', { tag: ['@WIDGET-31'] }, async ({
    page,
    harness,
  }) => {
    harness.answer('GET /api/public/school', { data: [{ _id: 's1', name: 'Elm School' }] })
    harness.answer('GET /api/public/country', { data: [] })
    harness.answer('POST /api/public/school', { data: { _id: 's2', name: 'Oak School' } })
    await harness.open('selects')
    const school = page.getByRole('combobox', { name: 'School' })
    await school.fill('Elm School')
    await expect(page.getByRole('option')).toHaveText(['Elm School'])
    await school.fill('Oak School')
    await page.getByRole('option', { name: 'Add “Oak School”' }).click()
    await expect(page.getByText('School: s2')).toBeVisible()
    await expect(school).toHaveValue('Oak School')
    expect(harness.callsTo('POST /api/public/school').map(({ body }) => body)).toEqual([
      { name: 'Oak School' },
    ])
  })

  test('a refused new item shows why', { tag: ['@WIDGET-31'] }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/409/)
    harness.answer('GET /api/public/school', { data: [] })
    harness.answer('GET /api/public/country', { data: [] })
    harness.answer('POST /api/public/school', { status: 409, error: 'There is one already' })
    await harness.open('selects')
    await page.getByRole('combobox', { name: 'School' }).fill('Oak')
    await page.getByRole('option', { name: /Add/ }).click()
    await expect(page.getByText('There is one already')).toBeVisible()
    await expect(page.getByText('School:', { exact: true })).toBeVisible()
  })

  test('the open list is accessible and readable', { tag: ['@WIDGET-12'] }, async ({ page, harness }) => {
    harness.answer('GET /api/public/school', { data: [] })
    harness.answer('GET /api/public/country', { data: [] })
    await harness.open('selects')
    await expect(page.getByRole('heading', { name: 'Selects' })).toBeVisible()
    await isSound(page)
    await page.getByRole('combobox', { name: 'Plain' }).click()
    await expect(page.getByRole('listbox')).toBeVisible()
    // While it is open, screen readers see only the box and its list.
    await isSound(page, { within: '.options' })
  })
})

test('a toggle switches by click, by its label and by keyboard, and is 56 by 32 px', {
  tag: ['@WIDGET-14'],
}, async ({ page, harness }) => {
  await harness.open('switches')
  const toggle = page.getByRole('switch', { name: 'Tell me at once' })
  await expect(toggle).not.toBeChecked()
  const box = await toggle.boundingBox()
  expect([box?.width, box?.height]).toEqual([56, 32])
  await toggle.click()
  await expect(toggle).toBeChecked()
  await page.getByText('Tell me at once').click()
  await expect(toggle).not.toBeChecked()
  await toggle.press('Space')
  await expect(toggle).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Off and broken' })).toHaveAccessibleDescription(
    'Permission for notifications was denied.',
  )
  await isSound(page)
})

test('a multi-line field accepts line breaks', { tag: ['@WIDGET-13'] }, async ({ page, harness }) => {
  await harness.open('switches')
  await page.getByLabel('Description').pressSequentially('one')
  await page.getByLabel('Description').press('Enter')
  await page.getByLabel('Description').pressSequentially('two')
  await expect(page.locator('output')).toHaveText('"one\\ntwo"')
})

test.describe('resource', () => {
  const things = '/api/public/things'

  test('it shows a spinner of 96 px, then the reply to GET', { tag: ['@WIDGET-35', '@API-154'] }, async ({
    page,
    harness,
  }) => {
    const held = Promise.withResolvers<void>()
    harness.answer(`GET ${things}`, { data: ['a'], after: held.promise })
    await harness.open('resource')
    const box = await page.locator('.spinner').boundingBox()
    expect(Math.round(box?.width ?? 0)).toBe(96)
    held.resolve()
    await expect(page.locator('output')).toHaveText('{"data":["a"],"status":200}')
    expect(harness.callsTo(`GET ${things}`)).toHaveLength(1)
  })

  test('it posts a payload, deletes with and without an id, and passes on the reply', {
    tag: ['@API-155', '@API-156', '@API-157', '@API-158'],
  }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/409/)
    harness.answer(`GET ${things}`, { data: ['a'] })
    harness.answer(`POST ${things}`, { data: ['a', 'b'], message: 'Saved' })
    harness.answer(`DELETE ${things}/t1`, { data: ['b'] })
    harness.answer(`DELETE ${things}`, { status: 409, error: 'Still in use' })
    await harness.open('resource')
    const output = page.locator('output')
    await page.getByRole('button', { name: 'Post' }).click()
    await expect(output).toContainText('"data":["a","b"]')
    await expect(output).toContainText('"message":"Saved"')
    expect(harness.callsTo(`POST ${things}`).map(({ body }) => body)).toEqual([{ name: 'new one' }])
    await page.getByRole('button', { name: 'Delete one' }).click()
    await expect(output).toHaveText('{"data":["b"],"status":200}')
    await page.getByRole('button', { name: 'Delete all' }).click()
    await expect(output).toHaveText('{"data":["b"],"status":409,"error":"Still in use"}')
    expect(harness.callsTo(`DELETE ${things}`)).toHaveLength(1)
    expect(harness.callsTo(`DELETE ${things}/t1`)).toHaveLength(1)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(output).toHaveText('{"data":["a"],"status":200}')
  })

  test('a failure renders nothing, is logged each time, and is reported once a minute', {
    tag: ['@ERR-51', '@ERR-52', '@ERR-53'],
  }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/500|Things/)
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('Things:')) logged.push(message.text())
    })
    const reports = 'POST /api/app/submit-crash-report'
    harness.answer(reports, { status: 201, data: {} })
    await page.clock.install()
    harness.answer(`GET ${things}`, { status: 500, error: 'Broken' })
    await harness.open('resource')
    const mount = page.getByRole('button', { name: 'Mount again' })
    for (const times of [1, 2, 3]) {
      await expect.poll(() => logged.length).toBe(times)
      if (times < 3) await mount.click()
    }
    await expect(page.getByRole('region', { name: 'Content' })).toBeEmpty()
    await expect.poll(() => harness.callsTo(reports).length).toBe(1)
    expect(harness.callsTo(reports)[0]?.body).toMatchObject({
      componentName: 'Things',
      error: { name: 'ApiError', message: 'Broken' },
      userDescription: '',
    })
    harness.answer(`GET ${things}`, { status: 500, error: 'Something else' })
    await mount.click()
    await expect.poll(() => logged.length).toBe(4)
    await expect.poll(() => harness.callsTo(reports).length).toBe(2)
    // Timers don't fire: those of calls under way would end them.
    await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 61_000))
    await mount.click()
    await expect.poll(() => logged.length).toBe(5)
    await expect.poll(() => harness.callsTo(reports).length).toBe(3)
  })
})

test.describe('dialogs, header and toasts', () => {
  test('the page header has a title, a subtitle and actions', {
    tag: ['@WIDGET-02', '@WIDGET-03', '@WIDGET-04'],
  }, async ({ page, harness }) => {
    await harness.open('dialogs')
    const header = page.locator('header.page')
    await expect(header.getByRole('heading', { level: 1, name: 'Dialogs' })).toBeVisible()
    await expect(header.getByText('Two of them')).toBeVisible()
    await expect(header.getByRole('button', { name: 'Open' })).toBeVisible()
    const title = await header.getByRole('heading').boundingBox()
    const subtitle = await header.getByText('Two of them').boundingBox()
    expect(subtitle?.y).toBeGreaterThan(title?.y ?? 0)
  })

  test('a dialog keeps the focus, closes by button and by Escape, and returns the focus', {
    tag: ['@WIDGET-01'],
  }, async ({ page, harness }) => {
    await harness.open('dialogs')
    const dialog = page.getByRole('dialog', { name: 'A dialog' })
    const opener = page.getByRole('button', { name: 'Open' })
    await opener.click()
    await expect(dialog).toBeVisible()
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test('a button can be pressed at its top edge', {
    tag: ['@WIDGET-01'],
  }, async ({ page, harness }) => {
    await harness.open('dialogs')
    const opener = page.getByRole('button', { name: 'Open', exact: true })
    const { width } = (await opener.boundingBox()) ?? { width: 0 }
    await opener.click({ position: { x: width / 2, y: 1 } })
    await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible()
  })

  test('with reduced motion a dialog is in its place from the first frame on', {
    tag: ['@WIDGET-01'],
  }, async ({ page, harness }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await harness.open('dialogs')
    const dialog = page.getByRole('dialog', { name: 'A dialog' })
    const first = await page.evaluateHandle(() => {
      const seen: { top?: number } = {}
      new MutationObserver((_, observer) => {
        const added = document.querySelector('[role="dialog"]')
        if (!added) return
        observer.disconnect()
        seen.top = added.getBoundingClientRect().top
      }).observe(document.body, { childList: true, subtree: true })
      return seen
    })
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(dialog).toBeVisible()
    await expect.poll(async () => (await dialog.boundingBox())?.y).toBe((await first.jsonValue()).top)
  })

  test('the delete confirmation deletes nothing on Cancel, and deletes on Confirm', {
    tag: ['@WIDGET-16', '@WIDGET-17', '@WIDGET-18', '@WIDGET-19'],
  }, async ({ page, harness }) => {
    await harness.open('dialogs')
    const dialog = page.getByRole('alertdialog', { name: 'Are You Sure?' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toHaveAccessibleDescription('This action cannot be undone')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Deleted: 0')).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Deleted: 1')).toBeVisible()
  })

  test('a double click that closes a dialog presses nothing below it', async ({ page, harness }) => {
    await harness.open('dialogs')
    const seen = await page.evaluateHandle(() => {
      const clicks: number[] = []
      document.addEventListener('click', ({ detail }) => clicks.push(detail))
      return clicks
    })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).dblclick()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect(await seen.jsonValue()).not.toContain(2)
  })

  test('a double click that closes a dialog presses no button of React Aria below it', async ({
    page,
    harness,
  }) => {
    await page.clock.install()
    await harness.open('dialog-over-filter')
    await page.getByRole('button', { name: 'Delete' }).click()
    const cancel = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeFocused()
    const seen = await page.evaluateHandle(() => {
      // Covers everything below the dialog.
      Object.assign(document.querySelector<HTMLElement>('.chip')?.style ?? {}, {
        position: 'fixed',
        inset: '0',
      })
      const clicks: number[] = []
      document.addEventListener('click', ({ detail }) => clicks.push(detail), true)
      return clicks
    })
    await cancel.dblclick()
    await page.clock.runFor(200)
    expect(await seen.jsonValue()).toEqual([1])
  })

  test('a toast is at the top centre, is read aloud, and disappears after a second', {
    tag: ['@CONST-26', '@CONST-27'],
  }, async ({ page, harness }) => {
    await page.clock.install()
    await harness.open('toasts')
    await stopClock(page)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // It would stay under the mouse.
      await page.getByRole('button', { name: 'Say it' }).press('Enter')
      const toast = page.getByRole('status').getByText('Saved', { exact: true })
      await inSteps(page, toast)
      const box = await page.locator('.toast').boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(12)
      expect(box?.y).toBeLessThan(160)
      await page.clock.runFor(980)
      await expect(toast).toBeVisible()
      await page.clock.runFor(20)
      await expect(toast).toHaveCount(0)
    }
  })

  test('a toast survives a change of page, and stays while it is hovered', { tag: ['@CONST-26'] }, async ({
    page,
    harness,
  }) => {
    await page.clock.install()
    await harness.open('toasts')
    await stopClock(page)
    await page.getByRole('link', { name: 'Say it and go' }).click()
    await expect(page).toHaveURL(/\/done$/)
    const toast = page.locator('.toast')
    await inSteps(page, toast)
    await expect(toast).toHaveText('Saved and gone')
    await toast.hover()
    await page.clock.runFor(1500)
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 700)
    await page.clock.runFor(1000)
    await expect(toast).toHaveCount(0)
  })
})
