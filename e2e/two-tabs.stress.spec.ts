import { expireAccess, inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { callAs, quickFamily, storedToken } from './people.ts'

const full = process.env.ASSURE === '1'
const rounds = full ? 100 : 5

// The browser reports each 302 without Location as failed.
test.use({ expectedErrors: [/Failed to load resource/] })

test('two tabs that refresh their tokens at the same moment both stay signed in', {
  tag: ['@API-041', '@API-075'],
}, async ({ browser }) => {
  test.setTimeout(full ? 600_000 : 60_000)
  const person = await quickFamily(browser, 'Tess', { child: 'Max' })
  const first = person.page
  const second = await person.context.newPage()
  await Promise.all([first.goto('/connections'), second.goto('/view-playdates')])
  const seen = new Set<string>()
  let kept = 0
  for (let round = 0; round < rounds; round += 1) {
    const { refreshToken: before } = await storedToken(person)
    await expireAccess(person.email)
    // The session cache lasts for at most a second; a signal empties it.
    await inDatabase(`select pg_notify('tagalong', '{"kind":"changed","user":"all"}')`, [])
    const isOld = async () => (await callAs(person, 'GET', '/api/auth/whoami')).status === 302
    // A late call of one of the tabs may have refreshed it first.
    const isRefreshed = async () => (await storedToken(person)).refreshToken !== before
    await expect.poll(async () => (await isOld()) || (await isRefreshed())).toBe(true)
    await Promise.all([first.reload(), second.reload()])
    await expect(first.getByText('No connections')).toBeVisible()
    await expect(second.getByText('You have no upcoming playdates!')).toBeVisible()
    seen.add((await storedToken(person)).refreshToken)
    kept += 1
  }
  expect(seen.size).toBe(rounds)
  if (full)
    console.log(`ASSURED | two tabs refreshing at once | ${kept} of ${rounds} rounds kept the session |`)
})
