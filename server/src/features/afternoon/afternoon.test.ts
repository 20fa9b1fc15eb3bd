import { createDaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { cancelPlaydate, createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { dateIn } from '@tagalong/contract/values/calendar-date.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accept, afternoonOf, nothingOffered } from '#test/afternoon.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addRequest,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'

const nuts = 'Nut allergy, EpiPen in the bag'

let t: TestApp
/** Priya and Dev are guardians of Anika, Amara of Zuri. */
let priya: Parent
let dev: Parent
let amara: Parent
let our: ReturnType<typeof afternoonOf>

beforeAll(async () => {
  t = await testApp()
  our = afternoonOf(t)
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, {
    name: 'Priya',
    children: [{ firstName: 'Anika' }, { firstName: 'Rohan' }],
  })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  await addGuardian(t.database, anika(), dev)
  await connect(t.database, priya, amara)
})
afterAll(() => t.close())

const anika = () => priya.children[0] ?? ''
const zuri = () => amara.children[0] ?? ''
const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const hour = 3_600_000
const switchOn = async () => {
  expect((await our.save(priya, { showsNumber: true })).status).toBe(200)
  expect((await our.write(priya, anika(), nuts)).status).toBe(200)
}
const shown = async (as: Parent, id: string) => {
  const reply = await our.read(as, id)
  expect(reply.status, reply.text).toBe(200)
  return { number: reply.body.data.number, notes: reply.body.data.notes.map(({ text }) => text) }
}
const all = () => ({ number: { name: 'Priya', phone: priya.phoneNumber }, notes: [nuts] })
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
const notes = async () => (await sql('select child_id from child_note')).rows

describe('the phone number and line of an afternoon', () => {
  test('are readable by the other side from the yes until two hours after the end', {
    tags: ['PLAN-96', 'PLAN-97'],
  }, async () => {
    await switchOn()
    const { id } = await addRequest(t.database, priya, amara)
    expect(await shown(amara, id)).toEqual(nothingOffered)
    expect((await accept(t, amara, id)).status).toBe(200)
    expect(await shown(amara, id)).toEqual(all())
    const reply = await our.read(amara, id)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body.data.until).toBe(new Date(inHours(48).getTime() + 4 * hour).toISOString())
    expect(reply.body.data.notes[0]?.child).toEqual({
      _id: anika(),
      firstName: 'Anika',
      lastNameInitial: 'E',
      photo: null,
    })
    // A minute before the end of the afternoon, and right at it.
    const end = inHours(48).getTime() + 4 * hour
    t.clock.shift(end - 60_000 - t.clock.now())
    expect(await shown(amara, id)).toEqual(all())
    t.clock.shift(60_000)
    expect(await shown(amara, id)).toEqual(nothingOffered)
  })

  test('are those of the guardian who acted, on either side, and never the reader’s own', {
    tags: ['PLAN-96', 'PLAN-97'],
  }, async () => {
    await our.save(priya, { showsNumber: true })
    await our.save(amara, { showsNumber: true })
    await our.write(amara, zuri(), 'Afraid of dogs')
    const id = await our.confirmed(amara, priya)
    expect(await shown(amara, id)).toEqual({ ...nothingOffered, number: all().number })
    // The other guardian of the same side sees the place, and so reads the same.
    for (const each of [priya, dev]) {
      expect(await shown(each, id)).toEqual({
        number: { name: 'Amara', phone: amara.phoneNumber },
        notes: ['Afraid of dogs'],
      })
    }
    // Dev answers for Anika in another playdate, but offers no number.
    await connect(t.database, dev, amara)
    const { id: other } = await addRequest(t.database, amara, priya)
    expect((await accept(t, dev, other)).status).toBe(200)
    expect(await shown(amara, other)).toEqual(nothingOffered)
    await our.save(dev, { showsNumber: true })
    expect(await shown(amara, other)).toEqual({
      number: { name: 'Dev', phone: dev.phoneNumber },
      notes: [],
    })
  })

  test('cover the children who play, not their siblings', { tags: ['PLAN-97'] }, async () => {
    await our.write(priya, priya.children[1] ?? '', 'Rohan is afraid of dogs')
    const id = await our.confirmed(priya, amara)
    expect(await shown(amara, id)).toEqual(nothingOffered)
  })

  test.each([
    ['the playdate is cancelled', (id: string) => t.call(cancelPlaydate, { body: { id } }, { as: priya })],
    ['it is over for two hours', () => t.clock.shift(52 * hour + 60_000)],
    [
      'both are switched off',
      async () => {
        await our.save(priya, { showsNumber: false })
        await our.write(priya, anika(), nuts, false)
      },
    ],
    [
      'they blocked the reader',
      () => t.call(blockCaregiver, { params: { caregiver: amara.caregiverId } }, { as: priya }),
    ],
    [
      'the reader blocked them',
      () => t.call(blockCaregiver, { params: { caregiver: priya.caregiverId } }, { as: amara }),
    ],
    // Not by calls, which would call the playdate off: reading checks for itself.
    ['a block stands in between, one way', () => blockRow(priya, amara)],
    ['a block stands in between, the other way', () => blockRow(amara, priya)],
    [
      'their account is suspended',
      () =>
        sql(
          `update app_user set standing = 'suspended', standing_until = now() + interval '1 day' where id = $1`,
          priya.userId,
        ),
    ],
  ])('are hidden once %s', { tags: ['PLAN-96', 'PLAN-97', 'PLAN-99'] }, async (_what, end) => {
    await switchOn()
    const id = await our.confirmed(priya, amara)
    expect(await shown(amara, id)).toEqual(all())
    await end(id)
    const reply = await our.read(amara, id)
    expect(reply.text).not.toContain(priya.phoneNumber)
    expect(reply.text).not.toContain(nuts)
    if (reply.status === 200) expect(await shown(amara, id)).toEqual(nothingOffered)
    else expect(reply.status).toBe(404)
  })

  test('follow the playdate to another time once that is accepted', {
    tags: ['PLAN-96', 'PLAN-97'],
  }, async () => {
    await switchOn()
    const id = await our.confirmed(priya, amara)
    const body = {
      type: 'single',
      ownerChildren: [anika()],
      recipientChildren: amara.children,
      proposedLocations: { option1: 'The park' },
      proposedTimes: [inHours(72).toISOString()],
      replaces: id,
    }
    const { _id: moved } = (await t.call(createPlaydate, { body }, { as: amara })).body.data
    // The old playdate stays until the yes.
    expect([await shown(amara, id), await shown(amara, moved)]).toEqual([all(), nothingOffered])
    expect((await accept(t, priya, moved, inHours(72))).status).toBe(200)
    expect([await shown(amara, id), await shown(amara, moved)]).toEqual([nothingOffered, all()])
  })

  test('follow their switches on a confirmed playdate', { tags: ['PLAN-96', 'PLAN-97'] }, async () => {
    const id = await our.confirmed(priya, amara)
    expect(await shown(amara, id)).toEqual(nothingOffered)
    await switchOn()
    expect(await shown(amara, id)).toEqual(all())
    await our.save(priya, { showsNumber: false })
    expect(await shown(amara, id)).toEqual({ ...all(), number: null })
  })

  test('leave out a former guardian’s number, and can’t be read by a former guardian', {
    tags: ['PLAN-96', 'PLAN-99'],
  }, async () => {
    await switchOn()
    await our.save(amara, { showsNumber: true })
    const id = await our.confirmed(priya, amara)
    await sql(
      'update guardianship set until = now() where child_id = $1 and caregiver_id = $2',
      anika(),
      priya.caregiverId,
    )
    // The line is Dev's, too.
    expect(await shown(amara, id)).toEqual({ number: null, notes: [nuts] })
    expect(await shown(dev, id)).toEqual({ number: { name: 'Amara', phone: amara.phoneNumber }, notes: [] })
    expect((await our.read(priya, id)).status).toBe(404)
  })

  test('are hidden from strangers, friends, helpers, blocked caregivers and guardians who see only the card', {
    tags: ['PLAN-99'],
  }, async () => {
    await switchOn()
    const [friend, helper, stranger, card, blocked] = await Promise.all(
      ['Friend', 'Helper', 'Stranger', 'Card', 'Blocked'].map((name) => addParent(t.database, { name })),
    )
    if (!(friend && helper && stranger && card && blocked)) throw new Error('somebody is missing')
    await connect(t.database, friend, priya)
    await connect(t.database, friend, amara)
    await addHelper(t.database, zuri(), helper, { adder: amara })
    await addGuardian(t.database, zuri(), card)
    await addGuardian(t.database, zuri(), blocked)
    const id = await our.confirmed(priya, amara)
    // Another guardian of Zuri who sees the place reads it, too.
    expect(await shown(card, id)).toEqual(all())
    await sql(
      'update guardianship set shares_places = false where child_id = $1 and caregiver_id = $2',
      zuri(),
      amara.caregiverId,
    )
    await blockRow(priya, blocked)
    for (const each of [friend, helper, stranger, card, blocked]) {
      const reply = await our.read(each, id)
      expect([each.name, reply.status]).toEqual([each.name, 404])
    }
    // A caregiver who blocked them sees where their own child is, but nothing of this.
    await sql('update guardianship set shares_places = true where child_id = $1', zuri())
    await sql('delete from block')
    await blockRow(blocked, priya)
    expect(await shown(blocked, id)).toEqual(nothingOffered)
    // An event has none.
    const event = await addEvent(t.database, priya, [amara])
    for (const each of [amara, priya]) expect((await our.read(each, event.id)).status).toBe(404)
  })

  test('stay readable for a former friend until the afternoon is over', {
    tags: ['PLAN-99'],
  }, async () => {
    await switchOn()
    const id = await our.confirmed(priya, amara)
    await sql('delete from connection')
    expect(await shown(amara, id)).toEqual(all())
    t.clock.shift(60 * hour)
    expect(await shown(amara, id)).toEqual(nothingOffered)
  })
})

