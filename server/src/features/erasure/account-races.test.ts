import { deleteAccount, login } from '@tagalong/contract/features/auth/auth.contract.ts'
import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  createChild,
  deleteChild,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptConnection,
  createConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import {
  acceptPlaydate,
  counterPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#features/auth/passwords.ts'
import { updatePassword } from '#features/users/users.db.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inTurn } from '#test/in-turn.ts'
import {
  addEvent,
  addGroup,
  addMember,
  addParent,
  addPerson,
  addRequest,
  aPhoneNumber,
  connect,
  type Group,
  inHours,
  type Parent,
} from '#test/world.ts'

const password = 'Zebra-Crossing-77'

let t: TestApp
let anna: Parent
let ben: Parent
let dora: Parent
let passwordHash: string
beforeAll(async () => {
  t = await testApp()
  passwordHash = await hashPassword(password)
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Mia' }, { firstName: 'Noa' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leonard' }] })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const proposal = {
  type: 'single',
  proposedLocations: { option1: 'The lake' },
  proposedTimes: [inHours(48).toISOString()],
}
const accept = (id: string) => {
  const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString(), version: 1 }
  return t.call(acceptPlaydate, { body }, { as: ben })
}
/** Of both of Anna's children. */
const change = (as: Parent, id: string, type: 'single' | 'group') => {
  const body = {
    ...proposal,
    type,
    ownerChildren: anna.children,
    recipientChildren: ben.children,
    proposedTimes: [inHours(96).toISOString()],
    version: 1,
  }
  return t.call(counterPlaydate, { params: { id }, body }, { as })
}
const remove = (as: Parent, id = as.children[0]) => t.call(deleteChild, { params: { id } }, { as })
const rowOf = async (id: string) => {
  const { rows } = await t.database.pool.query(
    `select status, location1, accepted_location, proposed_times[1] as time, accepted_time,
      (select count(*)::int from playdate_child where playdate_id = playdate.id) as children
    from playdate where id = $1`,
    [id],
  )
  return rows[0]
}
const lockOf = (id: string) => `select from playdate where id = '${id}' for update`

