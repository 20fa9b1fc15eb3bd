import { getPlaydateCalendar } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { getChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  changePlace,
  listKnownPlaces,
  type PlaceAction,
  stopPlaceChange,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import {
  endHelp,
  getGrownUpQuestion,
  leaveChild,
  listGrownUps,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
  listOwnInvites,
  readGuardianInvite,
  rejectGuardianInvite,
  stopGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver, unblockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { allMailed, readLetter } from '#test/outbox.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  aPhoneNumber,
  connect,
  fingerprint,
  type Parent,
  type Person,
} from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let anika: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  anika = priya.children[0] ?? ''
})
afterAll(() => t.close())

const dad = { label: 'Dad', role: 'guardian' as const }
const aDay = (ahead: number) => {
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' })
  return new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000).toISOString().slice(0, 10)
}
const make = (as: Parent, body: object = dad, child = anika) =>
  t.call(createGuardianInvite, { params: { id: child }, body } as never, { as })
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''

async function link(as: Parent = priya, body: object = dad): Promise<{ id: string; token: string }> {
  const { data } = (await make(as, body)).body
  return { id: data.invite._id, token: tokenOf(data.inviteUrl) }
}

const open = (token: string, as: Person) => t.call(readGuardianInvite, { params: { invite: token } }, { as })
const accept = (token: string, as: Person) =>
  t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as })
const reject = (token: string, as: Person) =>
  t.call(rejectGuardianInvite, { params: { token }, body: {} }, { as })
const confirm = (id: string, as: Parent, version = 2) =>
  t.call(confirmGuardianInvite, { params: { id }, body: { version } }, { as })
const stop = (id: string, as: Person) => t.call(stopGuardianInvite, { params: { invite: id } }, { as })
const read = (as: Parent) => t.call(getChild, { params: { id: anika } }, { as })
const titles = async (as: Person) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)

async function accepted(as: Parent = priya, body: object = dad, by: Person = dev): Promise<string> {
  const { id, token } = await link(as, body)
  expect((await accept(token, by)).status).toBe(200)
  return id
}

/** As if that much time had passed since the invite was made or confirmed. */
async function pass(span: string): Promise<void> {
  await t.database.pool.query(
    `update guardian_invite set expires_at = expires_at - $1::interval,
    help_until = help_until - $1::interval, begins_at = begins_at - $1::interval`,
    [span],
  )
  await t.database.pool.query(`update guardianship set since = since - $1::interval`, [span])
}