async function blockRow(blocker: Parent, blocked: Parent): Promise<void> {
  await sql(
    `insert into block (id, blocker_id, blocked_id, name, last_name) values (gen_random_uuid(), $1, $2, 'A', 'B')`,
    blocker.caregiverId,
    blocked.caregiverId,
  )
}

describe('what a caregiver offers for the afternoon', () => {
  test('is off at first, is asked about once and can be changed at any time', {
    tags: ['PLAN-98'],
  }, async () => {
    const before = await our.own(priya)
    expect(before).toMatchObject({ showsNumber: false, isAsked: false, isSetUp: true })
    expect(before.notes.map(({ child, ...note }) => [child.firstName, note])).toEqual([
      ['Anika', { text: '', isShown: false, version: 0 }],
      ['Rohan', { text: '', isShown: false, version: 0 }],
    ])
    // 'Not now'.
    expect((await our.save(priya, {})).body.data).toEqual({ ...before, isAsked: true })
    expect((await our.save(priya, { showsNumber: true })).body.data.showsNumber).toBe(true)
    expect((await our.write(priya, anika(), ` ${nuts} `)).body.data).toMatchObject({
      showsNumber: true,
      notes: [{ text: nuts, isShown: true }, { text: '' }],
    })
  })

  test.each([
    ['a line that is too long', 400, () => ({ text: 'x'.repeat(201) })],
    ['characters that turn the text around', 400, () => ({ text: '\u202eabc' })],
    ['a child of others', 404, () => ({ child: zuri() })],
    ['a version of before', 409, () => ({ version: 7 })],
  ])(
    'is refused with %s and changes nothing',
    { tags: ['PLAN-98', 'PLAN-102'] },
    async (_what, status, change) => {
      const note = { child: anika(), text: nuts, isShown: true, version: 0, ...change() }
      const before = await fingerprint(t.database, ['rate_limit'])
      const reply = await our.save(priya, { showsNumber: true, notes: [note] })
      expect(reply.status, reply.text).toBe(status)
      expect(await fingerprint(t.database, ['rate_limit'])).toBe(before)
    },
  )

  test('has one line for all guardians: a change notifies them, a stale save is refused', {
    tags: ['PLAN-102'],
  }, async () => {
    await our.write(priya, anika(), nuts)
    const [seen] = (await our.own(dev)).notes
    expect(seen).toMatchObject({ text: nuts, isShown: true })
    expect(await titles(dev)).toEqual(["Priya changed a child's details"])
    await our.write(dev, anika(), 'No nuts at all')
    expect(await titles(priya)).toEqual(["Dev changed a child's details"])
    // Priya's screen still shows the version before.
    const note = { child: anika(), text: nuts, isShown: false, version: seen?.version }
    const late = await our.save(priya, { showsNumber: true, notes: [note] })
    expect([late.status, late.body.error]).toEqual([
      409,
      'Somebody changed this meanwhile. Please take another look.',
    ])
    expect(await our.own(priya)).toMatchObject({
      showsNumber: false,
      notes: [{ text: 'No nuts at all' }, {}],
    })
    // A line that was emptied and written again is not the old one either.
    await our.write(dev, anika(), '')
    await our.write(dev, anika(), 'Anew')
    expect((await our.save(priya, { notes: [note] })).status).toBe(409)
    // Saving the same again changes nothing and notifies nobody.
    const count = (await titles(priya)).length
    expect((await our.write(dev, anika(), 'Anew')).status).toBe(200)
    expect(await titles(priya)).toHaveLength(count)
  })

  test('is saved by only one of two guardians who save at once', { tags: ['PLAN-102'] }, async () => {
    const note = { child: anika(), isShown: true, version: 0 }
    const replies = await Promise.all([
      our.save(priya, { notes: [{ ...note, text: 'Hers' }] }),
      our.save(dev, { notes: [{ ...note, text: 'His' }] }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('can be saved while days away are saved, without a deadlock', {
    tags: ['PLAN-102'],
  }, async () => {
    const conflicts = countConflicts(t.database)
    const note = { child: anika(), text: nuts, isShown: true, version: 0 }
    const [from, to] = [24, 72].map((hours) => dateIn(t.clock.now() + hours * hour, 'America/New_York'))
    const away = { from, to, children: [anika()] }
    const lock = `select from child where id = '${anika()}' for update`
    const replies = await inTurn<Reply>(t.database, lock, [
      () => our.save(priya, { showsNumber: true, notes: [note] }),
      () => t.call(createDaysAway, { body: away }, { as: priya }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 201])
    expect(conflicts()).toBe(0)
  })

  test('is not saved for a child that is just being deleted', { tags: ['PLAN-104'] }, async () => {
    const rohan = priya.children[1] ?? ''
    const note = { child: rohan, text: nuts, isShown: true, version: 0 }
    const replies = await inTurn<Reply>(t.database, `select from child where id = '${rohan}' for update`, [
      () => t.call(deleteChild, { params: { id: rohan } }, { as: priya }),
      () => our.save(priya, { notes: [note] }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 404])
    expect(await notes()).toEqual([])
  })

  test('is erased at once when the line is emptied', { tags: ['PLAN-104'] }, async () => {
    await our.write(priya, anika(), nuts)
    expect(await notes()).toHaveLength(1)
    expect((await our.write(dev, anika(), '  ')).status).toBe(200)
    expect(await notes()).toEqual([])
  })
})
