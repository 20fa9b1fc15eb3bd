import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  acceptConnection,
  createConnection,
  listConnections,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  acceptIntroduction,
  createIntroduction,
} from '@tagalong/contract/features/connections/introductions.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  acceptPlaydate,
  createPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGroup, addGuardian, addMember, addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const rounds = sampleOrFull(5, 300)

/** Anna blocks Ben while he does something. That may come before the block or too late, but never after it. */
interface Pair {
  anna: Parent
  ben: Parent
  /** The one in which Ben invited Anna. */
  connection: string
  request: { id: string; roomId: string }
}

async function addPair(status: 'pending' | 'accepted'): Promise<Pair> {
  const [anna, ben] = [await addParent(t.database), await addParent(t.database)]
  // An invitee sees the inviter's name, not the other way round.
  const connection = await connect(t.database, ben, anna, status)
  return { anna, ben, connection, request: await addRequest(t.database, anna, ben) }
}

const block = (as: Parent, { caregiverId }: Parent) =>
  t.call(blockCaregiver, { params: { caregiver: caregiverId } }, { as })

/** What either still sees of the other, as if they weren't apart. */
async function leftOver({ anna, ben, request }: Pair): Promise<unknown[]> {
  const left: unknown[] = []
  for (const as of [anna, ben]) {
    const connections = (await t.call(listConnections, {}, { as })).body.data
    left.push(...connections.filter(({ invitee }) => invitee !== null))
    for (const status of ['pending', 'accepted'] as const) {
      left.push(...(await t.call(listPlaydates, { query: { status } }, { as })).body.data.items)
    }
    const room = (await t.call(getRoom, { params: { id: request.id } }, { as })).body.data
    if (!room.readOnly) left.push(room)
    const titles = (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
    left.push(...titles.filter((title) => !title.startsWith('Another family')))
  }
  const { rows } = await t.database.pool.query(
    'select id from connection where $1 in (inviter_id, invitee_id) and $2 in (inviter_id, invitee_id)',
    [anna.caregiverId, ben.caregiverId],
  )
  return [...left, ...rows]
}

const deeds: Record<string, { status?: 'pending'; run: (pair: Pair) => Promise<Reply>; refused: number[] }> =
  {
    'accept a playdate': {
      run: ({ ben, request: { id } }) => {
        const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString(), version: 1 }
        return t.call(acceptPlaydate, { body }, { as: ben })
      },
      refused: [409],
    },
    'accept an invitation': {
      status: 'pending',
      run: ({ anna, connection }) => t.call(acceptConnection, { params: { id: connection } }, { as: anna }),
      refused: [404, 409],
    },
    message: {
      run: ({ ben, request: { roomId } }) =>
        t.call(sendMessage, { body: { chatRoom: roomId, message: { text: 'Hello!' } } }, { as: ben }),
      refused: [409],
    },
    'ask for a playdate': {
      run: ({ anna, ben }) => {
        const body = {
          type: 'single',
          ownerChildren: ben.children,
          recipientChildren: anna.children,
          proposedLocations: { option1: 'The zoo' },
          proposedTimes: [inHours(50).toISOString()],
        }
        return t.call(createPlaydate, { body }, { as: ben })
      },
      refused: [404],
    },
    'the same block': { run: ({ anna, ben }) => block(anna, ben), refused: [] },
    'block back': { run: ({ anna, ben }) => block(ben, anna), refused: [404] },
  }

test.each(Object.entries(deeds))(
  'block and %s at once: one comes first, and nothing is left between the two',
  { tags: ['SAFE-19', 'SAFE-20'], timeout: 600_000 },
  async (what, { status, run, refused }) => {
    await t.reset()
    const conflicts = countConflicts(t.database)
    let before = 0
    for (let n = 0; n < rounds; n += 1) {
      const pair = await addPair(status ?? 'accepted')
      const calls = [() => block(pair.anna, pair.ben), () => run(pair)]
      if (n % 2) calls.reverse()
      const replies = await Promise.all(calls.map((call) => call()))
      const [blocked, other] = n % 2 ? replies.toReversed() : replies
      // Of two who block each other, the second call is refused, whichever that is.
      const both = [blocked?.status, other?.status]
      if (what === 'block back') expect(both.toSorted()).toEqual([200, 404])
      else {
        expect(blocked?.status).toBe(200)
        expect([200, ...refused]).toContain(other?.status)
      }
      if (other?.status === 200) before += 1
      expect(await leftOver(pair)).toEqual([])
    }
    expect(conflicts()).toBe(0)
    report(`block and ${what} at once`, `${rounds} rounds, ${before} × both went through, 0 left over`)
  },
)

test('block and invite at once: one comes first, and nothing is left between the two', {
  tags: ['SAFE-19'],
  timeout: 600_000,
}, async () => {
  await t.reset()
  const conflicts = countConflicts(t.database)
  for (let n = 0; n < rounds; n += 1) {
    const [anna, ben] = [await addParent(t.database), await addParent(t.database)]
    // They know each other by this alone.
    await addRequest(t.database, anna, ben)
    const body = { inviteeName: 'Anna', inviteePhoneNumber: anna.phoneNumber }
    const [blocked, invited] = await Promise.all([
      block(anna, ben),
      t.call(createConnection, { body }, { as: ben }),
    ])
    expect([blocked.status, invited.status]).toEqual([200, 200])
    const { rows } = await t.database.pool.query('select from connection where invitee_id is not null')
    expect(rows).toEqual([])
  }
  expect(conflicts()).toBe(0)
  report('block and invite at once', `${rounds} rounds, 0 left over`)
})