describe('a link', () => {
  test('is made with a label and a role, and only by guardians', { tags: ['HOME-80'] }, async () => {
    const made = await make(priya)
    expect(made.status).toBe(201)
    expect(made.body.data.inviteUrl).toMatch(/\/join\/[\w-]{22}$/)
    expect(made.body.data.invite).toMatchObject({ label: 'Dad', role: 'guardian', status: 'sent' })
    const typed = await make(priya, { ...dad, phoneNumber: dev.phoneNumber })
    expect([typed.status, Object.keys(typed.body.fields ?? {})]).toEqual([400, ['phoneNumber']])
    expect((await make(priya, { ...dad, label: 'x'.repeat(41) })).status).toBe(400)
    const asha = await addParent(t.database)
    await addHelper(t.database, anika, asha, { adder: priya })
    const nobodys = await make(dev, dad, newId())
    for (const as of [dev, asha]) {
      const refused = await make(as)
      expect([refused.status, refused.text]).toEqual([404, nobodys.text])
    }
    const { token } = { token: tokenOf(made.body.data.inviteUrl) }
    expect((await accept(token, dev)).status).toBe(200)
  })

  test('for a helper has a last day, at most 365 days ahead', { tags: ['HOME-28'] }, async () => {
    const helper = { label: 'Sitter', role: 'helper' }
    expect((await make(priya, helper)).body.fields).toEqual({ until: 'Please choose the last day' })
    const far = await make(priya, { ...helper, until: aDay(366) })
    expect([far.status, far.body.fields]).toEqual([400, { until: 'At most 365 days ahead, please' }])
    expect((await make(priya, { ...helper, until: aDay(-1) })).status).toBe(400)
    expect((await make(priya, { ...helper, until: aDay(365) })).status).toBe(201)
    expect((await make(priya, { ...dad, until: aDay(5) })).status).toBe(400)
  })

  test('is valid for seven days and one person, and is never shown again', {
    tags: ['HOME-12'],
  }, async () => {
    const { id, token } = await link()
    const noa = await addParent(t.database)
    const nobodys = await open('x'.repeat(22), noa)
    expect((await open(token, noa)).status).toBe(200)
    expect((await accept(token, dev)).status).toBe(200)
    for (const each of [open, accept, reject]) {
      const refused = await each(token, noa)
      expect([refused.status, refused.text]).toEqual([404, nobodys.text])
    }
    expect((await open(token, dev)).body.data.status).toBe('accepted')
    expect((await confirm(id, priya)).text).not.toContain(token)
    const fresh = await link()
    await pass('7 days')
    expect((await open(fresh.token, noa)).status).toBe(404)
    expect((await accept(fresh.token, noa)).status).toBe(404)
  })

  test('shows who asks and for which role, and nothing of the child', { tags: ['HOME-13'] }, async () => {
    const { id, token } = await link()
    const { data } = (await open(token, dev)).body
    expect(data).toEqual({
      _id: id,
      inviterName: 'Priya',
      role: 'guardian',
      until: null,
      status: 'sent',
      begins: null,
      version: 1,
    })
    await accept(token, dev)
    const own = await t.call(listOwnInvites, {}, { as: dev })
    for (const mark of ['Anika', 'Dad', anika, 'Example']) expect(own.text).not.toContain(mark)
    expect(own.body.data).toHaveLength(1)
  })

  test('is not found by a caregiver whom its maker blocked', async () => {
    const { token } = await link()
    await t.database.pool.query(
      `insert into block (id, blocker_id, blocked_id, name, last_name) values ($1, $2, $3, 'Dev', 'E')`,
      [newId(), priya.caregiverId, dev.caregiverId],
    )
    expect((await open(token, dev)).status).toBe(404)
    expect((await accept(token, dev)).status).toBe(404)
  })

  test('is not found while its maker is suspended, not even by a user without a profile', {
    tags: ['SAFE-46'],
  }, async () => {
    const { token } = await link()
    const newcomer = await addPerson(t.database)
    expect((await open(token, newcomer)).status).toBe(200)
    await t.database.pool.query(
      `update app_user set standing = 'suspended', standing_until = 'infinity' where id = $1`,
      [priya.userId],
    )
    for (const each of [dev, newcomer]) {
      expect((await open(token, each)).status).toBe(404)
      expect((await accept(token, each)).status).toBe(404)
    }
  })

  test('ends with the place of the guardian who made it', async () => {
    const noa = await addParent(t.database)
    await addGuardian(t.database, anika, noa)
    const { token } = await link(noa)
    await t.database.pool.query(
      'update guardianship set until = now() where caregiver_id = $1 and child_id = $2',
      [noa.caregiverId, anika],
    )
    expect((await open(token, dev)).status).toBe(404)
    expect((await accept(token, dev)).status).toBe(404)
  })

  test('can be declined, which ends it', async () => {
    const { token } = await link()
    expect((await reject(token, dev)).body.data.status).toBe('rejected')
    expect((await accept(token, dev)).status).toBe(404)
    expect(await titles(priya)).toEqual([])
  })

  test('is refused with a text for its maker and for an existing grown-up', {
    tags: ['HOME-23'],
  }, async () => {
    const { token } = await link()
    const own = await accept(token, priya)
    expect([own.status, own.body.error]).toEqual([400, "That's you"])
    await addGuardian(t.database, anika, dev)
    const there = await accept(token, dev)
    expect([there.status, there.body.error]).toEqual([409, "They are one of this child's grown-ups already"])
  })

  test('is limited to ten a day, and to three that wait', { tags: ['HOME-22'] }, async () => {
    for (let made = 0; made < 3; made += 1) expect((await make(priya)).status).toBe(201)
    const fourth = await make(priya)
    expect([fourth.status, fourth.body.error]).toEqual([409, 'Three invites are waiting already'])
    await t.database.pool.query(`update guardian_invite set status = 'stopped'`)
    for (let made = 4; made < 10; made += 1) {
      expect((await make(priya)).status).toBe(201)
      await t.database.pool.query(`update guardian_invite set status = 'stopped'`)
    }
    expect((await make(priya)).status).toBe(429)
  })

  test('can be looked up 60 times an hour, and one’s own invites as often', async () => {
    const { token } = await link()
    const list = () => t.call(listOwnInvites, {}, { as: dev })
    const madeUp = 'A'.repeat(22)
    for (let tried = 0; tried < 60; tried += 1) expect((await open(madeUp, dev)).status).toBe(404)
    expect([(await open(token, dev)).status, (await accept(token, dev)).status]).toEqual([429, 429])
    for (let read = 0; read < 60; read += 1) expect((await list()).status).toBe(200)
    expect((await list()).status).toBe(429)
  })
})

