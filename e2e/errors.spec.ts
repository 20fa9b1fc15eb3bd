import { connect, quickPlaydate, setPremium } from './events.ts'
import {
  answered,
  deafen,
  expect,
  holdAnswers,
  neverOpens,
  refuseUntilRetried,
  socketTicket,
  someFrames,
  test,
} from './fixtures.ts'
import { callAs, childrenOf, quickFamily, quickRequest, register, visitor } from './people.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

test('a family that could not be saved stays on the screen with the error', {
  tag: ['@ERR-45', '@ERR-47', '@FORM-05'],
}, async ({ browser }) => {
  const person = await visitor(browser, 'Edda', { child: 'Max' })
  const { page } = person
  // An invited helper needs no child. If the invites can't be loaded, the page says so and offers to try again.
  await refuseUntilRetried(page, '**/api/app/guardian-invite')
  await register(person)
  await expect(page.getByText('Please try again later.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Please try again later.')).toHaveCount(0)
  await page.getByLabel('First Name').fill('Edda')
  await page.getByLabel('Last Name').fill('Example')
  await page.getByLabel('Phone Number').fill(person.phone)
  await page.getByLabel('Zip Code').fill('94601')
  await page.getByRole('button', { name: /Add a child/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Max')
  await dialog.getByLabel('Last Initial').fill('E')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.route(
    '**/api/app/onboarding-submit',
    (route) => route.fulfill({ status: 500, json: { status: 500, error: 'x' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText("Couldn't update")).toBeVisible()
  await expect(page.getByText('Max E')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('data that can’t be loaded is not shown as empty', {
  tag: ['@SHELL-10', '@CONN-03', '@PROFILE-02', '@TIME-109'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Erna', { child: 'Mia' })
  const { page } = anna
  const [mia] = await childrenOf(anna)
  const again = page.getByRole('button', { name: 'Try again' })
  await page.routeWebSocket(/websocket/, neverOpens)
  for (const [screen, call, there] of [
    ['/', '**/api/app/playdate?*', page.getByRole('navigation', { name: 'I want to' })],
    ['/profile', '**/api/app/child/find-by-caregiver/*', page.getByRole('link', { name: 'Your data' })],
    ['/profile', '**/api/app/away', page.getByRole('button', { name: 'Add days' })],
    [`/edit-child/${mia._id}`, '**/api/app/away', page.getByRole('button', { name: 'Save' })],
    ['/profile', '**/api/app/helped-children', page.getByRole('link', { name: 'Your data' })],
    ['/profile', '**/api/app/guardian-invite', page.getByRole('link', { name: 'Your data' })],
    ['/connections?t=pending', '**/api/app/introduction', page.getByRole('tab', { name: 'Invites' })],
  ] as const) {
    await refuseUntilRetried(page, call)
    // The page fetches everything else before the ticket.
    const settled = socketTicket(page)
    await page.goto(screen)
    await expect(there).toBeVisible()
    await expect(page.getByText('Please try again later.')).toBeVisible()
    await settled
    await expect(page.getByText('No pending')).toHaveCount(0)
    await again.click()
    await expect(again).toHaveCount(0)
    await expect(there).toBeVisible()
  }
})

test('playing again shows no form until its data can be loaded', async ({ browser }) => {
  const anna = await quickFamily(browser, 'Elsa', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Eddy', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  await refuseUntilRetried(page, '**/api/app/combined-children')
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/edit-playdate/new?again=${id}`)
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByLabel('Location 1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Location 1')).toHaveValue('Riverside Park')
})

test('a guest whose response can’t be loaded is not asked to respond again', async ({ browser }) => {
  const anna = await quickFamily(browser, 'Elna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Enno', { child: 'Leo' })
  await connect(anna, ben)
  await setPremium(anna, 'active')
  const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(anna, { times: [time], isEvent: true })
  const { page } = ben
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('button', { name: 'Accept Invite' }).click()
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith(`/event-response/${id}`)) calls += 1
  })
  await refuseUntilRetried(page, `**/api/app/event-response/${id}`)
  // The part for offers comes after the refusal.
  const refused = Promise.withResolvers<void>()
  await page.route('**/assets/offer-card-*.js', async (route) => {
    await refused.promise
    await route.fallback()
  })
  const offers = answered(page, '**/assets/offer-card-*.js')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept Invite' })).toHaveCount(0)
  refused.resolve()
  await offers
  // The page shows the response that the playdate names before this one has arrived.
  const again = answered(page, `**/api/app/event-response/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
  expect(calls).toBe(2)
})

test('while the responses are loaded again, a dialog on the page stays open', async ({ browser }) => {
  const anna = await quickFamily(browser, 'Edna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Elmo', { child: 'Leo' })
  await connect(anna, ben)
  await setPremium(anna, 'active')
  const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(anna, { times: [time], isEvent: true })
  const { page } = anna
  const answers = `**/api/app/event-response/all/${id}`
  const held = await holdAnswers(page, answers)
  await refuseUntilRetried(page, answers)
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/view-playdate-information/${id}`)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await again.click()
  await held.asked
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await expect(page.getByRole('heading', { name: 'Cancel this event?' })).toBeVisible()
  held.release()
  await expect(page.locator('.pd__unknown')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Cancel this event?' })).toBeVisible()
})

test('the dialog that cancels or rejects a playdate stays open until the reply arrives', async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Edwina', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Edgar', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const refused = { status: 429, json: { status: 429, error: 'Please try again later.' } }
  for (const [person, path, label, role, call] of [
    [anna, '/view-playdate-information/', 'Cancel Playdate', 'dialog', '**/api/app/cancel-playdate'],
    [ben, '/view-playdate-request/', 'Reject Playdate', 'alertdialog', '**/api/app/reject-playdate'],
  ] as const) {
    const { page } = person
    const arrives = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      await arrives.promise
      await route.fulfill(refused)
    })
    await page.goto(`${path}${id}`)
    await page.getByRole('button', { name: label }).click()
    const dialog = page.getByRole(role)
    const confirm = dialog.getByRole('button', { name: label })
    await confirm.click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: /^(Keep|Cancel$)/ }).click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    arrives.resolve()
    await expect(dialog.getByText('Please try again later.')).toBeVisible()
    await dialog.getByRole('button', { name: /^(Keep|Cancel$)/ }).click()
    await expect(dialog).toHaveCount(0)
  }
})

test('a message is marked as read once it is on the screen', { tag: ['@PLAY-46'] }, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Eliane', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Emil', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  const { chatRoom } = (await callAs(ben, 'GET', `/api/app/room/${id}`)).body.data
  const write = (text: string) =>
    callAs(ben, 'POST', '/api/app/message', { chatRoom: chatRoom._id, message: { text } })
  await write('Shall we?')
  const read = answered(page, `**/api/app/room/${id}/read`)
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByText('Shall we?', { exact: true }).scrollIntoViewIfNeeded()
  await read
  await page.getByRole('link', { name: 'Playdates', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Details of/ })).toBeVisible()
  await write('We come!')
  await expect(page.getByText('1 new message', { exact: true })).toBeVisible()
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/app/room/${id}/read`)) reads.push(request.method())
  })
  const held = await holdAnswers(page, `**/api/app/room/${id}`)
  // The response with the unread count.
  const counted = answered(page, `**/api/app/playdate/${id}`)
  await page.getByRole('link', { name: /^Details of/ }).click()
  await Promise.all([held.asked, counted])
  await page.getByRole('textbox', { name: 'Your message' }).focus()
  await page.locator('.chat').scrollIntoViewIfNeeded()
  await someFrames(page)
  expect(reads).toEqual([])
  held.release()
  await expect(page.getByText('We come!', { exact: true })).toBeVisible()
  await expect.poll(() => reads).toEqual(['POST'])
})

test('a message is marked as read once its end is in view', { tag: ['@PLAY-46'] }, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Elodie', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Enno', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  const { chatRoom } = (await callAs(ben, 'GET', `/api/app/room/${id}`)).body.data
  const write = (text: string) =>
    callAs(ben, 'POST', '/api/app/message', { chatRoom: chatRoom._id, message: { text } })
  for (let n = 1; n <= 12; n += 1) await write(`No. ${n}`)
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/app/room/${id}/read`)) reads.push(request.method())
  })
  const hear = await deafen(page)
  const ticket = socketTicket(page)
  await page.goto(`/view-playdate-information/${id}`)
  const chat = page.locator('.chat')
  const list = chat.getByRole('list', { name: 'Messages' })
  await expect(list.getByText('No. 12', { exact: true })).toBeAttached()
  // Only the upper part of the chat is visible, at the bottom of the window: the newest message is below.
  const showUpper = (part: number) =>
    chat.evaluate((each, shown) => {
      const { top, height } = each.getBoundingClientRect()
      scrollBy({ top: top + height * shown - innerHeight, behavior: 'instant' })
    }, part)
  await showUpper(0.51)
  await expect(chat).toBeInViewport({ ratio: 0.5 })
  await expect(list.getByText('No. 12', { exact: true })).not.toBeInViewport()
  await someFrames(page)
  expect(reads).toEqual([])
  // The page opens its socket once nothing was fetched for a second, so never while an answer is held.
  await ticket
  const counted = await holdAnswers(page, `**/api/app/playdate/${id}`)
  await chat.scrollIntoViewIfNeeded()
  await expect(list.getByText('No. 12', { exact: true })).toBeInViewport()
  await expect.poll(() => reads).toEqual(['POST'])
  // It is sent only once, even if the messages are refetched before the unread count.
  await hear(`**/api/app/room/${id}`)
  await someFrames(page)
  expect(reads).toEqual(['POST'])
  counted.release()

  // A reader further up has not seen a new message.
  await list.evaluate((each) => {
    each.scrollTop = each.scrollHeight / 3
  })
  await write('No. 13')
  const below = chat.getByRole('button', { name: 'New messages' })
  await expect(below).toBeVisible()
  await expect(list.getByText('No. 13', { exact: true })).not.toBeInViewport()
  await someFrames(page)
  expect(reads).toEqual(['POST'])
  await below.click()
  await expect(list.getByText('No. 13', { exact: true })).toBeInViewport()
  await expect.poll(() => reads).toEqual(['POST', 'POST'])
})

test('a message newer than those on the screen stays unread', { tag: ['@PLAY-46'] }, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Elvira', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Egbert', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  const { chatRoom } = (await callAs(ben, 'GET', `/api/app/room/${id}`)).body.data
  const write = (text: string) =>
    callAs(ben, 'POST', '/api/app/message', { chatRoom: chatRoom._id, message: { text } })
  const unread = async () => (await callAs(anna, 'GET', `/api/app/playdate/${id}`)).body.data.unread
  await write('One')
  const read = await holdAnswers(page, `**/api/app/room/${id}/read`)
  const hear = await deafen(page)
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByText('One', { exact: true })).toBeVisible()
  await page.locator('.chat').scrollIntoViewIfNeeded()
  await read.asked
  const room = await holdAnswers(page, `**/api/app/room/${id}`)
  await write('Two')
  const heard = hear(`**/api/app/room/${id}`)
  const isRead = answered(page, `**/api/app/room/${id}/read`)
  read.release()
  await isRead
  expect(await unread()).toBe(1)
  room.release()
  await heard
  await expect(page.getByText('Two', { exact: true })).toBeVisible()
  await expect.poll(unread).toBe(0)
})

test('a selected child stays selected, even if loading the children again fails', async ({ browser }) => {
  const anna = await quickFamily(browser, 'Elsbeth', { child: 'Mia' })
  await connect(anna, await quickFamily(browser, 'Ephraim', { child: 'Leo' }))
  const { page } = anna
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByRole('button', { name: 'Mia', exact: true }).click()
  const child = page.getByRole('combobox', { name: 'Child' })
  await child.selectOption({ label: 'Leo - Ephraim' })
  const children = '**/api/app/children-from-active-connections'
  await page.route(children, (route) => route.fulfill({ status: 429, json: { status: 429, error: 'x' } }))
  const enzo = await quickFamily(browser, 'Enzo', { child: 'Tom' })
  const refused = answered(page, /children-from-active-connections/)
  await connect(anna, enzo)
  await refused
  await expect(child).toHaveValue(/.+/)
  await page.unroute(children)
  // A friend made since the page was opened can be invited, too.
  await connect(anna, await quickFamily(browser, 'Edvin', { child: 'Kai' }))
  await child.selectOption({ label: 'Kai - Edvin' })
  await page.getByLabel('Location 1').fill('Riverside Park')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Select at least one time')).toBeVisible()
})

test('the chat is 384 px high, and Send is disabled while a message is being sent', {
  tag: ['@CONST-34', '@PLAY-46', '@CHAT-07'],
}, async ({ browser }) => {
  const [anna, ben] = [
    await quickFamily(browser, 'Elin', { child: 'Mia' }),
    await quickFamily(browser, 'Egon', { child: 'Leo' }),
  ]
  const id = await quickRequest(anna, ben)
  await ben.page.goto(`/view-playdate-request/${id}`)
  await expect(ben.page.getByText('Mia E', { exact: true })).toBeVisible()
  await expect(ben.page.getByText('Leo E', { exact: true })).toBeVisible()
  const { page } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const chat = page.locator('.chat')
  await expect(chat.getByRole('textbox')).toBeVisible()
  expect((await chat.boundingBox())?.height).toBe(384)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/app/message', async (route) => {
    await held
    await route.continue()
  })
  await chat.getByRole('textbox').fill('First')
  await chat.getByRole('button', { name: 'Send' }).click()
  await chat.getByRole('textbox').fill('Second')
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()
  release()
  await expect(chat.getByRole('button', { name: 'Send' })).toBeEnabled()
})
