import { type Caller, callAs, childrenOf, numberOf } from './calls.ts'
import { inDatabase } from './database.ts'
import { expect } from './fixtures.ts'

/** Makes the two friends, by calls. */
export async function connect(one: Caller, other: Caller): Promise<void> {
  const { body } = await callAs(one, 'POST', '/api/app/connection', {
    inviteeName: other.name,
    inviteePhoneNumber: numberOf(other),
  })
  await callAs(other, 'POST', `/api/app/connection/${body.data.connection._id}/accepted`, {})
}

/**
 * Stores a subscription, at the demo provider as well, since each is read anew at night. `active` entitles the user to
 * plan events.
 */
export async function setPremium(
  { email }: Pick<Caller, 'email'>,
  status: string | null,
  end: string | null = null,
): Promise<void> {
  await inDatabase(
    `insert into billing_customer (id, provider, user_id, status, benefits_end_at)
     select 'demo_' || id, 'demo', id, $2, $3 from app_user where email = $1
     on conflict (id) do update set status = $2, benefits_end_at = $3`,
    [email, status, end],
  )
  await inDatabase(
    `delete from demo_subscription where id = (select 'set_' || id from app_user where email = $1)`,
    [email],
  )
  if (!status) return
  await inDatabase(
    `insert into demo_subscription (id, customer_id, status, period_ends_at, ended_at)
     select 'set_' || id, 'demo_' || id, $2, now() + interval '30 days', $3 from app_user where email = $1`,
    [email, status, end],
  )
}

interface PlaydateOptions {
  /** ISO 8601. */
  times: string[]
  /** True for an event with all friends' children; otherwise a request to the first of them. */
  isEvent?: boolean
  description?: string
  /** The number of children an event has room for. */
  capacity?: number
  repeat?: { everyWeeks: number; until: string }
  wait?: string
  stay?: string
}

/** Makes a playdate for a caregiver who has friends, by calls. Returns its id. */
export async function quickPlaydate(
  owner: Caller,
  { times, isEvent = false, ...more }: PlaydateOptions,
): Promise<string> {
  const [own] = await childrenOf(owner)
  const invited = await friendsChildren(owner)
  const { body } = await callAs(owner, 'POST', '/api/app/playdate', {
    type: isEvent ? 'group' : 'single',
    ownerChildren: [own._id],
    recipientChildren: isEvent ? invited : invited.slice(0, 1),
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: times,
    ...more,
  })
  return body.data._id
}

/** Changes place, time or own children of the current playdate: an event moves, a request is countered. */
export async function quickChange(by: Caller, id: string, change: object) {
  const { data } = (await callAs(by, 'GET', `/api/app/playdate/${id}`)).body
  const idsOf = (children: { _id: string }[]) => children.map(({ _id }) => _id)
  const { status, body } = await callAs(by, 'PUT', `/api/app/playdate/${id}`, {
    type: data.type,
    ownerChildren: idsOf(data.ownerChildren),
    recipientChildren: idsOf(data.recipientChildren),
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: data.proposedTimes,
    version: data.version,
    ...change,
  })
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Adds a child by a call. */
export async function addChild(person: Caller, firstName: string): Promise<void> {
  await callAs(person, 'POST', '/api/app/child', { firstName, lastNameInitial: 'E' })
}

/** Makes an order of all friends' children, by calls. Returns its id. */
export async function quickAsk(owner: Caller, times: string[]): Promise<string> {
  const [own] = await childrenOf(owner)
  const order = await friendsChildren(owner)
  const { body } = await callAs(owner, 'POST', '/api/app/playdate', {
    type: 'single',
    ownerChildren: [own._id],
    recipientChildren: order.slice(0, 1),
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: times,
    wait: 'day',
    order,
  })
  return body.data.ask.id
}

/** Returns the ids of the friends' children. */
async function friendsChildren(person: Caller): Promise<string[]> {
  const friends = await callAs(person, 'GET', '/api/app/children-from-active-connections')
  return friends.body.data.map((child: { _id: string }) => child._id)
}