test('block and invite a friend whom another guardian introduced at once: nothing is left between the two', {
  tags: ['SAFE-19', 'HOME-87'],
  timeout: 600_000,
}, async () => {
  await t.reset()
  const conflicts = countConflicts(t.database)
  let before = 0
  for (let n = 0; n < rounds; n += 1) {
    const [priya, dev] = [await addParent(t.database), await addParent(t.database)]
    const [child = ''] = priya.children
    await addGuardian(t.database, child, dev)
    // Sofia, who blocks, sees Dev's name in a group.
    const group = await addGroup(t.database)
    await addMember(t.database, group, dev)
    // Several friends, each of whom is locked: that gives the block some time.
    const friends: Parent[] = []
    for (let made = 0; made < 5; made += 1) friends.push(await addParent(t.database))
    for (const friend of friends) await connect(t.database, priya, friend)
    const sofia = friends[n % friends.length] as Parent
    await addMember(t.database, group, sofia)
    const chosen = friends.map(({ caregiverId }) => caregiverId)
    const made = { child, to: dev.caregiverId, friends: chosen }
    expect((await t.call(createIntroduction, { body: made }, { as: priya })).status).toBe(201)
    const press = { params: { from: priya.caregiverId }, body: { friends: chosen } }
    const [blocked, invited] = await Promise.all([
      block(sofia, dev),
      t.call(acceptIntroduction, press, { as: dev }),
    ])
    expect(blocked.status).toBe(200)
    expect([200, 404]).toContain(invited.status)
    if (invited.status === 200) before += 1
    const { rows } = await t.database.pool.query(
      'select from connection where inviter_id = $1 and invitee_id = $2',
      [dev.caregiverId, sofia.caregiverId],
    )
    expect(rows).toEqual([])
  }
  expect(conflicts()).toBe(0)
  report(
    'block and invite whom another introduced',
    `${rounds} rounds, ${before} × both went through, 0 left over`,
  )
})

test('block and confirm another guardian at once: exactly one succeeds', {
  tags: ['SAFE-26'],
  timeout: 600_000,
}, async () => {
  await t.reset()
  const conflicts = countConflicts(t.database)
  let blocks = 0
  for (let n = 0; n < rounds; n += 1) {
    const [priya, asha, dev] = [
      await addParent(t.database),
      await addParent(t.database),
      await addParent(t.database),
    ]
    const [id = ''] = priya.children
    await addGuardian(t.database, id, asha)
    await connect(t.database, asha, dev)
    const dad = { label: 'Dad', role: 'guardian' as const }
    const { data } = (await t.call(createGuardianInvite, { params: { id }, body: dad }, { as: priya })).body
    const token = data.inviteUrl.split('/').at(-1) ?? ''
    await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: dev })
    const confirmed = { params: { id: data.invite._id }, body: { version: 2 } }
    const calls = [() => block(asha, dev), () => t.call(confirmGuardianInvite, confirmed, { as: priya })]
    if (n % 2) calls.reverse()
    const replies = await Promise.all(calls.map((call) => call()))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    if (replies[n % 2]?.status === 200) blocks += 1
  }
  expect(conflicts()).toBe(0)
  report('block and confirm a guardian at once', `${rounds} rounds, ${blocks} × the block came first`)
})

test('block and confirm a helper at once: no help is left between the two', {
  timeout: 600_000,
}, async () => {
  await t.reset()
  const conflicts = countConflicts(t.database)
  let before = 0
  for (let n = 0; n < rounds; n += 1) {
    const [priya, gran] = [await addParent(t.database), await addParent(t.database)]
    const [id = ''] = priya.children
    await connect(t.database, priya, gran)
    const until = inHours(48).toISOString().slice(0, 10)
    const granny = { label: 'Gran', role: 'helper' as const, until }
    const { data } = (await t.call(createGuardianInvite, { params: { id }, body: granny }, { as: priya }))
      .body
    const token = data.inviteUrl.split('/').at(-1) ?? ''
    await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: gran })
    const confirmed = { params: { id: data.invite._id }, body: { version: 2 } }
    const confirm = () => t.call(confirmGuardianInvite, confirmed, { as: priya })
    const press = n % 4 < 2 ? () => block(priya, gran) : () => block(gran, priya)
    const replies = await Promise.all((n % 2 ? [confirm, press] : [press, confirm]).map((call) => call()))
    const [begun, blocked] = n % 2 ? replies : replies.toReversed()
    expect(blocked?.status).toBe(200)
    expect([200, 409]).toContain(begun?.status)
    if (begun?.status === 200) before += 1
    const { rows } = await t.database.pool.query(
      `select from guardianship where child_id = $1 and role = 'helper' and until > now()`,
      [id],
    )
    expect(rows).toEqual([])
  }
  expect(conflicts()).toBe(0)
  report('block and confirm a helper at once', `${rounds} rounds, ${before} × the help began first, 0 left`)
})