describe('a yes', () => {
  test('grants nothing before the inviter confirms it in a fresh session', {
    tags: ['HOME-16'],
  }, async () => {
    const id = await accepted()
    expect((await read(dev)).status).toBe(404)
    await t.database.pool.query(
      `update session set confirmed_at = now() - interval '16 minutes' where user_id = $1`,
      [priya.userId],
    )
    const before = await fingerprint(t.database)
    const stale = await confirm(id, priya)
    expect([stale.status, stale.body.error]).toEqual([409, "Please confirm that it's you."])
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('can be confirmed only by the inviter', { tags: ['HOME-17'] }, async () => {
    const noa = await addParent(t.database)
    const asha = await addParent(t.database)
    await addGuardian(t.database, anika, noa)
    await addHelper(t.database, anika, asha, { adder: priya })
    const id = await accepted()
    expect((await confirm(id, noa)).status).toBe(403)
    for (const as of [dev, asha, await addParent(t.database)])
      expect((await confirm(id, as)).status).toBe(404)
    expect((await confirm(id, priya)).status).toBe(200)
  })

  test('shows the guardians label, name and month of registration, and the invitee no label', {
    tags: ['HOME-81'],
  }, async () => {
    await t.database.pool.query(`update app_user set created_at = '2025-11-14' where id = $1`, [dev.userId])
    const noa = await addParent(t.database)
    await addGuardian(t.database, anika, noa)
    await accepted()
    for (const as of [priya, noa]) {
      const { data } = (await t.call(listGrownUps, { params: { id: anika } }, { as })).body
      expect(data.invites).toMatchObject([
        { label: 'Dad', invitee: { name: 'Dev', lastName: 'Example' }, hereSince: '2025-11' },
      ])
      expect(JSON.stringify(data)).not.toContain('/join/')
    }
    expect((await t.call(listOwnInvites, {}, { as: dev })).text).not.toContain('Dad')
  })

  test('is confirmed only as it was seen, within seven days, and for a user with a profile', async () => {
    const id = await accepted()
    expect((await confirm(id, priya, 1)).status).toBe(409)
    const person = await addPerson(t.database)
    const unready = await accepted(priya, dad, person)
    const early = await confirm(unready, priya)
    expect([early.status, early.body.error]).toEqual([409, "They haven't finished setting up yet"])
    await pass('7 days')
    const late = await confirm(id, priya)
    expect([late.status, late.body.error]).toEqual([
      409,
      'This invite has changed. Please take another look.',
    ])
    expect((await read(dev)).status).toBe(404)
  })

  test('to be a helper expires with the last day, as the link does', {
    tags: ['HOME-12', 'HOME-16', 'HOME-27'],
  }, async () => {
    const helper = { label: 'Sitter', role: 'helper', until: aDay(1) }
    const id = await accepted(priya, helper)
    const { token } = await link(priya, helper)
    const ownOf = async (as: Parent) => (await t.call(listOwnInvites, {}, { as })).body.data
    const openOf = async () =>
      (await t.call(listGrownUps, { params: { id: anika } }, { as: priya })).body.data.invites
    const question = async () => (await t.call(getGrownUpQuestion, {}, { as: priya })).body.data
    expect([(await ownOf(dev)).length, (await openOf()).length]).toEqual([1, 2])
    expect((await question()).opened).toMatchObject({ child: anika })
    const [waiting] = await openOf()
    expect(waiting?.expiresAt).toBe(waiting?.until)
    await pass('3 days')
    const before = await fingerprint(t.database)
    const late = await confirm(id, priya)
    expect([late.status, late.body.error]).toEqual([
      409,
      'This invite has changed. Please take another look.',
    ])
    expect([(await stop(id, priya)).status, (await accept(token, dev)).status]).toEqual([409, 404])
    expect([await ownOf(dev), await openOf(), (await question()).opened]).toEqual([[], [], null])
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('of a user without a profile is announced once they have one, for which they need no child', {
    tags: ['HOME-24'],
  }, async () => {
    const body = {
      name: 'Dev',
      lastName: 'Raman',
      phoneNumber: aPhoneNumber(),
      zipCode: '94601',
      children: [],
    }
    const [person, other] = [await addPerson(t.database), await addPerson(t.database)]
    const id = await accepted(priya, dad, person)
    expect(await titles(priya)).toEqual([])
    const without = await t.call(
      submitOnboarding,
      { body: { ...body, phoneNumber: aPhoneNumber() } },
      { as: other },
    )
    expect([without.status, Object.keys(without.body.fields ?? {})]).toEqual([400, ['children']])
    expect((await t.call(submitOnboarding, { body }, { as: person })).status).toBe(200)
    expect(await titles(priya)).toEqual(['Dev opened your invite'])
    expect((await confirm(id, priya)).status).toBe(200)
  })
})

describe('a confirmed invitee', () => {
  test('becomes a guardian exactly a day later, by the clock alone', {
    tags: ['HOME-18'],
  }, async () => {
    const id = await accepted()
    const { data } = (await confirm(id, priya)).body
    expect(Date.parse(data.begins ?? '') - Date.now()).toBeGreaterThan(86_000_000)
    await pass('23 hours 59 minutes')
    expect((await read(dev)).status).toBe(404)
    await pass('1 minute')
    expect((await read(dev)).status).toBe(200)
  })

  test('is announced twice by notice and mail, even with mails off and in quiet hours, without the child’s name', {
    tags: ['HOME-19'],
  }, async () => {
    const noa = await addParent(t.database, { name: 'Noa' })
    await addGuardian(t.database, anika, noa)
    const hour = new Date().getUTCHours()
    await t.database.pool.query(`update app_user set mail = 'off', quiet_from = $1, quiet_to = $2`, [
      (hour + 1) % 24,
      hour,
    ])
    const id = await accepted()
    await confirm(id, priya)
    const soon = /^Dev becomes a grown-up of your child at \d+:\d\d [AP]M, \d\d\/\d\d$/
    for (const as of [priya, noa]) expect((await titles(as))[0]).toMatch(soon)
    expect((await titles(dev))[0]).toMatch(/^You become a child's grown-up at /)
    await pass('24 hours')
    await t.database.pool.query(`update pgboss.job set start_after = now() where name = 'guardian-begins'`)
    await allMailed(t)
    for (const as of [priya, noa]) {
      const letter = await readLetter(t, as.email, 'Dev is now a grown-up of your child')
      expect(letter).not.toContain('Anika')
      expect(await titles(as)).toContain('Dev is now a grown-up of your child')
      expect(await readLetter(t, as.email, 'Dev becomes a grown-up of your child at')).not.toContain('Anika')
    }
    expect(await readLetter(t, dev.email, 'You can start now')).not.toContain('Anika')
    const { rows } = await t.database.pool.query('select title, params::text from notification')
    expect(JSON.stringify(rows)).not.toContain('Anika')
  })

  test('can be stopped until they begin, by any guardian and by themself, and not afterwards', {
    tags: ['HOME-20'],
  }, async () => {
    const noa = await addParent(t.database, { name: 'Noa' })
    await addGuardian(t.database, anika, noa)
    const first = await accepted()
    await confirm(first, priya)
    expect((await stop(first, await addParent(t.database))).status).toBe(404)
    expect((await stop(first, noa)).status).toBe(200)
    for (const as of [priya, dev]) expect(await titles(as)).toContain('Noa stopped an invite')
    const second = await accepted()
    await confirm(second, priya)
    expect((await stop(second, dev)).status).toBe(200)
    await pass('25 hours')
    expect((await read(dev)).status).toBe(404)
    const third = await accepted()
    await confirm(third, priya)
    await pass('24 hours')
    const late = await stop(third, noa)
    expect([late.status, late.body.error]).toEqual([
      409,
      'This invite has changed. Please take another look.',
    ])
    expect((await read(dev)).status).toBe(200)
  })

  test('stays confirmed if another invite of theirs is stopped', async () => {
    const noa = await addParent(t.database)
    await addGuardian(t.database, anika, noa)
    const first = await accepted()
    const second = await accepted(noa)
    expect((await confirm(first, priya)).status).toBe(200)
    expect((await stop(second, noa)).status).toBe(200)
    await pass('24 hours')
    expect((await read(dev)).status).toBe(200)
  })

  test('returns by an administrator’s decision even if an invite of theirs is stopped', async () => {
    const id = await accepted()
    await t.database.pool.query(
      `insert into guardianship (child_id, caregiver_id, role, since, reason)
        values ($1, $2, 'guardian', now() + interval '1 day', 'The court says so.')`,
      [anika, dev.caregiverId],
    )
    expect((await stop(id, priya)).status).toBe(200)
    await pass('24 hours')
    expect((await read(dev)).status).toBe(200)
  })

  test('needs one of the four guardian or six helper places, which are checked again', {
    tags: ['HOME-22'],
  }, async () => {
    for (let made = 1; made < 3; made += 1)
      await addGuardian(t.database, anika, await addParent(t.database, { children: [] }))
    const [one, two] = [await accepted(), await accepted(priya, dad, await addParent(t.database))]
    const replies = await Promise.all([confirm(one, priya), confirm(two, priya)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const full = await make(priya)
    expect([full.status, full.body.error]).toEqual([409, 'This child has all the grown-ups it can have'])
    const sitter = { label: 'Sitter', role: 'helper' as const, until: aDay(5) }
    const seventh = await accepted(priya, sitter, await addParent(t.database, { children: [] }))
    for (let made = 0; made < 6; made += 1)
      await addHelper(t.database, anika, await addParent(t.database, { children: [] }), { adder: priya })
    for (const reply of [await make(priya, sitter), await confirm(seventh, priya)])
      expect([reply.status, reply.body.error]).toEqual([409, full.body.error])
  })
})

test('a caregiver who becomes a guardian again shares places as before', { tags: ['HOME-44'] }, async () => {
  await addGuardian(t.database, anika, dev)
  await t.database.pool.query(
    `update guardianship set shares_places = false, since = now() - interval '2 days', until = now() - interval '1 day'
      where child_id = $1 and caregiver_id = $2`,
    [anika, dev.caregiverId],
  )
  expect((await confirm(await accepted(), priya)).status).toBe(200)
  const { rows } = await t.database.pool.query(
    'select shares_places, until from guardianship where child_id = $1 and caregiver_id = $2',
    [anika, dev.caregiverId],
  )
  expect(rows).toEqual([{ shares_places: false, until: null }])
})

describe('an event that the family answered', () => {
  let noa: Parent
  let asha: Parent
  let rohan: string
  const helper = () => ({ label: 'Gran', role: 'helper', until: aDay(30) })
  /** Makes an event that invites both children of Asha's; only `coming` comes. */
  async function answered(coming: string): Promise<string> {
    const guests = asha.children.map((child) => ({ ...asha, children: [child] }))
    const { id: playdate } = await addEvent(t.database, noa, guests)
    const body = { playdate, response: 'accepted' as const, children: [coming] }
    const reply = await t.call(respondToEvent, { body }, { as: asha })
    expect(reply.status, reply.text).toBe(200)
    return playdate
  }
  async function begin(child: string, body: object, by: Parent): Promise<void> {
    const { data } = (await make(asha, body, child)).body
    expect((await accept(tokenOf(data.inviteUrl), by)).status).toBe(200)
    const begun = await confirm(data.invite._id, asha)
    expect(begun.status, begun.text).toBe(200)
  }
  const answerFor = async (as: Parent, id: string) =>
    (await t.call(getPlaydate, { params: { id } }, { as })).body.data?.response
  const inCalendar = async (as: Parent, id: string) =>
    (await t.call(getPlaydateCalendar, { params: { id } }, { as })).status === 200

  beforeEach(async () => {
    noa = await addParent(t.database, { name: 'Noa' })
    asha = await addParent(t.database, {
      name: 'Asha',
      children: [{ firstName: 'Mira' }, { firstName: 'Rohan' }],
    })
    await connect(t.database, noa, asha)
    const [first = '', second = ''] = asha.children
    anika = first
    rohan = second
  })

  test('is in the calendar of a helper who returns', { tags: ['HOME-25', 'TIME-28'] }, async () => {
    await begin(anika, helper(), dev)
    const place = { params: { id: anika, caregiverId: dev.caregiverId } }
    expect((await t.call(endHelp, place, { as: asha })).status).toBe(200)
    const event = await answered(anika)
    await begin(anika, helper(), dev)
    expect([await answerFor(dev, event), await inCalendar(dev, event)]).toEqual(['accepted', true])
  })

  test('is in the calendar of a helper with a child who attends, and only while they help', {
    tags: ['HOME-25', 'TIME-28'],
  }, async () => {
    await begin(anika, helper(), dev)
    const event = await answered(rohan)
    await begin(rohan, helper(), dev)
    expect([await answerFor(dev, event), await inCalendar(dev, event)]).toEqual(['accepted', true])
    const place = { params: { id: rohan, caregiverId: dev.caregiverId } }
    expect((await t.call(endHelp, place, { as: asha })).status).toBe(200)
    const { rows } = await t.database.pool.query(
      'select response from playdate_caregiver where playdate_id = $1 and caregiver_id = $2',
      [event, dev.caregiverId],
    )
    expect(rows).toEqual([{ response: 'rejected' }])
    expect(await inCalendar(dev, event)).toBe(false)
  })

  test('is in the calendar of a new guardian of a child who attends, and each child’s answer stays', {
    tags: ['HOME-45', 'TIME-28'],
  }, async () => {
    await addGuardian(t.database, anika, dev)
    const event = await answered(rohan)
    await begin(rohan, dad, dev)
    await pass('24 hours')
    expect([await answerFor(dev, event), await inCalendar(dev, event)]).toEqual(['accepted', true])
    const { rows } = await t.database.pool.query(
      `select child_id, response from playdate_child where playdate_id = $1 and side = 'recipient' order by 1`,
      [event],
    )
    expect(rows).toEqual([
      { child_id: anika, response: 'rejected' },
      { child_id: rohan, response: 'accepted' },
    ])
  })
})

test('a former guardian can be restored whatever they were invited to be since', {
  tags: ['HOME-96'],
}, async () => {
  const admin = await addPerson(t.database, { isAdmin: true })
  await addGuardian(t.database, anika, dev)
  const of = { params: { id: anika, caregiverId: dev.caregiverId } }
  const change = (action: PlaceAction) =>
    t.call(changePlace, { ...of, body: { action, reason: 'As a court in Oakland decided.' } }, { as: admin })
  const place = async () => {
    const { data } = (await t.call(listKnownPlaces, { params: { id: anika } }, { as: admin })).body
    return data.places.find(({ caregiver }) => caregiver._id === dev.caregiverId)
  }
  const { rows } = await t.database.pool.query(
    `update guardianship set until = now() - interval '1 day' where caregiver_id = $1 returning since`,
    [dev.caregiverId],
  )
  const was = await place()
  expect(was).toMatchObject({ since: rows[0].since.toISOString(), wasGuardian: true })

  // As a guardian, but stopped.
  const again = await accepted()
  expect((await confirm(again, priya)).status).toBe(200)
  expect(await place()).toMatchObject({ until: null })
  expect((await stop(again, priya)).status).toBe(200)
  expect(await place()).toEqual(was)

  // As a helper.
  const help = await accepted(priya, { label: 'Dad', role: 'helper', until: aDay(3) })
  expect((await confirm(help, priya)).status).toBe(200)
  expect(await place()).toMatchObject({ role: 'helper', wasGuardian: true })
  expect((await change('restore')).status).toBe(409)
  expect((await t.call(endHelp, of, { as: priya })).status).toBe(200)
  expect((await change('restore')).status).toBe(200)
  expect(await place()).toMatchObject({ role: 'guardian', underWay: { action: 'restore' } })
  expect((await t.call(stopPlaceChange, of, { as: admin })).status).toBe(200)
  expect(await place()).toEqual(was)
  expect((await change('restore')).status).toBe(200)
  await pass('24 hours')
  expect((await read(dev)).status).toBe(200)
})

test('a leaving guardian can’t confirm anybody, and helpers of a former guardian stay away', {
  tags: ['HOME-82'],
}, async () => {
  await addGuardian(t.database, anika, dev)
  const kim = await addParent(t.database, { name: 'Kim', children: [] })
  const invite = await accepted(dev, dad, kim)
  expect((await t.call(leaveChild, { params: { id: anika } }, { as: dev })).status).toBe(200)
  const refused = await confirm(invite, dev)
  expect(refused.status).toBe(409)
  await pass('24 hours')
  expect((await read(kim)).status).toBe(404)

  const help = await addParent(t.database, { name: 'Lu', children: [] })
  await addHelper(t.database, anika, help, { adder: dev })
  await t.database.pool.query(
    `update guardianship set until = now() where child_id = $1 and caregiver_id = $2`,
    [anika, dev.caregiverId],
  )
  const sees = async () => (await t.call(listGrownUps, { params: { id: anika } }, { as: help })).status
  expect(await sees()).toBe(404)
  // First as a helper, then as a guardian.
  const until = aDay(3)
  expect((await confirm(await accepted(priya, { label: 'Dad', role: 'helper', until }), priya)).status).toBe(
    200,
  )
  expect(await sees()).toBe(404)
  const of = { params: { id: anika, caregiverId: dev.caregiverId } }
  expect((await t.call(endHelp, of, { as: priya })).status).toBe(200)
  expect((await confirm(await accepted(), priya)).status).toBe(200)
  expect(await sees()).toBe(404)
  await pass('24 hours')
  expect([(await read(dev)).status, await sees()]).toEqual([200, 404])
})

test('nobody begins beside a guardian who begins sooner if a block separates the two', {
  tags: ['SAFE-26'],
}, async () => {
  const asha = await addParent(t.database, { name: 'Asha', children: [] })
  const [first, second] = [await accepted(), await accepted(priya, dad, asha)]
  expect((await confirm(first, priya)).status).toBe(200)
  await connect(t.database, asha, dev)
  const blocked = { params: { caregiver: asha.caregiverId } }
  expect((await t.call(blockCaregiver, blocked, { as: dev })).status).toBe(200)
  expect((await confirm(second, priya)).status).toBe(409)
  await t.call(unblockCaregiver, blocked, { as: dev })
  expect((await confirm(second, priya)).status).toBe(200)
})

test.each(['suspended', 'closed'])(
  'nobody begins as a guardian or helper while their account is %s',
  {
    tags: ['HOME-16', 'SAFE-47'],
  },
  async (standing) => {
    const ids = [
      await accepted(),
      await accepted(priya, { label: 'Sitter', role: 'helper', until: aDay(9) }, dev),
    ]
    await t.database.pool.query(
      `update app_user set standing = $2, standing_until = now() + interval '7 days' where id = $1`,
      [dev.userId, standing],
    )
    const before = await fingerprint(t.database)
    for (const id of ids) {
      const refused = await confirm(id, priya)
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'This invite has changed. Please take another look.',
      ])
    }
    expect(await fingerprint(t.database)).toBe(before)
    await t.database.pool.query(
      `update app_user set standing = 'good', standing_until = null where id = $1`,
      [dev.userId],
    )
    expect((await confirm(ids[0] ?? '', priya)).status).toBe(200)
  },
)

test('nobody begins beside a guardian if a block separates the two', { tags: ['SAFE-26'] }, async () => {
  const block = (as: Parent, whom: Parent) =>
    t.call(blockCaregiver, { params: { caregiver: whom.caregiverId } }, { as })
  await connect(t.database, priya, dev)
  const asha = await addParent(t.database, { name: 'Asha', children: [] })
  await addGuardian(t.database, anika, asha)
  await connect(t.database, asha, dev)
  expect((await block(asha, dev)).status).toBe(200)
  const invite = await accepted()
  expect((await confirm(invite, priya)).status).toBe(409)
  await t.call(unblockCaregiver, { params: { caregiver: dev.caregiverId } }, { as: asha })
  expect((await confirm(invite, priya)).status).toBe(200)
  for (const [as, whom] of [
    [dev, priya],
    [priya, dev],
  ] as const) {
    const refused = await block(as, whom)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'You are about to look after a child together. Stop that first, or report it to us.',
    ])
  }
  expect((await stop(invite, dev)).status).toBe(200)
  expect((await block(dev, priya)).status).toBe(200)
})
