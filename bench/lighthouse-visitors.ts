import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type OurServer, tokenOf } from './pages-servers.ts'

/** Demo accounts: the family that looks at screens, others that this needs, and an administrator. */
const [family, other, secondParent] = ['priya@example.org', 'marcus@example.org', 'dev@example.org']
const administrator = 'admin@example.org'
/** Opening the mailed link changes this user's address. */
const moving = 'sofia@example.org'
const mailPatience = 30_000

export interface Visitor {
  /** The user whose session the browser has; null for none. */
  email: string | null
  /** The address of the screen. */
  path: string
}

/** Opens screens with data that exists: refused calls would be reported in the browser's console. */
export async function visitorOf(screen: string, { url, outbox }: OurServer): Promise<Visitor> {
  if (screen === '/confirm-email') return { email: null, path: await mailedPath(url, outbox) }
  if (['/login', '/register', '/request-reset', '/reset-password'].includes(screen))
    return { email: null, path: screen }
  if (['/terms', '/privacy'].includes(screen)) return { email: null, path: screen }
  if (screen === '/join/:token') return { email: other, path: await invitedPath(url) }
  if (screen === '*') return { email: null, path: '/nowhere' }
  if (screen === '/admin/*') return { email: administrator, path: '/admin' }
  if (!screen.startsWith('/'))
    return { email: administrator, path: `/admin/${await filledForAdmin(screen, url)}` }
  return { email: family, path: await filled(screen, url) }
}

/** Returns the path of the link in a mail. */
async function mailedPath(url: string, outbox: string): Promise<string> {
  const ask = await asking(url, moving)
  await ask('/app/user', { email: 'sofia.new@example.org' })
  for (const until = Date.now() + mailPatience; Date.now() < until; await wait(100)) {
    const mails = existsSync(outbox) ? readdirSync(outbox) : []
    for (const name of mails) {
      const [, path] =
        /https?:\/\/[^/\s]+(\/confirm-email\S+)/.exec(readFileSync(join(outbox, name), 'utf8')) ?? []
      if (path) return path
    }
  }
  throw new Error('No mail with a link to confirm an address came.')
}

/** Returns the path of an invite link for another guardian of a child. */
async function invitedPath(url: string): Promise<string> {
  const ask = await asking(url, family)
  const { child } = await ownFamily(ask)
  const { inviteUrl } = await ask(`/app/child/${child}/guardian-invite`, { label: 'Opa', role: 'guardian' })
  return new URL(inviteUrl).pathname
}

/** Fills in the id of an existing row. */
async function filledForAdmin(screen: string, url: string): Promise<string> {
  const ask = await asking(url, administrator)
  const list = lists[screen]
  if (list) return withFirst(screen, await ask(`/admin/${list}?limit=1&timeZone=UTC`))
  if (screen === 'child/:id') {
    const { child } = await ownFamily(await asking(url, family))
    return screen.replace(':id', child)
  }
  if (screen === 'crash-reports/:id') {
    const error = { name: 'Error', message: 'Out of biscuits', stack: 'Error: Out of biscuits' }
    await ask('/app/submit-crash-report', { componentName: 'Home', error, userDescription: '' })
    return withFirst(screen, await ask('/admin/crash-report'))
  }
  return screen
}

/** Lists in which the ids for administrators' screens are found. */
const lists: Readonly<Record<string, string>> = {
  'user/:id': 'user',
  'groups/:id': 'group',
  'memberships/:id': 'group-membership',
  'caregivers/:id': 'caregiver-profile',
  'profile/:id': 'caregiver-profile',
}

