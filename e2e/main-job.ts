import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'
import { ask, callAs, onboard, type Person, register } from './people.ts'
import { confirmApp, keepCodes } from './second-step.ts'

// The main job on a new installation with an empty database: what its drills share.

/** Signs up, and becomes an administrator with a second step. */
export async function becomeAdministrator(
  person: Person,
  { grant, dataDir }: { grant: (email: string) => number | null; dataDir: string },
): Promise<void> {
  await register(person)
  await onboard(person)
  expect(grant(person.email)).toBe(0)
  const { page } = person
  await page.goto('/admin/groups')
  await expect(page).toHaveURL('/security?setup=1')
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code from the mail').fill(await mailedCode(dataDir, person.email))
  await confirmApp(page)
  await keepCodes(page)
  await page.getByRole('main').getByRole('link', { name: 'Admin' }).click()
  await expect(page).toHaveURL('/admin')
}

/** The other person signs up by the first one's link, without a phone provider. */
export async function comeByLink(one: Person, other: Person): Promise<void> {
  const { body } = await callAs(one, 'POST', '/api/app/connection', {
    inviteeName: other.name,
    inviteePhoneNumber: '+15105550199',
  })
  const link = new URL(body.data.inviteUrl)
  expect(link.origin).toBe(new URL(one.page.url()).origin)
  await register(other, link.pathname + link.search)
  await onboard(other)
  await other.page.goto('/connections?t=pending')
  await other.page.getByRole('button', { name: 'Accept' }).click()
  await expect(other.page.getByText('No pending requests')).toBeVisible()
}

/** Sends a request, accepts it, and sends a message each way. */
export async function agreeAndTalk(one: Person, other: Person): Promise<void> {
  await ask(one, other, ['Riverside Park'], ['9 am'])
  await other.page.goto('/view-playdates')
  await other.page.getByRole('link', { name: 'Respond' }).click()
  await other.page.getByRole('radio', { name: 'Riverside Park' }).check({ force: true })
  await other.page.getByRole('radio', { name: /AM/ }).check({ force: true })
  await other.page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(other.page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  for (const { page } of [one, other]) {
    await page.goto('/view-playdates')
    await page.getByRole('link', { name: 'Confirmed' }).click()
    await expect(page.getByRole('textbox', { name: 'Your message' })).toBeVisible()
  }
  await say(one, other)
  await say(other, one)
}

/** Arrives over the websocket, without reloading. */
async function say(from: Person, to: Person): Promise<void> {
  const text = `Hello from ${from.name}`
  await from.page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await from.page.getByRole('button', { name: 'Send' }).click()
  await expect(to.page.getByRole('list', { name: 'Messages' }).getByText(text)).toBeVisible()
}

/** Without SMTP_URL, mails are files. */
async function mailedCode(dataDir: string, email: string): Promise<string> {
  let code = ''
  await expect(() => {
    const outbox = join(dataDir, 'outbox')
    const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
    const mail = mails.find((each) => each.includes(`\nTo: ${email}\n`) && /Enter \d{6}/.test(each)) ?? ''
    code = /Enter (\d{6})/.exec(mail)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 30_000 })
  return code
}
