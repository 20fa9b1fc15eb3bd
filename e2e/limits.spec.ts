import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { answered, deafen, expect, holdAnswers, test } from './fixtures.ts'
import { callAs, type Person, proposeTimes, quickFamily, quickRequest } from './people.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

const aLot = 'That was a lot at once. Please try again later.'

/** Copies a request that many times, each copy a second older than the one before. */
async function repeat(request: string, times: number): Promise<void> {
  await inDatabase(
    `with made as (
      insert into playdate (id, type, status, owner_id, location1, proposed_times, last_submitted_by, updated_at)
      select gen_random_uuid(), type, status, owner_id, 'Place ' || n, proposed_times, last_submitted_by,
        updated_at - n * interval '1 second'
      from playdate, generate_series(1, $2::int) n where id = $1 returning id
    ), sides as (
      insert into playdate_caregiver (playdate_id, caregiver_id, side)
      select made.id, caregiver_id, side from made, playdate_caregiver where playdate_id = $1 returning playdate_id
    ), children as (
      insert into playdate_child (playdate_id, child_id, caregiver_id, side)
      select made.id, child_id, caregiver_id, side from made, playdate_child where playdate_id = $1
    )
    insert into chat_room (id, playdate_id) select gen_random_uuid(), id from made`,
    [request, times],
  )
}

/** Uses up a limit of that person. */
async function useUp(limit: string, { email }: Person): Promise<void> {
  await inDatabase(
    `insert into rate_limit (key, points, expire)
     select $1 || ':' || translate(rtrim(encode(sha256(caregiver.id::text::bytea), 'base64'), '='), '+/', '-_'),
       1000, extract(epoch from now() + interval '1 hour') * 1000
     from caregiver join app_user on app_user.id = user_id where email = $2
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [limit, email],
  )
}

/** Makes a change that refetches the list while the next page is still on its way. */
async function whileNextPageComes(page: Page, change: () => Promise<void>, ask: () => Promise<void>) {
  const held = await holdAnswers(page, /\/api\/app\/playdate\?.*cursor=/)
  await ask()
  await held.asked
  const anew = answered(page, /\/api\/app\/playdate\?status=pending$/)
  await change()
  await anew
  held.release()
}

async function writeTo(playdate: string, sender: Person): Promise<void> {
  const { data } = (await callAs(sender, 'GET', `/api/app/room/${playdate}`)).body
  const message = { chatRoom: data.chatRoom._id, message: { text: 'Hello' } }
  expect((await callAs(sender, 'POST', '/api/app/message', message)).status).toBe(200)
}

test('with more than fifty requests the heading says so, and a button shows the others', {
  tag: ['@API-093', '@PLAY-25'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Lia', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Lou', { child: 'Leo' })
  const request = await quickRequest(anna, ben)
  await repeat(request, 119)
  for (const [{ page }, title] of [
    [ben, 'My Received Requests'],
    [anna, 'My Sent Requests'],
  ] as const) {
    const hear = await deafen(page)
    await page.goto('/view-playdates')
    const section = page.locator('details').filter({ has: page.getByRole('heading', { name: title }) })
    const count = section.locator('summary .count')
    const cards = section.locator('.pd__list > *')
    const more = section.getByRole('button', { name: 'Show more requests' })
    await expect(count).toHaveText('50+')
    await expect(cards).toHaveCount(50)
    await hear(/\/api\/app\/playdate\?status=pending$/)
    if (page === ben.page)
      await whileNextPageComes(
        page,
        () => writeTo(request, anna),
        () => more.click(),
      )
    else await more.click()
    await expect(count).toHaveText('100+')
    await expect(cards).toHaveCount(100)
    await more.click()
    await expect(count).toHaveText('120')
    await expect(cards).toHaveCount(120)
    await expect(section.getByText('Place 119', { exact: true })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Show more requests' })).toHaveCount(0)
  }
})

test('one request too many is refused with a reason, and nothing that was typed is lost', {
  tag: ['@PLAY-70', '@CREATE-35'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Lea', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Lars', { child: 'Leo' })
  await repeat(await quickRequest(anna, ben), 9)
  const { page } = anna
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByRole('button', { name: 'Mia' }).click()
  await page.getByRole('combobox', { name: 'Child' }).selectOption({ label: 'Leo - Lars' })
  await page.getByLabel('Location 1').fill('The duck pond')
  await proposeTimes(page, ['4 pm'])
  const isKept = async () => {
    await expect(page.getByLabel('Location 1')).toHaveValue('The duck pond')
    await expect(page.getByRole('button', { name: 'Mia' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('combobox', { name: 'Child' })).toHaveValue(/.+/)
    await expect(page.getByText(/4:00 PM/)).toBeVisible()
  }
  const send = page.getByRole('button', { name: 'Create Event' })
  await send.click()
  await expect(
    page.getByText('This family has ten requests from you already. Please wait for an answer.'),
  ).toBeVisible()
  await isKept()
  await useUp('requests', anna)
  await send.click()
  await expect(page.getByText(aLot)).toBeVisible()
  await isKept()
  await page.reload()
  await isKept()
  const { data } = (await callAs(ben, 'GET', '/api/app/playdate?status=pending')).body
  expect(data.items).toHaveLength(10)
})

test('messages over the limit wait, and are sent by themselves once the limit allows it', {
  tag: ['@CHAT-10'],
}, async ({ browser, expectErrors }) => {
  // A ticket that was requested before the clock was moved.
  expectErrors(/WebSocket connection/)
  const anna = await quickFamily(browser, 'Lin', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Luc', { child: 'Leo' })
  const { page } = anna
  const request = await quickRequest(anna, ben)
  await useUp('messages', anna)
  await page.clock.install()
  await page.goto(`/view-playdate-information/${request}`)
  const list = page.getByRole('list', { name: 'Messages' })
  const texts = ['See you at four!', 'Or at five']
  for (const text of texts) {
    await page.getByLabel('Your message').fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(list).toContainText(text)
  }
  await expect(list.getByText('Waiting to be sent')).toHaveCount(2)
  await page.reload()
  await expect(list.getByText('Waiting to be sent')).toHaveCount(2)
  await inDatabase(`delete from rate_limit where key like 'messages:%' and points > 1000`, [])
  // The server said to wait for an hour.
  await page.clock.fastForward('58:00')
  await expect(list.getByText('Waiting to be sent')).toHaveCount(2)
  await page.clock.fastForward('02:00')
  await expect(list.getByText('Waiting to be sent')).toHaveCount(0)
  await expect(list.getByText('Sending')).toHaveCount(0)
  const { messages } = (await callAs(ben, 'GET', `/api/app/room/${request}`)).body.data
  expect(messages.map(({ message }: { message: { text: string } }) => message.text).toReversed()).toEqual(
    texts,
  )
})