/** Fills in ids that the demo family may see. */
async function filled(screen: string, url: string): Promise<string> {
  if (!screen.includes(':')) return screen
  const ask = await asking(url, family)
  const { caregiver, child } = await ownFamily(ask)
  if (screen === '/introduction/:from')
    return screen.replace(':from', await introduced(url, child, caregiver))
  if (screen.includes(':caregiver')) {
    const { guardians, helpers } = await ask(`/app/child/${child}/guardian`)
    const parent = idOf(guardians.find((each: Place) => idOf(each) !== caregiver))
    const who = screen.includes('/change/') ? await ended(url, child, idOf(helpers[0])) : parent
    return screen.replace(':id', child).replace(':caregiver', who)
  }
  if (/child/.test(screen)) return screen.replace(':id', child)
  if (screen.startsWith('/group'))
    return screen.replace(':id', (await ask('/app/group-membership'))[0].group._id)
  if (screen.startsWith('/view-playdate-request'))
    return withFirst(screen, (await ask('/app/playdate?status=pending')).items)
  if (screen.startsWith('/view-playdate-information'))
    return withFirst(screen, (await ask('/app/playdate?status=accepted')).items)
  if (screen === '/series/:id') return screen.replace(':id', (await proposed(ask, child, weekly())).series.id)
  if (screen === '/ask/:id')
    return screen.replace(':id', (await proposed(ask, child, { wait: 'day' })).ask.id)
  return screen.replace(':id', 'new')
}

type Ask = Awaited<ReturnType<typeof asking>>

/** Returns a function that calls the API as a demo account and returns `data`; with a body it sends a POST. */
async function asking(url: string, email: string) {
  const { accessToken, refreshToken } = JSON.parse(await tokenOf(url, email)) as Record<string, string>
  const headers = {
    Authorization: `Bearer ${accessToken}`,
    'X-Refresh-Token': String(refreshToken),
    'Content-Type': 'application/json',
  }
  return async (path: string, body?: object) => {
    const answer = await fetch(
      `${url}/api${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    )
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text).data
  }
}

interface Place {
  caregiver: { _id: string }
}

const idOf = ({ caregiver }: Place) => caregiver._id

async function ownFamily(ask: Ask): Promise<{ caregiver: string; child: string }> {
  const caregiver = (await ask('/auth/whoami')).user.caregiverProfile._id
  const children = await ask(`/app/child/find-by-caregiver/${caregiver}`)
  return { caregiver, child: children[0]._id }
}

/** Introduces a friend of the other guardian's to the family. Returns the other guardian's id. */
async function introduced(url: string, child: string, to: string): Promise<string> {
  const [parent, friend] = [await asking(url, secondParent), await asking(url, other)]
  const { phoneNumber } = (await friend('/auth/whoami')).user.caregiverProfile
  const asked = { inviteeName: 'Marcus', inviteePhoneNumber: phoneNumber }
  const { connection } = await parent('/app/connection', asked)
  await friend(`/app/connection/${connection._id}/accepted`, {})
  await parent('/app/introduction', { child, to, friends: [(await ownFamily(friend)).caregiver] })
  return (await ownFamily(parent)).caregiver
}

/** Lets an administrator end a grown-up's place. Returns the grown-up's id. */
async function ended(url: string, child: string, caregiver: string): Promise<string> {
  const ask = await asking(url, administrator)
  const body = { action: 'end', reason: 'They asked us to end it for them.' }
  await ask(`/admin/child/${child}/guardian/${caregiver}`, body)
  return caregiver
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const weekly = () => ({ repeat: { everyWeeks: 1, until: inDays(24).slice(0, 10) } })

/** Sends a request to the first friend's child, or, if `more` has a wait, to all of them in order. */
async function proposed(ask: Ask, child: string, more: object) {
  const friends = await ask('/app/children-from-active-connections')
  const order = friends.map(({ _id }: { _id: string }) => _id)
  return ask('/app/playdate', {
    type: 'single',
    ownerChildren: [child],
    recipientChildren: order.slice(0, 1),
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: [inDays(3)],
    ...more,
    ...('wait' in more && { order }),
  })
}

function withFirst(screen: string, found: readonly { _id: string }[]): string {
  const [first] = found
  if (!first) throw new Error(`There is nothing to show at ${screen}.`)
  return screen.replace(':id', first._id)
}
