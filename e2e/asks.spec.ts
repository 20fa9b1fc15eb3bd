import type { Locator, Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { dayZone, doDueNow } from './due.ts'
import { connect, quickAsk, quickChange } from './events.ts'
import { expect, test } from './fixtures.ts'
import { callAs, type Person, proposeTimes, quickFamily } from './people.ts'

test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

const step = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Whom we ask, in this order' })
    .getByRole('listitem')
    .nth(number - 1)

/** Opens the form for a new request and picks its first family. */
async function begin({ page, child }: Person, first: string): Promise<void> {
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByRole('button', { name: child }).click()
  await page.getByRole('combobox', { name: 'Child' }).selectOption({ label: first })
}

/** Drags by touch, from the middle of one element to the middle of the other. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const points = await Promise.all(
    [from, to].map(async (each) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await each.boundingBox()) ?? {}
      return { x: x + width / 2, y: y + height / 2 }
    }),
  )
  const [start, end] = points as [(typeof points)[0], (typeof points)[0]]
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: typeof start) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  await touch('touchStart', start)
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', { x: start.x, y: start.y + (end.y - start.y) * part })
  }
  await touch('touchEnd')
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await session.detach()
}

async function send({ page }: Person): Promise<void> {
  await page.getByLabel('Location 1').fill('Riverside Park')
  await proposeTimes(page, ['4 pm'])
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByRole('heading', { name: 'You created a Playdate!' })).toBeVisible()
}

/** Ends the wait of the request to that family, and does what is due then. */
async function endWait({ email }: Person): Promise<void> {
  await inDatabase(
    `update playdate set answer_by = now() - interval '1 minute'
     where status = 'pending' and id in (
       select playdate_id from playdate_caregiver asked
       join caregiver on caregiver.id = asked.caregiver_id
       join app_user on app_user.id = caregiver.user_id
       where side = 'recipient' and email = $1)`,
    [email],
  )
  await doDueNow()
}

async function toRequest({ page }: Person): Promise<void> {
  await page.goto('/view-playdates')
  await page.getByRole('link', { name: /^Respond to / }).click()
  await expect(page.getByRole('heading', { name: 'Can you play?' })).toBeVisible()
}

test('families are asked one after the other', {
  tag: ['@PLAN-12', '@PLAN-22', '@PLAN-23', '@PLAN-28'],
}, async ({ browser }) => {
  test.setTimeout(120_000)
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika', timezoneId: dayZone() })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const sofia = await quickFamily(browser, 'Sofia', { child: 'Mateo' })
  const daniel = await quickFamily(browser, 'Daniel', { child: 'Hana' })
  for (const friend of [amara, sofia, daniel]) await connect(priya, friend)
  const { page } = priya

  await test.step('further families are added, moved and removed', async () => {
    await begin(priya, 'Zuri - Amara')
    const wait = page.getByLabel('Wait for an answer')
    await expect(wait).toHaveValue('none')
    const add = page.getByRole('button', { name: 'Add another family' })
    await add.click()
    await expect(page.getByText('We ask one family after the other. Nobody sees your list.')).toBeVisible()
    await page.getByRole('button', { name: 'Mateo - Sofia' }).click()
    await expect(wait).toHaveValue('day')
    await expect(add).toBeFocused()
    await add.click()
    // A family on the list is not offered again.
    await expect(page.getByRole('group', { name: 'Add another family' }).getByRole('button')).toHaveCount(1)
    // Asking several families allows no repeat.
    await expect(page.getByRole('button', { name: /How often\?/ })).toBeHidden()
    await page.getByRole('button', { name: 'Hana - Daniel' }).click()
    const grip = page.getByRole('button', { name: /^Move Hana - Daniel/ })
    await grip.press('ArrowUp')
    await expect(step(page, 2)).toContainText('Hana - Daniel')
    await expect(grip).toBeFocused()
    await grip.press('ArrowDown')
    await expect(step(page, 3)).toContainText('Hana - Daniel')
    await grip.hover()
    await page.mouse.down()
    await step(page, 1).hover()
    await page.mouse.up()
    await expect(step(page, 1)).toContainText('Hana - Daniel')
    await dragByFinger(page, grip, step(page, 3))
    await expect(step(page, 3)).toContainText('Hana - Daniel')
    await dragByFinger(page, grip, step(page, 1))
    await expect(step(page, 1)).toContainText('Hana - Daniel')
    await page.getByRole('button', { name: 'Remove Hana - Daniel' }).click()
    await expect(step(page, 1)).toContainText('Zuri - Amara')
    await add.click()
    await page.getByRole('button', { name: 'Hana - Daniel' }).click()
    await page.reload()
    await expect(step(page, 3)).toContainText('Hana - Daniel')
    await expect(wait).toHaveValue('day')
    await send(priya)
  })

  let ask = ''
  await test.step('only the first family is asked', async () => {
    await page.goto('/view-playdates')
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Asking · 1 of 3' })).toBeVisible()
    await page.getByRole('link', { name: /^Details/ }).click()
    await expect(page.getByRole('heading', { name: 'Playdate', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Asking · 1 of 3' }).click()
    await expect(page.getByRole('heading', { name: 'Asking in order' })).toBeVisible()
    ask = page.url()
    await expect(page.getByText('Only you see this list.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Zuri is asked now' })).toBeVisible()
    await expect(step(page, 1)).toContainText(/Asked · until \d+:\d\d [AP]M (?:today|tomorrow)/)
    await expect(step(page, 2)).toContainText('Next')
    await expect(step(page, 3)).toContainText('Waiting')
    const stop = page.getByRole('button', { name: 'Stop asking' })
    await page.context().setOffline(true)
    await expect(stop).toBeDisabled()
    await expect(step(page, 1)).toContainText('Asked')
    await page.context().setOffline(false)
    await expect(stop).toBeEnabled()
    await sofia.page.goto('/view-playdates')
    await expect(sofia.page.getByText('You have no upcoming playdates!')).toBeVisible()
    await expect(sofia.page.getByRole('link', { name: /^Respond to / })).toHaveCount(0)
  })

  await test.step('the asked family sees its deadline, and nothing of the other families', async () => {
    await toRequest(amara)
    await expect(amara.page.getByText(/^Please answer by \d+:\d\d [AP]M, \d\d\/\d\d$/)).toBeVisible()
    await expect(amara.page.getByText(/in order|Asking ·/)).toHaveCount(0)
  })

  await test.step('the next family is asked at once', async () => {
    await page.getByRole('button', { name: 'Ask next now' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByText("Amara's request is cancelled. Ask Sofia now?")).toBeVisible()
    await question.getByRole('button', { name: 'Ask next now' }).click()
    await expect(page.getByRole('heading', { name: 'Mateo is asked now' })).toBeVisible()
    await expect(step(page, 1)).toContainText('No answer')
    await expect(step(page, 2)).toContainText('Asked')
    await expect(step(page, 3)).toContainText('Next')
    await expect(amara.page.getByText('This playdate was cancelled by Priya')).toBeVisible()
  })

  await test.step('a counter-proposal is shown in the order, with a link to it', async () => {
    await toRequest(sofia)
    await sofia.page.getByRole('link', { name: 'Yes, but...' }).click()
    await sofia.page.getByLabel('Location 2').fill('The library')
    await sofia.page.getByRole('button', { name: 'Send Response' }).click()
    await expect(sofia.page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
    await expect(step(page, 2)).toContainText('Suggested something else')
    await page.getByRole('link', { name: 'See what they suggest' }).click()
    await expect(page.getByRole('heading', { name: 'Can you play?' })).toBeVisible()
    await expect(page.getByText('The library')).toBeVisible()
  })

  await test.step('after a no the next family is asked, and accepts', async () => {
    await page.getByRole('button', { name: 'Reject Playdate' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject Playdate' }).click()
    await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
    await doDueNow()
    await toRequest(daniel)
    await daniel.page.getByText('Riverside Park', { exact: true }).click()
    await daniel.page
      .getByText(/[AP]M, \d\d\/\d\d$/)
      .last()
      .click()
    await daniel.page.getByRole('button', { name: 'Confirm Playdate' }).click()
    await expect(daniel.page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  })

  await test.step('the owner sees who accepted, with a link to the playdate', async () => {
    await page.goto(ask)
    await expect(page.getByRole('heading', { name: 'Daniel said yes' })).toBeVisible()
    await expect(step(page, 3)).toContainText('Said yes')
    await expect(page.getByRole('button', { name: 'Stop asking' })).toHaveCount(0)
    await page.getByRole('link', { name: 'See the playdate' }).click()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  })
})

test('‘Ask next now’ is refused if the asked family made a counter-proposal meanwhile', {
  tag: ['@PLAN-20', '@PLAN-22'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Petra', { child: 'Ada' })
  const [amara, sofia] = [
    await quickFamily(browser, 'Abena', { child: 'Esi' }),
    await quickFamily(browser, 'Silvia', { child: 'Tom' }),
  ]
  for (const each of [amara, sofia]) await connect(priya, each)
  const id = await quickAsk(priya, [new Date(Date.now() + 5 * 86_400_000).toISOString()])
  const { page } = priya
  await page.goto(`/ask/${id}`)
  await page.getByRole('button', { name: 'Ask next now' }).click()
  const first = (await callAs(priya, 'GET', `/api/app/ask/${id}`)).body.data.steps[0]
  const asked = first.caregiver.name === amara.name ? amara : sofia
  await quickChange(asked, first.playdate, {
    proposedTimes: [new Date(Date.now() + 6 * 86_400_000).toISOString()],
  })
  const question = page.getByRole('alertdialog')
  await expect(page.getByText('Suggested something else')).not.toHaveCount(0)
  await question.getByRole('button', { name: 'Ask next now' }).click()
  await expect(question.getByRole('alert')).toContainText('changed')
  const { status } = (await callAs(priya, 'GET', `/api/app/playdate/${first.playdate}`)).body.data
  expect(status).toBe('pending')
})

test('a request without a wait has no deadline', { tag: ['@PLAN-16'] }, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Paula', { child: 'Ada', timezoneId: dayZone() })
  const amara = await quickFamily(browser, 'Aisha', { child: 'Zoe' })
  await connect(priya, amara)
  await begin(priya, 'Zoe - Aisha')
  await send(priya)
  await toRequest(amara)
  await expect(amara.page.getByText(/^Please answer by/)).toHaveCount(0)
})

test('a wait that ends closes the request', {
  tag: ['@PLAN-16', '@PLAN-18'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Paula', { child: 'Ada', timezoneId: dayZone() })
  const amara = await quickFamily(browser, 'Aisha', { child: 'Zoe' })
  await connect(priya, amara)
  const { page } = priya

  await test.step('a request that waits a few hours shows its deadline', async () => {
    await begin(priya, 'Zoe - Aisha')
    await page.getByLabel('Wait for an answer').selectOption('A few hours')
    await send(priya)
    await toRequest(amara)
    await expect(amara.page.getByText(/^Please answer by \d+:\d\d [AP]M, \d\d\/\d\d$/)).toBeVisible()
  })

  await test.step('once the wait is over, the asked family can ask for another day', async () => {
    await endWait(amara)
    await expect(amara.page.getByText("This request isn't open any more.")).toBeVisible()
    await amara.page.getByRole('link', { name: 'Ask another day' }).click()
    await expect(amara.page.getByRole('combobox', { name: 'Child' }).locator('option:checked')).toHaveText(
      'Ada - Paula',
    )
    await expect(amara.page.getByRole('button', { name: 'Zoe' })).toHaveAttribute('aria-pressed', 'true')
    await amara.page.goBack()
    await amara.page.goto(amara.page.url().replace('view-playdate-request', 'view-playdate-information'))
    await expect(amara.page.getByText("This request isn't open any more.")).toBeVisible()
    await expect(amara.page.getByRole('link', { name: 'Ask another day' })).toBeVisible()
  })
})

test('an order that no family accepts says so, and can be sent again', {
  tag: ['@PLAN-24'],
}, async ({ browser }) => {
  test.setTimeout(120_000)
  const priya = await quickFamily(browser, 'Paula', { child: 'Ada', timezoneId: dayZone() })
  const amara = await quickFamily(browser, 'Aisha', { child: 'Zoe' })
  const sofia = await quickFamily(browser, 'Selma', { child: 'Max' })
  for (const friend of [amara, sofia]) await connect(priya, friend)
  const { page } = priya

  await test.step('it says that nobody could make it', async () => {
    await begin(priya, 'Zoe - Aisha')
    await page.getByRole('button', { name: 'Add another family' }).click()
    await page.getByRole('button', { name: 'Max - Selma' }).click()
    await send(priya)
    await endWait(amara)
    await page.goto('/view-playdates')
    await page.getByRole('link', { name: 'Asking · 2 of 2' }).click()
    await expect(step(page, 1)).toContainText('No answer')
    // There is no next family.
    await expect(page.getByRole('button', { name: 'Stop asking' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask next now' })).toHaveCount(0)
    await endWait(sofia)
    await expect(page.getByText('Nobody on your list could make it')).toBeVisible()
  })

  await test.step('the same order is sent again with new times, and stopped', async () => {
    await page.getByRole('link', { name: 'Pick new times' }).click()
    await expect(step(page, 1)).toContainText('Zoe - Aisha')
    await expect(step(page, 2)).toContainText('Max - Selma')
    await expect(page.getByLabel('Wait for an answer')).toHaveValue('day')
    await expect(page.getByLabel('Location 1')).toHaveValue('Riverside Park')
    await send(priya)
    await page.goto('/view-playdates')
    await page.getByRole('link', { name: 'Asking · 1 of 2' }).click()
    await page.getByRole('button', { name: 'Stop asking' }).click()
    const question = page.getByRole('alertdialog', { name: 'Stop asking?' })
    await expect(question.getByText("Aisha's request is cancelled, and nobody else is asked.")).toBeVisible()
    await question.getByRole('button', { name: 'Stop asking' }).click()
    await expect(page.getByText('You stopped asking')).toBeVisible()
    // A family whose turn never came is no longer waiting.
    await expect(step(page, 2)).toHaveText(/Selma Example$/)
  })

  await test.step('other families cannot read the order', async () => {
    const path = new URL(page.url()).pathname
    await amara.page.goto(path)
    await expect(amara.page.getByText('This list is not here')).toBeVisible()
  })
})

test('pressing its grip moves a family by one; dragging moves it as far as it was dragged', {
  tag: ['@PLAN-12'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Pam', { child: 'Anika' })
  const friends = [
    await quickFamily(browser, 'Abe', { child: 'Zuri' }),
    await quickFamily(browser, 'Sol', { child: 'Mateo' }),
    await quickFamily(browser, 'Dee', { child: 'Hana' }),
  ]
  for (const friend of friends) await connect(priya, friend)
  const { page } = priya
  await begin(priya, 'Zuri - Abe')
  const add = page.getByRole('button', { name: 'Add another family' })
  for (const each of ['Mateo - Sol', 'Hana - Dee']) {
    await add.click()
    await page.getByRole('button', { name: each, exact: true }).click()
  }
  const order = async (...names: string[]) => {
    for (const [at, name] of names.entries()) await expect(step(page, at + 1)).toContainText(name)
  }
  await order('Zuri', 'Mateo', 'Hana')
  const grip = page.getByRole('button', { name: /^Move Hana - Dee/ })
  await expect(grip).toHaveAccessibleName('Move Hana - Dee, 3 of 3, up, or with the arrow keys')
  // Voice control or a screen reader: a click without pointer or key.
  const speak = () => grip.evaluate((button: HTMLElement) => button.click())
  await speak()
  await order('Zuri', 'Hana', 'Mateo')
  await expect(grip).toBeFocused()
  await grip.click()
  await order('Hana', 'Zuri', 'Mateo')
  await expect(grip).toHaveAccessibleName('Move Hana - Dee, 1 of 3, down, or with the arrow keys')
  await speak()
  await order('Zuri', 'Hana', 'Mateo')
  await grip.hover()
  await page.mouse.down()
  await step(page, 3).hover()
  await page.mouse.up()
  await order('Zuri', 'Mateo', 'Hana')
  const box = await grip.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
})
