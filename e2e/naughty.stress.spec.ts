import { createHash } from 'node:crypto'
import naughty from 'big-list-of-naughty-strings' with { type: 'json' }
import pg from 'pg'
import { expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'

/** The Big List of Naughty Strings: markup, scripts, directions, zero widths, broken encodings, reserved words. */
const corpus: string[] = naughty
const full = process.env.ASSURE === '1'
const strings = full
  ? corpus
  : corpus.filter((text, index) => index % 12 === 0 || /script|onerror|javascript:/i.test(text)).slice(0, 90)

// Strings that are refused return 400, which the browser reports.
test.use({ expectedErrors: [/Failed to load resource/] })

/** Raises the limits for messages and requests by a million. */
async function letWrite(pool: pg.Pool, caregiverId: string): Promise<void> {
  const hash = createHash('sha256').update(caregiverId).digest('base64url')
  await pool.query(
    `insert into rate_limit (key, points, expire) select key, -1000000, $2 from unnest($1::text[]) key
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [[`messages:${hash}`, `requests:${hash}`], Date.now() + 86_400_000],
  )
}

/** Records dialogs, which show that typed text was run. */
async function watch({ page }: Person, ran: string[]) {
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
}

test('no typed text runs as a script or breaks a page', {
  tag: ['@CHAT-10', '@PLAY-23', '@CONN-19', '@PROFILE-08'],
}, async ({ browser }) => {
  test.setTimeout(full ? 900_000 : 120_000)
  const ran: string[] = []
  const [anna, ben] = [
    await quickFamily(browser, 'Nan', { child: 'Mia' }),
    await quickFamily(browser, 'Ned', { child: 'Leo' }),
  ]
  await Promise.all([watch(anna, ran), watch(ben, ran)])
  const request = await quickRequest(anna, ben)
  const room = (await callAs(anna, 'GET', `/api/app/room/${request}`)).body.data.chatRoom._id
  const me = (await callAs(ben, 'GET', '/api/app/caregiver-profile/current-user')).body.data
  const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 })
  const writer = (await callAs(anna, 'GET', '/api/app/caregiver-profile/current-user')).body.data
  await letWrite(pool, writer._id)
  let accepted = 0
  for (const text of strings) {
    const sent = await callAs(anna, 'POST', '/api/app/message', { chatRoom: room, message: { text } })
    expect([200, 400], `${JSON.stringify(text)} → ${sent.status}`).toContain(sent.status)
    if (sent.status === 200) accepted += 1
  }
  expect(accepted).toBeGreaterThan(strings.length * 0.8)

  // Every message, page by page, as the other side sees it.
  await ben.page.goto(`/view-playdate-information/${request}`)
  const list = ben.page.getByRole('list', { name: 'Messages' })
  await expect(list.locator('.msg').first()).toBeVisible()
  await expect
    .poll(
      async () => {
        // Scrolling to the top loads older ones.
        await list.evaluate((element) => element.scrollTo(0, 0))
        return list.locator('.msg').count()
      },
      { timeout: 60_000 },
    )
    .toBe(accepted)

  // Names, places and schools are shown on cards, and in titles, options and labels.
  const every = full ? 1 : 3
  const maxOpen = 10
  let asked = 0
  for (const text of strings.filter((_text, index) => index % every === 0)) {
    const name = text.slice(0, 50)
    await callAs(ben, 'POST', '/api/app/caregiver-profile/current-user', {
      name,
      lastName: name,
      phoneNumber: me.phoneNumber,
      zipCode: me.zipCode,
    })
    const { data } = (await callAs(anna, 'GET', `/api/app/playdate/${request}`)).body
    const sent = await callAs(anna, 'POST', '/api/app/playdate', {
      type: 'single',
      ownerChildren: data.ownerChildren.map(({ _id }: { _id: string }) => _id),
      recipientChildren: data.recipientChildren.map(({ _id }: { _id: string }) => _id),
      proposedLocations: { option1: text.slice(0, 200) },
      proposedTimes: data.proposedTimes,
    })
    expect([200, 400], `${JSON.stringify(text)} → ${sent.status}`).toContain(sent.status)
    if (sent.status !== 200) continue
    asked += 1
    if (asked % (maxOpen - 1) !== 0) continue
    // As many as may be open: looks at them, then rejects them to make room.
    for (const { page } of [anna, ben]) {
      await page.goto('/view-playdates')
      await expect(page.getByRole('article').first()).toBeVisible()
    }
    await pool.query(
      `update playdate set status = 'rejected' where status = 'pending' and owner_id = $1 and id <> $2`,
      [writer._id, request],
    )
  }
  await pool.end()
  for (const path of ['/connections', '/view-playdates', '/edit-playdate/new', '/']) {
    await anna.page.goto(path)
    await expect(anna.page.getByRole('main')).toBeVisible()
    await expect(anna.page.locator('.skeleton')).toHaveCount(0)
  }
  for (const path of ['/profile', '/edit-profile', '/view-playdates']) {
    await ben.page.goto(path)
    await expect(ben.page.getByRole('main')).toBeVisible()
    await expect(ben.page.locator('.skeleton')).toHaveCount(0)
  }
  expect(ran).toEqual([])
  if (full)
    console.log(
      `ASSURED | naughty strings through messages, names and places | ${strings.length} strings, ${accepted} taken as messages, the others refused; no script ran, no CSP report |`,
    )
})
