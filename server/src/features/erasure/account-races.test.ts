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
import { acceptPlaydate, createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#features/auth/passwords.ts'
import { updatePassword } from '#features/users/users.db.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import {
  addGroup,
  addMember,
  addParent,
  addPerson,
  addRequest,
  aPhoneNumber,
  connect,
  type Group,
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
/** What is left of an erased account. */
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

/** Ben's own calls while his account is erased. */
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

/** Calls by others meanwhile, who know nothing of it. */
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

  /** Stops the erasure at the sessions: the user is deleted, but nobody sees it yet. */
  const allButDone = () => `select from session where user_id = '${ben.userId}' for key share`

  test.each(Object.entries(own))(
    'while its owner is %s: the call gets 401 and nothing is left',
    { tags: ['API-087'] },
    async (_what, call) => {
      const replies = await inTurn<Reply>(t.database, allButDone(), [leave, () => call(open)])
      expect(replies.map(({ status }) => status)).toEqual([200, 401])
      expect(await leftOf(ben)).toEqual([])
    },
  )

  test.each(Object.entries(others))(
    'while its owner is %s: no call fails and nothing is left',
    { tags: ['API-087'] },
    async (_what, call) => {
      const [erased, other] = await inTurn<Reply>(t.database, allButDone(), [leave, () => call(open)])
      expect(erased?.status).toBe(200)
      expect(other?.status).toBeLessThan(500)
      expect(await leftOf(ben)).toEqual([])
    },
  )

  test('also erases a child that is just being added', { tags: ['API-087'] }, async () => {
    const replies = await inTurn<Reply>(t.database, 'lock table child in share mode', [
      () => t.call(createChild, { body: child }, { as: ben }),
      leave,
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await leftOf(ben)).toEqual([])
  })

  test('also ends a friend’s request that is just being sent', { tags: ['API-087'] }, async () => {
    const body = { ...proposal, ownerChildren: [anna.children[0]], recipientChildren: ben.children }
    const replies = await inTurn<Reply>(t.database, 'lock table playdate in share mode', [
      () => t.call(createPlaydate, { body }, { as: anna }),
      leave,
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await leftOf(ben)).toEqual([])
  })

  test('also erases a profile that is just being made', { tags: ['API-087'] }, async () => {
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

  test('does not deadlock with a friend who deletes a child named in their playdate', {
    tags: ['API-087'],
  }, async () => {
    const conflicts = countConflicts(t.database)
    const { id } = await addRequest(t.database, ben, anna)
    await t.database.pool.query(`update playdate set location1 = 'The park with Mia' where id = $1`, [id])
    const replies = await inTurn<Reply>(t.database, 'lock table message in share mode', [
      () => t.call(deleteChild, { params: { id: anna.children[0] } }, { as: anna }),
      leave,
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(conflicts()).toBe(0)
    expect(await leftOf(ben)).toEqual([])
  })

  test('twice at once succeeds once; the second call gets 401', { tags: ['API-087'] }, async () => {
    const replies = await inTurn<Reply>(t.database, allButDone(), [leave, leave])
    expect(replies.map(({ status }) => status)).toEqual([200, 401])
  })
})
