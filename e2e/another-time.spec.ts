import { connect, quickPlaydate } from './events.ts'
import { answered, dialogsClosed, expect, neverOpens, test } from './fixtures.ts'
import { callAs, type Person, quickFamily } from './people.ts'

let priya: Person
let amara: Person
test.beforeEach(async ({ browser }) => {
  ;[priya, amara] = await Promise.all([
    quickFamily(browser, 'Priya', { child: 'Anika' }),
    quickFamily(browser, 'Amara', { child: 'Zuri' }),
  ])
  await connect(priya, amara)
})

/** Makes a request between the two, and returns its id. */
function requested(): Promise<string> {
  const times = [3, 4].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  return quickPlaydate(priya, { times })
}

/** Makes a request and accepts it. */
async function confirmed(): Promise<string> {
  const id = await requested()
  const { proposedTimes } = (await callAs(priya, 'GET', `/api/app/playdate/${id}`)).body.data
  const accepted = await callAs(amara, 'POST', '/api/app/accept-playdate', {
    id,
    acceptedLocation: 'Riverside Park',
    acceptedTime: proposedTimes[0],
  })
  expect(accepted.status).toBe(200)
  return id
}

async function askAnotherTime({ page }: Person, id: string): Promise<void> {
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('link', { name: 'Change time' }).click()
  await expect(page.getByRole('heading', { name: 'Change time' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Now: \d+:\d\d [AP]M, \d\d\/\d\d$/ })).toBeVisible()
  await expect(page.getByText("Who's playing?")).toHaveCount(0)
  await expect(page.getByLabel('How long?')).toHaveCount(0)
  await expect(page.getByLabel('Location 1')).toHaveValue('Riverside Park')
  await page.getByRole('button', { name: 'Ask for this time' }).click()
  await expect(
    page.getByText('Please pick', { exact: false }).or(page.getByRole('alert')).first(),
  ).toBeVisible()
  await page.getByRole('region', { name: 'Good times' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Ask for this time' }).click()
  await expect(page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
}

test('another time is asked for on the playdate, and accepting it moves the playdate', {
  tag: ['@PLAN-88', '@PLAN-89'],
}, async () => {
  const id = await confirmed()
  await askAnotherTime(amara, id)
  const { page } = priya
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByText('Confirmed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change time' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Another time is asked for' }).click()
  await page.getByRole('link', { name: 'Respond' }).click()
  await expect(page.getByRole('heading', { name: 'Another time?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Now: / })).toBeVisible()
  await expect(page.getByText('It stays as it is until you say yes.')).toBeVisible()
  await page.getByRole('button', { name: 'Reject Playdate' }).click()
  await expect(page.getByRole('alertdialog').getByText('The old time stays.')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Riverside Park').click()
  await page
    .getByRole('radio', { name: /[AP]M, / })
    .first()
    .check({ force: true })
  await page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  await page.goto(`/view-playdate-information/${id}`)
  const moved = page.getByRole('link', { name: /^Moved to \d+:\d\d [AP]M, \d\d\/\d\d$/ })
  await expect(moved).toBeVisible()
  await expect(page.getByRole('link', { name: 'Play again' })).toHaveCount(0)
  await moved.click()
  await expect(page.getByRole('link', { name: /^Instead of \d+:\d\d [AP]M, \d\d\/\d\d$/ })).toBeVisible()
  await expect(page.getByText('Confirmed')).toBeVisible()
})

test('taking back the request for another time leaves the playdate as it was', {
  tag: ['@PLAN-90'],
}, async () => {
  const id = await confirmed()
  await askAnotherTime(amara, id)
  const { page } = amara
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('link', { name: 'Another time is asked for' }).click()
  await page.getByRole('button', { name: 'Take Back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take Back' }).click()
  await expect(page.getByText("This request isn't open any more.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take Back' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Play again' })).toHaveCount(0)
  await dialogsClosed(page)
  await page.getByRole('link', { name: /^Instead of / }).click()
  await expect(page).toHaveURL(`/view-playdate-information/${id}`)
  await expect(page.getByText('Confirmed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change time' })).toBeVisible()
})

test('a request for another time that was accepted meanwhile cannot be taken back', {
  tag: ['@PLAN-89', '@PLAN-90'],
}, async ({ expectErrors }) => {
  expectErrors(/409 .*\/api\/app\/cancel-playdate/)
  const id = await confirmed()
  await askAnotherTime(priya, id)
  // Without its websocket, the page doesn't learn of changes.
  const page = await priya.page.context().newPage()
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('link', { name: 'Another time is asked for' }).click()
  await page.getByRole('button', { name: 'Take Back' }).click()
  const asked = page.url().split('/').at(-1)
  const { proposedTimes } = (await callAs(amara, 'GET', `/api/app/playdate/${asked}`)).body.data
  const yes = { id: asked, acceptedLocation: 'Riverside Park', acceptedTime: proposedTimes[0] }
  expect((await callAs(amara, 'POST', '/api/app/accept-playdate', yes)).status).toBe(200)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take Back' }).click()
  await expect(page.getByRole('alert')).toHaveText('This playdate has changed. Please take another look.')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByText('Confirmed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take Back' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Instead of / })).toBeVisible()
  expect((await callAs(amara, 'GET', `/api/app/playdate/${asked}`)).body.data.status).toBe('accepted')
  // A caregiver who does mean to cancel the playdate cancels it in its current state.
  await page.getByRole('button', { name: 'Cancel Playdate' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Playdate' }).click()
  await expect(page.getByText('This playdate was cancelled by you')).toBeVisible()
  await page.close()
})

test('a request for another time can still be sent after one of its children was deleted', {
  tag: ['@PLAN-93'],
}, async () => {
  const { page } = priya
  const rohan = await callAs(priya, 'POST', '/api/app/child', { firstName: 'Rohan', lastNameInitial: 'E' })
  const first = (await callAs(priya, 'GET', `/api/app/playdate/${await requested()}`)).body.data
  const body = {
    type: 'single',
    ownerChildren: [first.ownerChildren[0]._id, rohan.body.data._id],
    recipientChildren: [first.recipientChildren[0]._id],
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: first.proposedTimes,
  }
  const id = (await callAs(priya, 'POST', '/api/app/playdate', body)).body.data._id
  const yes = { id, acceptedLocation: 'Riverside Park', acceptedTime: first.proposedTimes[0] }
  expect((await callAs(amara, 'POST', '/api/app/accept-playdate', yes)).status).toBe(200)
  await page.goto(`/edit-playdate/new?replaces=${id}`)
  await page.getByRole('region', { name: 'Good times' }).getByRole('button').first().click()
  const rohanId = rohan.body.data._id
  // Good times are requested again for the remaining children.
  const read = answered(
    page,
    (each) => each.url().endsWith('/suggest-times') && !each.postData()?.includes(rohanId),
  )
  expect((await callAs(priya, 'DELETE', `/api/app/child/${rohanId}`)).status).toBe(200)
  await read
  await page.getByRole('button', { name: 'Ask for this time' }).click()
  await expect(page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
})

test("'We're sick' asks first, cancels the playdate, says so in the chat and opens a new request", {
  tag: ['@PLAN-94'],
}, async () => {
  const id = await confirmed()
  const { page } = amara
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('button', { name: "We're sick", exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Call it off?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  const status = async () => (await callAs(priya, 'GET', `/api/app/playdate/${id}`)).body.data.status
  expect(await status()).toBe('accepted')
  await page.getByRole('button', { name: "We're sick", exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel Playdate' }).click()
  await expect(page.getByRole('heading', { name: 'Another day?' })).toBeVisible()
  expect(await status()).toBe('cancelled')
  await expect(page.getByLabel('Location 1')).toHaveValue('Riverside Park')
  await expect(page.getByRole('button', { name: 'Zuri' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('combobox', { name: 'Child' })).toHaveValue(/./)
  await expect(page.getByRole('heading', { name: 'Good times' })).toBeVisible()
  const { page: hers } = priya
  await hers.goto(`/view-playdate-information/${id}`)
  const said = (list: string) => hers.getByRole('list', { name: list }).getByText(/sick, sorry|lo sentimos/)
  await expect(said('Messages')).toHaveText("We're sick, sorry")
  await callAs(priya, 'POST', '/api/app/language', { language: 'es' })
  await hers.reload()
  await expect(said('Mensajes')).toHaveText('Nos enfermamos, lo sentimos')
})
