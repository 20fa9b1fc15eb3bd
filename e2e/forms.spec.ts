import type { Page } from '@playwright/test'
import { expect, test } from './harness/harness.ts'
import { isSound } from './sound.ts'

const thing = '/api/admin/thing'
const open = '/api/public/thing'
const ring = 'rgb(208, 122, 0)'
const amber = 'rgb(138, 75, 0)'
test.use({ colorScheme: 'light' })

test.describe('loading', () => {
  test('a form with an id shows a spinner, then the values from GET {endpoint}/{id}', {
    tag: ['@FORM-28', '@FORM-32', '@FORM-39', '@FORM-21', '@FORM-23', '@FORM-24', '@FORM-25'],
  }, async ({ page, harness }) => {
    const held = Promise.withResolvers<void>()
    harness.answer(`GET ${thing}/5`, {
      after: held.promise,
      data: {
        _id: '5',
        name: 'Swings',
        isOpen: true,
        isLoud: true,
        day: '2026-05-04T00:00:00.000Z',
        start: '2026-05-04T14:30:00.000Z',
        notes: 'one\ntwo',
        size: 'l',
        person: 'ben',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    })
    await harness.open('whole?id=5')
    const box = await page.locator('.spinner').boundingBox()
    expect(Math.round(box?.width ?? 0)).toBe(64)
    expect(Math.round(box?.height ?? 0)).toBe(64)
    held.resolve()
    await expect(page.getByLabel('Name')).toHaveValue('Swings')
    await expect(page.locator('.spinner')).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: 'Open to All' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Tell Me at Once' })).toBeChecked()
    await expect(page.getByLabel('Day')).toHaveValue('2026-05-04')
    await expect(page.getByLabel('Start')).toHaveValue('2026-05-04T10:30')
    await expect(page.getByLabel('Notes')).toHaveValue('one\ntwo')
    await expect(page.getByLabel('Size')).toHaveValue('l')
    await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Ben')
    expect(harness.callsTo(`GET ${thing}/5`)).toHaveLength(1)
  })

  test('a form without an id loads from GET {endpoint} and saves to POST {endpoint}', {
    tag: ['@FORM-29', '@FORM-33'],
  }, async ({ page, harness }) => {
    harness.answer(`GET ${thing}`, { data: { name: 'Mine' } })
    harness.answer(`POST ${thing}`, { data: {} })
    await harness.open('whole')
    await expect(page.getByLabel('Name')).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.locator('form')).toHaveAttribute('data-status', 'success')
    expect(harness.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${thing}`,
      `POST ${thing}`,
    ])
  })

  test('a form for something new loads nothing', { tag: ['@FORM-30'] }, async ({ page, harness }) => {
    await harness.open('whole?id=new')
    await expect(page.getByLabel('Name')).toHaveValue('')
    expect(harness.calls).toEqual([])
  })

  test('a form with preventInitialLoad loads nothing', { tag: ['@FORM-31'] }, async ({ page, harness }) => {
    await harness.open('whole?id=5&prevent')
    await expect(page.getByLabel('Name')).toHaveValue('')
    expect(harness.calls).toEqual([])
  })

  test('a failed load shows the error, and can be retried', { tag: ['@FORM-28'] }, async ({
    page,
    harness,
    expectErrors,
  }) => {
    await expectErrors(/500/)
    harness.answer(`GET ${thing}/5`, { status: 500, error: 'Not today' })
    await harness.open('whole?id=5')
    await expect(page.getByText('Not today')).toBeVisible()
    harness.answer(`GET ${thing}/5`, { data: { name: 'Swings' } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Swings')
  })
})

test.describe('sending', () => {
  test('each type of field is sent in its own format, with the extra fields', {
    tag: [
      '@FORM-21',
      '@FORM-22',
      '@FORM-23',
      '@FORM-24',
      '@FORM-25',
      '@FORM-26',
      '@FORM-27',
      '@FORM-33',
      '@FORM-35',
    ],
  }, async ({ page, harness }) => {
    harness.answer(`POST ${thing}`, { data: {} })
    await harness.open('whole?id=new&extra')
    await page.getByLabel('Name').fill('Swings')
    await expect(page.getByLabel('Name')).toHaveAttribute('type', 'text')
    await page.getByLabel('Secret').fill('hush')
    await expect(page.getByLabel('Secret')).toHaveAttribute('type', 'password')
    await page.getByRole('checkbox', { name: 'Open to All' }).check()
    await page.getByRole('switch', { name: 'Tell Me at Once' }).click()
    await page.getByLabel('Day').fill('2026-05-04')
    await expect(page.getByLabel('Day')).toHaveAttribute('type', 'date')
    await expect(page.getByLabel('Start')).toHaveAttribute('type', 'datetime-local')
    await expect(page.getByLabel('Start')).toHaveAttribute('step', '60')
    await page.getByLabel('Start').fill('2026-05-04T10:30:15')
    await expect(page.getByLabel('Start')).toHaveValue('2026-05-04T10:30')
    await expect(page.getByLabel('End')).toHaveAttribute('step', '1')
    await page.getByLabel('End').fill('2026-05-04T11:30:15')
    await expect(page.getByLabel('End')).toHaveValue('2026-05-04T11:30:15')
    await page.getByLabel('Notes').fill('one\ntwo')
    await page.getByLabel('Size').selectOption('Large')
    await page.getByRole('combobox', { name: 'Person' }).fill('cl')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Person' }).press('ArrowDown')
    await page.getByRole('combobox', { name: 'Person' }).press('Enter')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.locator('form')).toHaveAttribute('data-status', 'success')
    expect(harness.callsTo(`POST ${thing}`).map(({ body }) => body)).toEqual([
      {
        name: 'Swings',
        secret: 'hush',
        isOpen: true,
        isLoud: true,
        day: '2026-05-04T00:00:00.000Z',
        // The browser of these tests is set to New York.
        start: '2026-05-04T14:30:00.000Z',
        end: '2026-05-04T15:30:15.000Z',
        notes: 'one\ntwo',
        size: 'l',
        person: 'cleo',
        group: 'g1',
      },
    ])
  })

  test('with includeId the id is in the path, and values without a field are not sent', {
    tag: ['@FORM-34'],
  }, async ({ page, harness }) => {
    harness.answer(`GET ${thing}/5`, { data: { name: 'Swings', other: 'not a field' } })
    harness.answer(`POST ${thing}/5`, { data: {} })
    await harness.open('whole?id=5&includeId')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.locator('form')).toHaveAttribute('data-status', 'success')
    const [call] = harness.callsTo(`POST ${thing}/5`)
    expect(call?.body).toMatchObject({ name: 'Swings' })
    expect(call?.body).not.toHaveProperty('other')
  })

  test('the status changes from null to pending, then to fail or success', {
    tag: ['@FORM-02', '@FORM-05', '@FORM-37', '@FORM-06'],
  }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/500/)
    const held = Promise.withResolvers<void>()
    harness.answer(`POST ${open}`, { status: 500, after: held.promise })
    await harness.open('rules')
    const form = page.locator('form')
    await expect(form).toHaveAttribute('data-status', 'null')
    await fill(page)
    const submit = page.getByRole('button', { name: 'Submit' })
    await submit.click()
    await expect(form).toHaveAttribute('data-status', 'pending')
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    // An impatient second press sends nothing.
    await submit.dispatchEvent('click')
    held.resolve()
    await expect(form).toHaveAttribute('data-status', 'fail')
    expect(harness.callsTo(`POST ${open}`)).toHaveLength(1)
    await expect(page.getByText('After submit: 0')).toBeVisible()
    harness.answer(`POST ${open}`, { data: {} })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(form).toHaveAttribute('data-status', 'success')
    await expect(page.getByText('After submit: 1')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  })

  test('a configured label changes to Retry once the submit has failed', { tag: ['@FORM-05'] }, async ({
    page,
    harness,
    expectErrors,
  }) => {
    await expectErrors(/500/)
    harness.answer(`POST ${open}`, { status: 500 })
    await harness.open('rules?label=Save')
    await fill(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  test('success leads to the configured path', { tag: ['@FORM-07'] }, async ({ page, harness }) => {
    harness.answer(`POST ${open}`, { data: {} })
    await harness.open('rules?redirect=/done')
    await fill(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/done$/)
  })

  test('success leads back one step', { tag: ['@FORM-08'] }, async ({ page, harness }) => {
    harness.answer(`POST ${open}`, { data: {} })
    await harness.open('rules?label=First')
    await page.getByRole('link', { name: 'Go on' }).click()
    await expect(page).toHaveURL(/redirect=back$/)
    await fill(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/label=First$/)
  })

  test('a multipart form sends its file and fields as multipart/form-data', { tag: ['@FORM-36'] }, async ({
    page,
    harness,
  }) => {
    harness.answer(`POST ${open}`, { data: {} })
    await harness.open('multipart')
    await page.getByLabel('Name').fill('Swings')
    await page.getByLabel('Day').fill('2026-05-04')
    await page
      .getByLabel('Photo')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.locator('form')).toHaveAttribute('data-status', 'success')
    const [call] = harness.callsTo(`POST ${open}`)
    expect(call?.contentType).toMatch(/^multipart\/form-data; boundary=/)
    expect(call?.text).toContain('name="name"\r\n\r\nSwings')
    expect(call?.text).toContain('name="day"\r\n\r\n2026-05-04T00:00:00.000Z')
    expect(call?.text).toContain('filename="a.txt"')
  })
})

test.describe('failing', () => {
  const failures = [
    ['a rejection that is a text is shown as it is', '&reject=abc', undefined, 'abc'],
    ['the form’s own text for the status', '', { status: 409, error: 'nope' }, 'That name is taken'],
    ['else the server’s text', '', { status: 418, error: 'nope' }, 'nope'],
    ['else that something went wrong...', '', { status: 418 }, 'Something went wrong...'],
    ['a text left empty on purpose', '', { status: 410, error: 'nope' }, 'Something went wrong.'],
    ['a rejection that is empty', '&reject=', undefined, 'Something went wrong.'],
  ] as const
  for (const [title, query, reply, text] of failures) {
    test(title, { tag: ['@ERR-46', '@ERR-47', '@ERR-48', '@ERR-49', '@ERR-50', '@FORM-38'] }, async ({
      page,
      harness,
      expectErrors,
    }) => {
      await expectErrors(/4\d\d/)
      if (reply) harness.answer(`POST ${open}`, reply)
      await harness.open(`rules?x${query}`)
      await fill(page)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    })
  }

  test('the server’s error for a field is shown at the field', { tag: ['@ERR-48'] }, async ({
    page,
    harness,
    expectErrors,
  }) => {
    await expectErrors(/400/)
    harness.answer(`POST ${open}`, { status: 400, error: 'no', ...{ fields: { zip: 'No such place' } } })
    await harness.open('rules')
    await fill(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel('Zip Code')).toHaveAccessibleDescription('No such place')
    await expect(page.getByLabel('Zip Code')).toBeFocused()
    await page.getByLabel('Zip Code').fill('10002')
    await expect(page.getByText('No such place')).toHaveCount(0)
  })
})

test.describe('validating', () => {
  test('on submit all fields are checked, the first prompt is shown, and valid input removes it', {
    tag: [
      '@FORM-01',
      '@FORM-03',
      '@FORM-04',
      '@FORM-13',
      '@FORM-14',
      '@FORM-15',
      '@FORM-16',
      '@FORM-17',
      '@FORM-20',
    ],
  }, async ({ page, harness }) => {
    await harness.open('rules')
    const form = page.locator('form')
    await page.getByLabel('Zip Code').fill('12')
    await page.getByLabel('Zip Code').blur()
    await expect(form.locator('.prompt')).toHaveCount(0)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(form).toHaveAttribute('data-invalid', 'true')
    await expect(form.locator('.prompt')).toHaveText(['Please tell the name'])
    await expect(form.locator('.prompt')).toHaveCSS('color', amber)
    for (const label of [/^Name/, 'Zip Code', 'Again']) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(label)).toHaveCSS('border-top-color', ring)
      await expect(page.getByLabel(label)).toHaveCSS('box-shadow', /3px/)
    }
    await expect(page.getByLabel(/^Name/)).toBeFocused()
    await expect(page.getByLabel(/^Name/)).toHaveAccessibleDescription('Please tell the name')
    await page.getByLabel(/^Name/).fill('Ada')
    await expect(form.locator('.prompt')).toHaveText(['Invalid input'])
    await page.getByLabel('Zip Code').fill('10001')
    await expect(form.locator('.prompt')).toHaveText(['Not the same zip'])
    await page.getByLabel('Again').fill('10001')
    await expect(form.locator('.prompt')).toHaveCount(0)
    await expect(form).not.toHaveAttribute('data-invalid')
    // Once it was valid, the form shows no prompts until the next submit.
    await page.getByLabel('Zip Code').fill('1')
    await page.getByLabel('Zip Code').blur()
    await expect(form.locator('.prompt')).toHaveCount(0)
    expect(harness.calls).toEqual([])
  })

  test('with on-input validation a field is checked while it is typed in', {
    tag: ['@FORM-18', '@FORM-15'],
  }, async ({ page, harness }) => {
    await harness.open('rules?validation=on-input')
    await page.getByLabel('Zip Code').pressSequentially('12')
    await expect(page.locator('.prompt')).toHaveText(['Invalid input'])
    await page.getByLabel('Zip Code').pressSequentially('345')
    await expect(page.locator('.prompt')).toHaveCount(0)
  })

  test('an empty prompt is replaced by a general text', { tag: ['@FORM-38', '@ERR-50'] }, async ({
    page,
    harness,
  }) => {
    await harness.open('rules?empty')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.locator('.prompt')).toHaveText(['Something went wrong.'])
  })

  test('a required field has a red asterisk', { tag: ['@FORM-19'] }, async ({ page, harness }) => {
    await harness.open('rules')
    const asterisk = page.locator('label', { hasText: /^Name/ }).locator('.req')
    await expect(asterisk).toHaveText('*')
    await expect(asterisk).toHaveCSS('color', 'rgb(179, 38, 30)')
    await expect(page.getByLabel(/^Name/)).toHaveAttribute('aria-required', 'true')
    await expect(page.locator('.req')).toHaveCount(1)
  })

  test('a form can use the contract’s own rules and paths', {
    tag: ['@FORM-01', '@FORM-14', '@FORM-32'],
  }, async ({ page, harness, expectErrors }) => {
    await expectErrors(/409/)
    const profile = '/api/app/caregiver-profile/p1'
    harness.answer(`GET ${profile}`, { data: { name: 'Someone', lastName: 'Example', zipCode: '10001' } })
    await harness.open('contract')
    await expect(page.getByLabel(/^Last Name/)).toHaveValue('Example')
    await page.getByLabel(/^First Name/).fill('  Ada ')
    await page.getByLabel(/^Last Name/).fill('')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.locator('.prompt')).toHaveCount(1)
    await expect(page.getByLabel(/^Last Name/)).toBeFocused()
    await page.getByLabel(/^Last Name/).fill('Example')
    await page.getByLabel(/^Phone Number/).fill('+12025550123')
    const taken = 'This phone number is already in use'
    harness.answer(`POST ${profile}`, { status: 409, error: taken })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel(/^Phone Number/)).toHaveAccessibleDescription(taken)
    expect(harness.callsTo(`POST ${profile}`)[0]?.body).toMatchObject({
      name: 'Ada',
      timeZone: 'America/New_York',
    })
  })
})

test('a form of several steps shows one at a time, and the submit button on the last', {
  tag: ['@FORM-09', '@FORM-10', '@FORM-11', '@FORM-12', '@FORM-14'],
}, async ({ page, harness }) => {
  harness.answer(`POST ${open}`, { data: {} })
  await harness.open('steps')
  const next = page.getByRole('button', { name: 'Next' })
  const back = page.getByRole('button', { name: 'Back' })
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(page.getByLabel(/^Name/)).toBeVisible()
  await expect(page.getByLabel('Place')).toHaveCount(0)
  await expect(back).toHaveCount(0)
  await expect(submit).toHaveCount(0)
  await next.click()
  await expect(page.getByRole('heading', { name: 'Where' })).toBeFocused()
  await page.getByLabel('Place').fill('The park')
  await expect(page.getByLabel(/^Name/)).toHaveCount(0)
  await expect(submit).toHaveCount(0)
  await next.click()
  await expect(next).toHaveCount(0)
  await back.click()
  await expect(page.getByLabel('Place')).toHaveValue('The park')
  // Enter goes to the next page, too.
  await page.getByLabel('Place').press('Enter')
  await page.getByLabel('Day').fill('2026-05-04')
  await submit.click()
  // The form shows the page that has the invalid field.
  await expect(page.getByText('Please tell the name')).toBeVisible()
  await expect(page.getByLabel(/^Name/)).toBeFocused()
  expect(harness.calls).toEqual([])
  await page.getByLabel(/^Name/).fill('Ada')
  await next.click()
  await next.click()
  await submit.click()
  await expect(page.locator('form')).toHaveAttribute('data-status', 'success')
  expect(harness.calls.map(({ body }) => body)).toEqual([
    { name: 'Ada', place: 'The park', day: '2026-05-04T00:00:00.000Z' },
  ])
})

test('labels are in title case by default', { tag: ['@CONST-29'] }, async ({ page, harness }) => {
  await harness.open('rules')
  await expect(page.getByText('Zip Code', { exact: true })).toBeVisible()
  await harness.open('rules?case')
  await expect(page.getByText('Zip code', { exact: true })).toBeVisible()
})

test('the submit button is where it is configured, at the bottom right by default', {
  tag: ['@CONST-30', '@CONST-31'],
}, async ({ page, harness }) => {
  for (const align of ['', 'left', 'right', 'center', 'top-left', 'top-right', 'top-center']) {
    await harness.open(align === '' ? 'rules' : `rules?align=${align}`)
    const button = await page.getByRole('button', { name: 'Submit' }).boundingBox()
    const row = await page.locator('.form__actions').boundingBox()
    const field = await page.getByLabel(/^Name/).boundingBox()
    if (!button || !row || !field) throw new Error('The form is not there')
    const left = button.x - row.x
    const right = row.x + row.width - (button.x + button.width)
    if (align.endsWith('left')) expect(left).toBeLessThan(1)
    else if (align.endsWith('center')) expect(Math.abs(left - right)).toBeLessThan(2)
    else expect(right).toBeLessThan(1)
    expect(button.y < field.y, align).toBe(align.startsWith('top-'))
  }
})

test('forms are accessible and readable', { tag: ['@FORM-16', '@FORM-20'] }, async ({
  page,
  harness,
  expectErrors,
}) => {
  await expectErrors(/409/)
  await harness.open('whole?id=new')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please tell the name')).toBeVisible()
  await isSound(page)
  harness.answer(`POST ${open}`, { status: 409 })
  await harness.open('rules')
  await fill(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('That name is taken')).toBeVisible()
  await isSound(page)
  await harness.open('steps')
  await isSound(page)
})

async function fill(page: Page) {
  await page.getByLabel(/^Name/).fill('Ada')
  await page.getByLabel('Zip Code').fill('10001')
  await page.getByLabel('Again').fill('10001')
}
