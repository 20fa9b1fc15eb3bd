import { randomBytes } from 'node:crypto'
import { saveAfternoon } from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { createDaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import { saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { createConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { saveOwnPlace } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateAdmin } from '#features/users/users.db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { readEverything } from '#test/reading.ts'
import { about, addReport } from '#test/reports.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addHelper,
  addMember,
  addParent,
  addRequest,
  connect,
  type Group,
  type Parent,
} from '#test/world.ts'

/** What each actor is to the one caregiver whom all of this is about. */
const actors = [
  'self',
  'connection',
  'inviter',
  'invitee',
  'member',
  'groupAdmin',
  'side',
  'comingSide',
  'eventSide',
  'rejectedSide',
  'cancelledSide',
  'pastSide',
  'pastEventSide',
  'host',
  'fellow',
  'helper',
  'soon',
  'formerGuardian',
  'formerHelper',
  'blocker',
  'blocked',
  'left',
  'removed',
  'waiting',
  'stranger',
  'administrator',
] as const
type Actor = (typeof actors)[number]

/** The child's other guardian and its helper. To those who will be one, or were one, the child is not there. */
const grownUps = ['fellow', 'helper'] as const
const circle = ['self', 'connection', 'member', 'groupAdmin', 'administrator', ...grownUps] as const
/** On a side of a playdate that is open or to come, or of one that is over or off; nothing else to the caregiver. */
const open = ['side', 'comingSide', 'eventSide', 'host'] as const
const over = ['rejectedSide', 'cancelledSide', 'pastSide', 'pastEventSide'] as const
/** One blocked the caregiver, one the caregiver blocked: connected, in the group, and on sides as well. */
const apart = ['blocker', 'blocked'] as const

/** Who sees what. Actors not listed must not find it in any answer. */
const table: Record<string, { marks: () => string; seenBy: readonly Actor[] }> = {
  // Former grown-ups see it in old notices, and as who added them.
  'the caregiver’s name': {
    marks: () => 'Quillon',
    seenBy: [...circle, 'invitee', ...open, ...over, 'formerGuardian', 'formerHelper'],
  },
  // The inviter keeps the number they typed.
  'the phone number': { marks: () => quill.phoneNumber, seenBy: ['self', 'inviter', 'administrator'] },
  'the zip code': { marks: () => '"zipCode":"99123"', seenBy: ['self', 'administrator'] },
  'the email': { marks: () => quill.email, seenBy: ['self', 'administrator'] },
  'the child’s first name': { marks: () => '"firstName":"Zephyr"', seenBy: [...circle, ...open] },
  'the child’s initial': { marks: () => '"lastNameInitial":"Q"', seenBy: [...circle, ...open] },
  'the child’s first name as it was': {
    marks: () => '"firstName":"Zach"',
    seenBy: ['self', ...over, ...grownUps],
  },
  'the child’s initial as it was': {
    marks: () => '"lastNameInitial":"O"',
    seenBy: ['self', ...over, ...grownUps],
  },
  'the child’s grade': { marks: () => '"grade":"11"', seenBy: [...circle, ...open] },
  'the child’s photo': { marks: () => `"photo":"${photo}"`, seenBy: [...circle, ...open] },
  'a link to the photo': { marks: () => '"signedUrl"', seenBy: [...circle, ...open] },
  'the child’s school': {
    marks: () => 'Marker School',
    seenBy: ['self', 'connection', 'administrator', 'fellow'],
  },
  'the child’s hours': { marks: () => '"start":7,"end":9', seenBy: ['self', 'fellow'] },
  'days on which the child is away, and who entered them': {
    marks: () => `"from":"${away.from}","to":"${away.to}"`,
    seenBy: ['self', 'fellow'],
  },
  'what is good to know of the child': {
    marks: () => 'zebrafruit',
    // That playdate ended an hour ago.
    seenBy: ['self', 'comingSide', 'pastSide', 'fellow'],
  },
  'whether the child helps friends find a time': {
    marks: () => '"helpsFriends":false',
    seenBy: ['self', 'fellow'],
  },
  'a playdate': {
    marks: () => 'The marker place',
    seenBy: ['self', ...open, ...over, ...apart, ...grownUps],
  },
  'its chat': { marks: () => 'marker words', seenBy: ['self', 'side', 'fellow'] },
  'that somebody was blocked': { marks: () => '"blockedInvited"', seenBy: ['self', 'blocker'] },
  'the group’s name': { marks: () => 'Marker group', seenBy: actors },
  'the group’s pods': { marks: () => 'Marker pod', seenBy: actors },
  'the group’s code': { marks: () => group.code, seenBy: ['groupAdmin', 'administrator'] },
  // In the reporter's download.
  'what was reported about them': { marks: () => 'Marker report', seenBy: ['connection', 'administrator'] },
  'who is in the group': { marks: () => '"members":', seenBy: ['groupAdmin', 'administrator'] },
}

const settled = (time: string) =>
  `status = 'accepted', accepted_location = 'The zoo', accepted_time = ${time}`
const playdates: Partial<Record<Actor, string>> = {
  comingSide: settled(`now() + interval '1 day'`),
  eventSide: `type = 'group', ${settled(`now() - interval '1 hour'`)}`,
  rejectedSide: `status = 'rejected'`,
  cancelledSide: `status = 'cancelled'`,
  pastSide: settled(`now() - interval '3 hours'`),
  pastEventSide: `type = 'group', ${settled(`now() - interval '3 hours'`)}`,
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

let t: TestApp
let quill: Parent
let group: Group
const away = { from: inDays(100), to: inDays(130) }
const photo = randomBytes(24).toString('base64url')
let ids: string[]
let be: (actor: Actor) => Parent
const seen = new Map<Actor, string>()

beforeAll(async () => {
  t = await testApp()
  await t.reset()
  const { database } = t
  quill = await addParent(database, {
    name: 'Quincy',
    children: [
      {
        firstName: 'Zach',
        lastNameInitial: 'O',
        availability: [{ day: 'Mon', blocks: [{ start: 7, end: 9 }] }],
      },
    ],
  })
  await t.database.pool.query(
    `insert into file (upload_key, user_id, content_type, photo_key, claimed_at) values ($1, $2, 'image/webp', $3, now())`,
    ['upload', quill.userId, photo],
  )
  await t.database.pool.query('update child set photo = $1 where caregiver_id = $2', [
    photo,
    quill.caregiverId,
  ])
  await t.database.pool.query(`update caregiver set zip_code = '99123' where id = $1`, [quill.caregiverId])
  group = await addGroup(database, { name: 'Marker group', pods: ['Marker pod'] })
  const quills = await addMember(database, group, quill, { pod: group.pods[0] })

  const all = new Map<Actor, Parent>([['self', quill]])
  for (const actor of actors.slice(1)) all.set(actor, await addParent(database, { name: actor }))
  be = (actor) => all.get(actor) ?? quill
  await updateAdmin(database.kysely, be('administrator').userId, true)
  // Grown-ups of the child: now, soon, and former ones.
  const [child] = quill.children
  for (const actor of ['fellow', 'formerGuardian'] as const) await addGuardian(database, child, be(actor))
  await addGuardian(database, child, be('soon'), { since: '1 day' })
  for (const actor of ['helper', 'formerHelper'] as const)
    await addHelper(database, child, be(actor), { adder: quill })
  await connect(database, quill, be('connection'))
  const body = { inviteeName: 'Somebody', inviteePhoneNumber: quill.phoneNumber }
  expect((await t.call(createConnection, { body }, { as: be('inviter') })).status).toBe(200)
  await connect(database, quill, be('invitee'), 'pending')
  await addMember(database, group, be('member'))
  await addMember(database, group, be('groupAdmin'), { isGroupAdmin: true })
  await addMember(database, group, be('left'), { status: 'rejected', endedBy: 'self' })
  await addMember(database, group, be('removed'), { status: 'rejected', endedBy: 'admin' })
  await addMember(database, group, be('waiting'), { status: 'pending' })
  await addReport(t, be('connection'), { ...about(quill), words: 'Marker report' })
  const playdate = await addRequest(database, quill, be('side'))
  const others: string[] = []
  for (const [actor, change] of Object.entries(playdates)) {
    const { id } = await addRequest(database, quill, be(actor as Actor))
    await t.database.pool.query(`update playdate set ${change} where id = $1`, [id])
    others.push(id)
  }
  const { id: event } = await addEvent(database, be('host'), [quill, be('blocker'), be('blocked')])
  others.push(event)
  for (const actor of apart) {
    await connect(database, quill, be(actor))
    await addMember(database, group, be(actor))
    const { id } = await addRequest(database, quill, be(actor))
    await t.database.pool.query(`update playdate set ${playdates.pastSide} where id = $1`, [id])
    others.push(id)
  }
  await addBlock(be('blocker'), quill)
  await addBlock(quill, be('blocked'))
  // From here on the caregiver has another name; the blocker keeps the old one.
  await t.database.pool.query(`update caregiver set name = 'Quillon' where id = $1`, [quill.caregiverId])
  // From here on the child has another name, a photo and a grade.
  const fields = {
    firstName: 'Zephyr',
    lastNameInitial: 'Q',
    grade: '11' as const,
    photo,
    school: 'Marker School',
  }
  const saved = await t.call(
    saveChild,
    {
      params: { id: quill.children[0] ?? '' },
      body: {
        ...fields,
        availability: [{ day: 'Mon', blocks: [{ start: 7, end: 9 }] }],
        helpsFriends: false,
      },
    },
    { as: quill },
  )
  expect(saved.status).toBe(200)
  await t.database.pool.query(`update playdate set location1 = 'The marker place'`)
  const words = { chatRoom: playdate.roomId, message: { text: 'marker words' } }
  expect((await t.call(sendMessage, { body: words }, { as: quill })).status).toBe(200)

  await t.database.pool.query(
    'update guardianship set until = now() where child_id = $1 and caregiver_id = any($2)',
    [child, [be('formerGuardian').caregiverId, be('formerHelper').caregiverId]],
  )

  const notes = [{ child, text: 'zebrafruit allergy', isShown: true, version: 0 }]
  expect((await t.call(saveAfternoon, { body: { notes } }, { as: quill })).status).toBe(200)

  const entered = await t.call(createDaysAway, { body: { ...away, children: quill.children } }, { as: quill })
  expect(entered.status).toBe(201)

  ids = [
    'current-user',
    entered.body.data._id,
    quill.userId,
    quill.caregiverId,
    ...quill.children,
    playdate.id,
    playdate.roomId,
    ...others,
    group.id,
    quills,
    photo,
  ]
})
afterAll(() => t.close())

/** Inserts the row only: the call would remove more than what is seen. */
async function addBlock(blocker: Parent, blocked: Parent): Promise<void> {
  await t.database.pool.query(
    'insert into block (id, blocker_id, blocked_id, name, last_name) values (gen_random_uuid(), $1, $2, $3, $4)',
    [blocker.caregiverId, blocked.caregiverId, 'Quincy', 'Example'],
  )
}

async function readAll(readers: readonly Actor[]): Promise<Map<Actor, string>> {
  const read = new Map<Actor, string>()
  for (const actor of readers) {
    const isAdmin = actor === 'administrator'
    read.set(actor, await readEverything(t, be(actor), { ids, isAdmin, queriesOf }))
  }
  return read
}

function queriesOf(path: string): object[] {
  if (path === '/playdate') return [{ status: 'pending' }, { status: 'accepted' }]
  if (path.startsWith('/group-children')) return [{}, { subgroup: group.pods[0] }]
  if (path === '/phone-number') return [{}, { phone: quill.phoneNumber }]
  if (path === '/find-user') return [{ phoneNumber: quill.phoneNumber }]
  if (path.endsWith('/values')) return [{ column: 'createdAt' }]
  return [{}]
}

// A test for each, since one that reads as all of them takes minutes on a busy machine.
test.each(actors)('everything that %s may read is read', { tags: ['API-045'] }, async (actor) => {
  seen.set(actor, (await readAll([actor])).get(actor) ?? '')
})

describe('who sees', () => {
  for (const [what, { marks, seenBy }] of Object.entries(table)) {
    test(`${what}`, { tags: ['API-045'] }, () => {
      const found = actors.filter((actor) => seen.get(actor)?.includes(marks()))
      expect(found).toEqual(actors.filter((actor) => seenBy.includes(actor)))
    })
  }
})

test('a guardian who shares no places hides them and the chat from the other guardian', {
  tags: ['HOME-43', 'HOME-44'],
}, async () => {
  const share = (isOn: boolean) =>
    t.call(
      saveOwnPlace,
      { params: { id: quill.children[0] ?? '' }, body: { sharesPlaces: isOn } },
      { as: quill },
    )
  expect((await share(false)).status).toBe(200)
  const read = (await readAll(['fellow'])).get('fellow') ?? ''
  expect((await share(true)).status).toBe(200)
  for (const [what, { marks, seenBy }] of Object.entries(table)) {
    const isHidden = what === 'a playdate' || what === 'its chat'
    expect(read.includes(marks()), what).toBe(seenBy.includes('fellow') && !isHidden)
  }
})

describe('a suspended or closed account', () => {
  const others = ['connection', 'invitee', 'groupAdmin', 'comingSide', 'pastSide', 'host'] as const
  /** What says nothing about the caregiver themselves is still seen. */
  const stays = /^(?:a playdate|the group|who is|what was reported)/
  const foundBy = (read: Map<Actor, string>, marks: string) =>
    [...read].flatMap(([actor, text]) => (text.includes(marks) ? actor : []))
  const stand = (standing: string, until: string) =>
    t.database.pool.query(`update app_user set standing = $2, standing_until = now() + $3 where id = $1`, [
      quill.userId,
      standing,
      until,
    ])

  test.each([
    ...others.map((reader) => ({ standing: 'suspended', until: '1 day', reader })),
    ...(['connection', 'comingSide'] as const).map((reader) => ({
      standing: 'closed',
      until: '-1 day',
      reader,
    })),
  ])(
    'shows nothing of its caregiver except the name in a group’s member list: $standing, to $reader',
    { tags: ['SAFE-47'] },
    async ({ standing, until, reader }) => {
      await stand(standing, until)
      const read = await readAll([reader])
      for (const [what, { marks, seenBy }] of Object.entries(table)) {
        const still = what === 'the caregiver’s name' ? ['groupAdmin'] : stays.test(what) ? seenBy : []
        expect(foundBy(read, marks()), what).toEqual([reader].filter((actor) => still.includes(actor)))
      }
    },
  )

  test('is visible again once the suspension is over', { tags: ['SAFE-47'] }, async () => {
    await stand('suspended', '-1 second')
    const readers = ['connection', 'comingSide'] as const
    const read = await readAll(readers)
    for (const [what, { marks, seenBy }] of Object.entries(table)) {
      expect(foundBy(read, marks()), what).toEqual(readers.filter((actor) => seenBy.includes(actor)))
    }
  })
})