describe('deleting a child', () => {
  test.each([
    ['the only child: the playdate is called off', 1, 'cancelled'],
    ['one of two children: the playdate stands', 2, 'accepted'],
  ])('API-087 API-098 while the other side accepts, %s', async (_what, count, status) => {
    const { id } = await addRequest(t.database, anna, ben)
    if (count === 2) {
      await t.database.pool.query(`insert into playdate_child values ($1, $2, $3, 'owner')`, [
        id,
        anna.children[1],
        anna.caregiverId,
      ])
    }
    const replies = await inTurn<Reply>(t.database, lockOf(id), [() => accept(id), () => remove(anna)])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(await rowOf(id)).toMatchObject({ status, accepted_location: 'The park', children: count })
  })

  test('API-087 API-097 while somebody invites it: nobody waits for a child that is gone', async () => {
    const body = { ...proposal, ownerChildren: anna.children, recipientChildren: ben.children }
    const [created, deleted] = await inTurn<Reply>(t.database, 'lock table playdate in share mode', [
      () => t.call(createPlaydate, { body }, { as: anna }),
      () => remove(ben),
    ])
    expect([created?.status, deleted?.status]).toEqual([200, 200])
    const { rows } = await t.database.pool.query('select status from playdate')
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test('API-087 API-097 before somebody invites it: there is no such child', async () => {
    const body = { ...proposal, ownerChildren: anna.children, recipientChildren: ben.children }
    const lock = `select from child where id = '${ben.children[0]}' for update`
    const replies = await inTurn<Reply>(t.database, lock, [
      () => remove(ben),
      () => t.call(createPlaydate, { body }, { as: anna }),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 404])
    const { rows } = await t.database.pool.query('select from playdate')
    expect(rows).toEqual([])
  })

  test.each([
    ['while the other side counters', 'single'],
    ['while its event is moved', 'group'],
  ] as const)('API-087 PLAY-80 %s: places and times belong together', async (_what, type) => {
    const isEvent = type === 'group'
    const { id } = await (isEvent ? addEvent(t.database, anna, [ben]) : addRequest(t.database, anna, ben))
    await t.database.pool.query(`insert into playdate_child values ($1, $2, $3, 'owner')`, [
      id,
      anna.children[1],
      anna.caregiverId,
    ])
    const replies = await inTurn<Reply>(t.database, lockOf(id), [
      () => change(isEvent ? anna : ben, id, type),
      () => remove(anna),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(await rowOf(id)).toMatchObject({ location1: 'The lake', time: inHours(96), children: 2 })
    if (isEvent) expect(await rowOf(id)).toMatchObject({ accepted_location: 'The lake' })
  })

  test('API-086 API-087 while it is edited, it doesn’t get its name and school back', async () => {
    const id = ben.children[0]
    const body = { firstName: 'Leonard', lastNameInitial: 'X', school: 'Oak Street School' }
    const lock = `select from child where id = '${id}' for update`
    const replies = await inTurn<Reply>(t.database, lock, [
      () => remove(ben),
      () => t.call(saveChild, { params: { id }, body }, { as: ben }),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 404])
    const { rows } = await t.database.pool.query('select first_name, school from child where id = $1', [id])
    expect(rows).toEqual([{ first_name: 'A child', school: null }])
  })
})

/** What still speaks of the account that is gone. */
async function leftOf({ caregiverId, userId, email }: Parent): Promise<string[]> {
  const { rows } = await t.database.pool.query<{ what: string }>(
    `select 'caregiver' as what from caregiver where id = $1 and (deleted_at is null or user_id is not null)
    union all select 'child' from child where caregiver_id = $1 and deleted_at is null
    union all select 'connection' from connection where inviter_id = $1 or invitee_id = $1
    union all select 'membership' from group_membership where caregiver_id = $1
    union all select 'request' from playdate_caregiver join playdate on playdate.id = playdate_id
      where caregiver_id = $1 and status = 'pending'
    union all select 'message' from message where sender_id = $1
    union all select 'user' from app_user where id = $2 or email = $3`,
    [caregiverId, userId, email],
  )
  return rows.map(({ what }) => what)
}

const child = { firstName: 'Ida', lastNameInitial: 'X', school: 'Oak Street School' }
const leave = () => t.call(deleteAccount, { body: { password } }, { as: ben })

interface Open {
  asked: string
  request: { id: string; roomId: string }
  group: Group
}

/** Calls of Ben's, whose account is erased meanwhile. */
const own: Record<string, (open: Open) => Promise<Reply>> = {
  'adding a child': () => t.call(createChild, { body: child }, { as: ben }),
  'editing a child': () => t.call(saveChild, { params: { id: ben.children[0] }, body: child }, { as: ben }),
  'joining a group': ({ group }) => {
    const childSubGroups = [{ child: ben.children[0], subGroup: group.pods[0] }]
    const body = { groupId: group.id, code: group.code, childSubGroups }
    return t.call(joinGroup, { body }, { as: ben, headers: { 'idempotency-key': 'k1' } })
  },
  'inviting somebody': () =>
    t.call(
      createConnection,
      { body: { inviteeName: 'Zoe', inviteePhoneNumber: aPhoneNumber() } },
      { as: ben, headers: { 'idempotency-key': 'k1' } },
    ),
  'accepting an invitation': ({ asked }) => t.call(acceptConnection, { params: { id: asked } }, { as: ben }),
  'asking for a playdate': () => {
    const body = { ...proposal, ownerChildren: ben.children, recipientChildren: [anna.children[0]] }
    return t.call(createPlaydate, { body }, { as: ben })
  },
  'accepting a playdate': ({ request }) => accept(request.id),
  'writing a message': ({ request }) =>
    t.call(sendMessage, { body: { chatRoom: request.roomId, message: { text: 'Hi' } } }, { as: ben }),
  'reporting a crash': () => {
    const error = { name: 'Error', message: 'x', stack: 'x' }
    const body = { componentName: 'Home', error, userDescription: 'Ben was here' }
    return t.call(submitCrashReport, { body }, { as: ben })
  },
}

/** Of others, who know nothing of it. */
const others: Record<string, (open: Open) => Promise<Reply>> = {
  'being invited': () => {
    const body = { inviteeName: 'Ben', inviteePhoneNumber: ben.phoneNumber }
    return t.call(createConnection, { body }, { as: dora })
  },
  'being asked for a playdate': () => {
    const body = { ...proposal, ownerChildren: [anna.children[0]], recipientChildren: ben.children }
    return t.call(createPlaydate, { body }, { as: anna })
  },
  'being written to': ({ request }) =>
    t.call(sendMessage, { body: { chatRoom: request.roomId, message: { text: 'Hi' } } }, { as: anna }),
  'signing in': () => t.call(login, { body: { email: ben.email, password } }),
}

describe('erasing an account', () => {
  let open: Open
  beforeEach(async () => {
    await updatePassword(t.database.kysely, ben.userId, passwordHash)
    dora = await addParent(t.database, { name: 'Dora' })
    const asked = await connect(t.database, await addParent(t.database), ben, 'pending')
    const group = await addGroup(t.database, { pods: ['Bees'] })
    await addMember(t.database, group, anna, { isGroupAdmin: true })
    open = { asked, group, request: await addRequest(t.database, anna, ben) }
  })

  /** The user is gone, its session going, and nobody sees it yet. */
  const allButDone = () => `select from session where user_id = '${ben.userId}' for key share`

  test.each(Object.entries(own))(
    'API-087 with a call of its own in flight, %s: 401, and nothing survives',
    async (_what, call) => {
      const replies = await inTurn<Reply>(t.database, allButDone(), [leave, () => call(open)])
      expect(replies.map(({ status }) => status)).toEqual([200, 401])
      expect(await leftOf(ben)).toEqual([])
    },
  )

  test.each(Object.entries(others))(
    'API-087 with %s in flight: nobody fails, and nothing survives',
    async (_what, call) => {
      const [erased, other] = await inTurn<Reply>(t.database, allButDone(), [leave, () => call(open)])
      expect(erased?.status).toBe(200)
      expect(other?.status).toBeLessThan(500)
      expect(await leftOf(ben)).toEqual([])
    },
  )

  test('API-087 a child that is just being added goes as well', async () => {
    const replies = await inTurn<Reply>(t.database, 'lock table child in share mode', [
      () => t.call(createChild, { body: child }, { as: ben }),
      leave,
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await leftOf(ben)).toEqual([])
  })

  test('API-087 a friend’s request that is just being sent goes as well', async () => {
    const body = { ...proposal, ownerChildren: [anna.children[0]], recipientChildren: ben.children }
    const replies = await inTurn<Reply>(t.database, 'lock table playdate in share mode', [
      () => t.call(createPlaydate, { body }, { as: anna }),
      leave,
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await leftOf(ben)).toEqual([])
  })

  test('API-087 a profile that is just being made goes as well', async () => {
    const eve = await addPerson(t.database)
    await updatePassword(t.database.kysely, eve.userId, passwordHash)
    const profile = { name: 'Eve', lastName: 'X', phoneNumber: aPhoneNumber(), zipCode: '94607' }
    const replies = await inTurn<Reply>(t.database, 'lock table caregiver in share mode', [
      () => t.call(submitOnboarding, { body: { ...profile, children: [child] } }, { as: eve }),
      () => t.call(deleteAccount, { body: { password } }, { as: eve }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await t.database.pool.query(
      `select id from caregiver where name = 'Eve' union all select id from child where first_name = 'Ida'`,
    )
    expect(rows).toEqual([])
  })

  test('API-087 twice at once: the second finds nobody', async () => {
    const replies = await inTurn<Reply>(t.database, allButDone(), [leave, leave])
    expect(replies.map(({ status }) => status)).toEqual([200, 401])
  })
})
