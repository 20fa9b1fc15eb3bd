import { getRoom } from '@tagalong/contract/features/chat/chat.contract.ts'
import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { footerText } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { getSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { decideReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endPlace } from '#features/erasure/handing-over.service.ts'
import { startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { about, addReport } from '#test/reports.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  addRequest,
  connect,
  makePremium,
  type Parent,
} from '#test/world.ts'
import { doDue } from '../../../due.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let amara: Parent
let mei: Parent
let old: string
/** Priya and Dev are guardians of Anika and Rohan; Mei helps Amara with Zuri. Both of Priya's children are to play. */
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  const { database } = t
  priya = await addParent(database, {
    name: 'Priya',
    children: [{ firstName: 'Anika' }, { firstName: 'Rohan' }],
  })
  dev = await addParent(database, { name: 'Dev', children: [] })
  amara = await addParent(database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  mei = await addParent(database, { name: 'Mei', children: [] })
  for (const child of priya.children) await addGuardian(database, child, dev)
  await addHelper(database, amara.children[0], mei, { adder: amara })
  await connect(database, priya, amara)
  old = await confirmed()
})
afterAll(() => t.close())

async function confirmed(): Promise<string> {
  const made = await t.call(createPlaydate, { body: { ...bodyOf(), replaces: undefined } }, { as: priya })
  const id = made.body.data._id
  const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
  expect((await t.call(acceptPlaydate, { body }, { as: amara })).status).toBe(200)
  await t.database.pool.query('delete from notification')
  return id
}

function bodyOf() {
  return {
    type: 'single' as const,
    ownerChildren: priya.children,
    recipientChildren: amara.children.slice(0, 1),
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(48).toISOString(), inHours(72).toISOString()],
    durationMinutes: 90,
    replaces: old,
  }
}
const ask = (as: Parent, change: object = {}) =>
  t.call(createPlaydate, { body: { ...bodyOf(), ...change } as never }, { as })
const asked = async (as: Parent, change: object = {}) => {
  const reply = await ask(as, change)
  expect(reply.status).toBe(200)
  return reply.body.data
}
const read = (id: string, as: Parent) => t.call(getPlaydate, { params: { id } }, { as })
const seen = async (id: string, as: Parent) => (await read(id, as)).body.data
const accept = (id: string, as: Parent, time = inHours(72)) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: time.toISOString() } },
    { as },
  )
const reject = (id: string, as: Parent) => t.call(rejectPlaydate, { body: { id } }, { as })
const cancel = (id: string, as: Parent, change: object = {}) =>
  t.call(cancelPlaydate, { body: { id, ...change } }, { as })
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
const statuses = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await seen(id, amara)).status))
const inList = async (status: 'pending' | 'accepted', as: Parent) =>
  (await t.call(listPlaydates, { query: { status } }, { as })).body.data.items

describe('another time', () => {
  test.each([
    ['the owner', () => priya, () => amara],
    ['the other side', () => amara, () => priya],
    ['another guardian', () => dev, () => amara],
  ])(
    'asked for by %s leaves the confirmed playdate as it is',
    { tags: ['PLAN-88', 'PLAN-93'] },
    async (_who, by, to) => {
      const fresh = await asked(by())
      expect(fresh).toMatchObject({ status: 'pending', mayAct: true, durationMinutes: 90 })
      expect(fresh.lastSubmittedBy).toBe(by().caregiverId)
      expect(fresh.lastSide).toBe(fresh.side)
      expect(fresh.replaces).toEqual({ playdate: old, time: inHours(48).toISOString() })
      for (const as of [by(), to()]) {
        const { ownerChildren, recipientChildren, owner } = await seen(fresh._id, as)
        expect(owner._id).toBe(priya.caregiverId)
        expect(ownerChildren.map(({ _id }) => _id).toSorted()).toEqual(priya.children.toSorted())
        expect(recipientChildren.map(({ _id }) => _id)).toEqual(amara.children)
        expect((await seen(old, as)).replacedBy).toEqual({ playdate: fresh._id, time: null })
        expect((await inList('accepted', as)).map(({ _id, status }) => [_id, status])).toEqual([
          [old, 'accepted'],
        ])
        expect((await inList('pending', as)).map(({ _id }) => _id)).toEqual([fresh._id])
      }
      // The same footers as after a counter-proposal by that side.
      const footer = async (as: Parent) => footerText(await seen(fresh._id, as), as.caregiverId)
      expect([await footer(by()), await footer(to())]).toEqual(
        by() === amara ? ['You responded', 'Response sent'] : ['Sent by you', 'Sent to you'],
      )
      expect(await titles(to())).toEqual([`${by().name} asks for another time`])
    },
  )

  test('replaces the old playdate once accepted, in one notice, and each links to the other', {
    tags: ['PLAN-89'],
  }, async () => {
    const { _id: id } = await asked(priya)
    await t.database.pool.query('delete from notification')
    const reply = await accept(id, amara)
    expect(reply.status).toBe(200)
    for (const as of [priya, dev, amara]) {
      const [before, after] = [await seen(old, as), await seen(id, as)]
      expect([before.status, after.status]).toEqual(['cancelled', 'accepted'])
      expect(before.replacedBy).toEqual({ playdate: id, time: inHours(72).toISOString() })
      expect(after.replaces).toEqual({ playdate: old, time: inHours(48).toISOString() })
    }
    expect(await titles(priya)).toEqual([
      expect.stringMatching(/^Amara said yes: your playdate is moved to \d+:00 [AP]M, \d\d\/\d\d$/),
    ])
    expect(await titles(mei)).toEqual(['A playdate you help with was changed'])
    // After another move, the first one still points to its own replacement.
    const { _id: third } = await asked(amara, { replaces: id })
    expect((await accept(third, priya)).status).toBe(200)
    expect((await seen(old, amara)).replacedBy?.playdate).toBe(id)
    expect((await seen(id, amara)).replacedBy?.playdate).toBe(third)
  })

  test('that is rejected, withdrawn or not answered in time leaves the old playdate confirmed', {
    tags: ['PLAN-90'],
  }, async () => {
    const first = (await asked(amara))._id
    await t.database.pool.query('delete from notification')
    // The side that was asked can't take it back, even as the owner.
    expect((await cancel(first, priya)).status).toBe(403)
    expect((await reject(first, priya)).status).toBe(200)
    const stays = "Priya can't make the other time. Your playdate stays as it is"
    // The rest of Priya's own side reads the same, and both notices lead to what stays.
    for (const as of [amara, dev]) {
      const read = (await t.call(listNotifications, { query: {} }, { as })).body.data
      expect(read).toMatchObject([{ title: stays, url: `/view-playdate-information/${old}` }])
    }
    const second = (await asked(amara))._id
    await t.database.pool.query('delete from notification')
    expect((await cancel(second, amara)).status).toBe(200)
    expect(await titles(priya)).toEqual([
      'Amara no longer asks for another time. Your playdate stays as it is',
    ])
    const third = (await asked(amara))._id
    expect(await statuses(old, first, second, third)).toEqual([
      'accepted',
      'rejected',
      'cancelled',
      'pending',
    ])
    // Its clock doesn't stop when it is countered.
    const { version } = await seen(third, priya)
    const counter = await t.call(
      counterPlaydate,
      { params: { id: third }, body: { ...without(bodyOf()), version } },
      { as: priya },
    )
    expect([counter.status, counter.body.data.answerBy]).toEqual([200, inHours(48).toISOString()])
    await startOld()
    expect((await accept(third, amara)).body.error).toBe("This request isn't open any more.")
    expect((await reject(third, amara)).status).toBe(409)
    await due()
    expect(await statuses(old, third)).toEqual(['accepted', 'cancelled'])
    expect((await seen(third, amara)).endedAs).toBe('over')
    expect((await accept(third, amara)).body.error).toBe("This request isn't open any more.")
  })

  test('can’t be withdrawn with a version from before the yes', {
    tags: ['PLAN-89', 'PLAN-90'],
  }, async () => {
    const { _id: id, version } = await asked(priya)
    expect((await accept(id, amara)).status).toBe(200)
    const late = await cancel(id, priya, { version })
    expect([late.status, late.body.error]).toEqual([409, m.prompt_playdate_changed()])
    expect(await statuses(old, id)).toEqual(['cancelled', 'accepted'])
    const now = await seen(id, priya)
    expect((await cancel(id, priya, { version: now.version })).status).toBe(200)
    expect(await statuses(id)).toEqual(['cancelled'])
  })

  test('can’t be withdrawn with a version from before a counter-proposal', {
    tags: ['PLAN-90'],
  }, async () => {
    const { _id: id, version } = await asked(amara)
    const body = { ...without(bodyOf()), version }
    expect((await t.call(counterPlaydate, { params: { id }, body }, { as: priya })).status).toBe(200)
    const late = await cancel(id, amara, { version })
    expect([late.status, late.body.error]).toEqual([409, m.prompt_playdate_changed()])
    expect(await statuses(old, id)).toEqual(['accepted', 'pending'])
  })

  test('can be asked for only once at a time', { tags: ['PLAN-91'] }, async () => {
    const replies = await Promise.all([ask(priya), ask(amara)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe(
      "There's a request for another time already.",
    )
  })

  test('doesn’t count among the ten open requests that one family may have with another', async () => {
    await asked(amara)
    for (let n = 0; n < 9; n += 1) await addRequest(t.database, priya, amara)
    expect((await ask(priya, { replaces: undefined })).status).toBe(200)
    expect((await ask(priya, { replaces: undefined })).status).toBe(409)
  })

  test('is cancelled together with the old playdate, in one notice', { tags: ['PLAN-92'] }, async () => {
    const { _id: id } = await asked(priya)
    await t.database.pool.query('delete from notification')
    expect((await cancel(old, amara)).status).toBe(200)
    expect(await statuses(old, id)).toEqual(['cancelled', 'cancelled'])
    expect(await titles(priya)).toEqual(['Amara cancelled your playdate'])
    expect((await accept(id, amara)).status).toBe(409)
    expect((await ask(priya)).status).toBe(409)
  })

  test('keeps children and sides, and can’t have a wait, an order, a repeat or a capacity', {
    tags: ['PLAN-93'],
  }, async () => {
    const fixed = [
      { ownerChildren: priya.children.slice(0, 1) },
      { recipientChildren: priya.children },
      { type: 'group' },
    ]
    for (const body of fixed) {
      const reply = await ask(priya, body)
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, Object.keys(body)])
    }
    const bodies = [
      { wait: 'day' },
      { order: amara.children },
      { repeat: { everyWeeks: 1, until: '2027-01-01' } },
      { capacity: 4 },
    ]
    for (const body of bodies) expect((await ask(priya, body)).status, JSON.stringify(body)).toBe(400)
    const counter = ({ _id: id, version }: Playdate, as: Parent, change: object = {}) =>
      t.call(counterPlaydate, { params: { id }, body: { ...without(bodyOf()), version, ...change } }, { as })
    const others = m.prompt_playdate_others_fixed()
    const byAmara = await asked(amara)
    const ofOwner = await counter(byAmara, priya, { ownerChildren: priya.children.slice(0, 1) })
    expect([ofOwner.status, ofOwner.body.fields]).toEqual([400, { ownerChildren: others }])
    expect((await cancel(byAmara._id, amara)).status).toBe(200)
    const byPriya = await asked(priya)
    const ofRecipient = await counter(byPriya, amara, { recipientChildren: [newId()] })
    expect([ofRecipient.status, ofRecipient.body.fields]).toEqual([400, { recipientChildren: others }])
    expect((await counter(byPriya, amara)).status).toBe(200)
  })

  test('for one date of a series leaves the others as they are, and replaces that date once accepted', {
    tags: ['PLAN-79', 'PLAN-89'],
  }, async () => {
    const dates = [old, await confirmed(), await confirmed()]
    const series = newId()
    await t.database.pool.query('update playdate set series_id = $1, every_weeks = 1 where id = any($2)', [
      series,
      dates,
    ])
    const { _id: id } = await asked(amara)
    const read = async () =>
      (await t.call(getSeries, { params: { id: series } }, { as: amara })).body.data.dates
    expect((await read()).map(({ playdate }) => playdate).toSorted()).toEqual(dates.toSorted())
    expect((await accept(id, priya)).status).toBe(200)
    expect(await read()).toHaveLength(3)
    expect((await read()).map(({ playdate }) => playdate)).not.toContain(old)
    expect((await read()).map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted'])
    expect((await seen(id, amara)).series?.id).toBe(series)
    expect(await statuses(...dates)).toEqual(['cancelled', 'accepted', 'accepted'])
  })

  test('keeps a drop-off, and keeps a stay only if the side that promised it asks', async () => {
    const stays = async (stay: string, as: Parent) => {
      await t.database.pool.query('update playdate set stay = $2 where id = $1', [old, stay])
      const { _id: id, stay: found } = await asked(as)
      await cancel(id, as)
      return found
    }
    expect([await stays('drop', amara), await stays('stay', amara), await stays('stay', priya)]).toEqual([
      'drop',
      null,
      'stay',
    ])
  })

  test('is refused to strangers and helpers, and for a request, an event or a playdate that has begun', async () => {
    const stranger = await addParent(t.database)
    const unknown = await ask(priya, { replaces: stranger.caregiverId })
    for (const as of [stranger, mei]) {
      const reply = await ask(as)
      expect([reply.status, reply.text]).toEqual([404, unknown.text])
    }
    const { id } = await addRequest(t.database, priya, amara)
    const pending = await ask(priya, { replaces: id, ownerChildren: priya.children.slice(0, 1) })
    expect([pending.status, pending.body.error]).toEqual([409, m.prompt_playdate_changed()])
    await makePremium(t.database, priya)
    const event = await addEvent(t.database, priya, [amara])
    expect((await ask(priya, { replaces: event.id })).status).toBe(403)
    await startOld()
    expect((await ask(priya)).status).toBe(409)
  })

  test('is hidden from helpers until the yes, and isn’t linked on the card', async () => {
    const { _id: id } = await asked(priya)
    expect((await read(id, mei)).status).toBe(404)
    expect(await seen(old, mei)).not.toHaveProperty('replacedBy')
    const { _id: other } = await addAnother()
    expect((await accept(other, amara)).status).toBe(200)
    // Nor does a helper get a link to what they no longer see.
    expect(await seen(other, mei)).not.toHaveProperty('replaces')
    // Priya, who asked, no longer shares places with Dev.
    await t.database.pool.query('update guardianship set shares_places = false where caregiver_id = $1', [
      priya.caregiverId,
    ])
    for (const each of [await seen(old, dev), await seen(id, dev)]) {
      expect(each.lookedAfterBy?.name).toBe('Priya')
      expect(each).not.toHaveProperty('replacedBy')
      expect(each).not.toHaveProperty('replaces')
    }
    expect((await ask(dev)).status).toBe(404)
  })
})

/** Asks for another time of another confirmed playdate of the same families. */
const addAnother = async () => asked(priya, { replaces: await confirmed() })
const without = ({ replaces: _replaces, ...body }: ReturnType<typeof bodyOf>) => body
/** As if the old one had begun a minute ago. */
async function startOld(): Promise<void> {
  await t.database.pool.query(
    `update playdate set answer_by = now() - interval '1 minute' where replaces_id = $1`,
    [old],
  )
  await t.database.pool.query(
    `update playdate set accepted_time = now() - interval '1 minute' where id = $1`,
    [old],
  )
}

/** An administrator suspends Priya for a week, because of what Amara reported. */
async function suspendPriya(): Promise<void> {
  const admin = await addPerson(t.database, { isAdmin: true })
  const report = await addReport(t, amara, about(priya))
  const input = {
    params: { subject: priya.caregiverId },
    body: {
      reports: [report],
      kind: 'suspend' as const,
      days: 7 as const,
      words: 'What you wrote hurt somebody. Please be kind.',
    },
  }
  const reply = await t.call(decideReports, input, { as: admin })
  expect(reply.status, reply.text).toBe(200)
  await t.database.pool.query(`delete from notification where message like 'report.%'`)
}
const block = async (blocked: Parent, as: Parent) => {
  const params = { caregiver: blocked.caregiverId }
  expect((await t.call(blockCaregiver, { params }, { as })).status).toBe(200)
}
/** Returns the status of each playdate, and what the caregiver is notified of. */
const after = async (as: Parent) => {
  const { rows } = await t.database.pool.query('select status from playdate order by id')
  return [...rows.map(({ status }) => status), ...(await titles(as))]
}
const askedAnew = async (as: Parent) => {
  await asked(as)
  await t.database.pool.query('delete from notification')
}

describe('what ends the old playdate also ends the request for another time, in one notice', {
  tags: ['PLAN-92'],
}, () => {
  const off = (notice: string) => ['cancelled', 'cancelled', notice]

  test.each(['asked for by the blocked', 'asked for by the blocker'])(
    'a block, with another time %s',
    async (which) => {
      await askedAnew(which.endsWith('blocker') ? amara : priya)
      await block(priya, amara)
      expect(await after(priya)).toEqual(off('Another family cancelled your playdate'))
    },
  )

  test('a suspension', async () => {
    await askedAnew(priya)
    await suspendPriya()
    expect(await after(amara)).toEqual(off('Another family cancelled your playdate'))
  })

  test('a deleted child', async () => {
    await askedAnew(amara)
    const params = { id: amara.children[0] ?? '' }
    expect((await t.call(deleteChild, { params }, { as: amara })).status).toBe(200)
    expect(await after(priya)).toEqual(off('Amara’s children can’t come any more, so your playdate is off'))
  })

  test('an erased account', async () => {
    await askedAnew(priya)
    const admin = await addPerson(t.database, { isAdmin: true })
    const reply = await t.call(deleteUser, { params: { id: amara.userId } }, { as: admin })
    expect(reply.status).toBe(200)
    expect(await after(priya)).toEqual(
      off('The other family no longer has an account here, so your playdate is off'),
    )
  })

  test('not a guardian who leaves one of two children: both stay, and the other side is notified', async () => {
    await askedAnew(amara)
    await t.database.pool.query('delete from guardianship where child_id = $1 and caregiver_id = $2', [
      priya.children[1],
      dev.caregiverId,
    ])
    await t.database.pool.query(
      'update guardianship set until = now() where child_id = $1 and caregiver_id = $2',
      [priya.children[0], priya.caregiverId],
    )
    const queue = { enqueue: async () => undefined, close: async () => undefined }
    const ctx = { db: t.database.kysely, queue, clock: t.clock }
    await endPlace(ctx, { child: priya.children[0] ?? '', caregiver: priya.caregiverId })
    expect(await after(amara)).toEqual([
      'accepted',
      'pending',
      'Priya changed who is coming to your playdate',
    ])
  })

  test('an update of the old playdate alone, as by the previous release, but without a notice', async () => {
    await askedAnew(priya)
    await t.database.pool.query(`update playdate set status = 'cancelled' where id = $1`, [old])
    expect(await after(amara)).toEqual(['cancelled', 'cancelled'])
  })
})

describe('what ends only the request says that the old playdate stays', { tags: ['PLAN-90'] }, () => {
  test.each([
    ['asked', () => priya, 'Another family no longer asks for another time. Your playdate stays as it is'],
    ['was asked', () => amara, "Another family can't make the other time. Your playdate stays as it is"],
  ])('a suspension of the caregiver who %s, if it ends before the playdate', async (_who, by, notice) => {
    await t.database.pool.query(`update playdate set accepted_time = now() + interval '20 days'`)
    await askedAnew(by())
    await suspendPriya()
    expect(await after(amara)).toEqual(['accepted', 'cancelled', notice])
  })

  // Priya and Amara arranged the old one.
  test.each([
    ['the side that was asked', () => amara, () => dev, "Amara can't make the other time."],
    ['who asked', () => dev, () => amara, 'Dev no longer asks for another time.'],
  ])('a block by %s', async (_who, blocker, blocked, notice) => {
    await askedAnew(dev)
    await block(blocked(), blocker())
    expect(await after(priya)).toEqual(['accepted', 'cancelled', `${notice} Your playdate stays as it is`])
  })
})

describe("'We're sick'", () => {
  test('cancels the playdate and is the last message of its chat, but is in no notice or job', {
    tags: ['PLAN-94', 'PLAN-95'],
  }, async () => {
    const { _id: id } = await asked(amara)
    expect((await cancel(old, amara, { phrase: 'sick' })).status).toBe(200)
    expect(await statuses(old, id)).toEqual(['cancelled', 'cancelled'])
    const room = (await t.call(getRoom, { params: { id: old }, query: {} }, { as: priya })).body.data
    expect(room.readOnly).toBe(true)
    expect(room.messages[0]).toMatchObject({ message: { phrase: 'sick', text: "We're sick, sorry" } })
    expect(await titles(priya)).toEqual(['Amara cancelled your playdate', 'Amara asks for another time'])
    const { rows } = await t.database.pool.query(
      `select to_jsonb(notification)::text as text from notification
        union all select to_jsonb(playdate)::text from playdate
        union all select data::text from pgboss.job where data is not null`,
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { text } of rows) expect(text.toLowerCase()).not.toContain('sick')
  })

  test('is refused for a request and to a helper, and no other phrase is accepted', {
    tags: ['PLAN-94'],
  }, async () => {
    const { id } = await addRequest(t.database, priya, amara)
    const reply = await cancel(id, priya, { phrase: 'sick' })
    expect([reply.status, reply.body.error]).toEqual([409, m.prompt_playdate_changed()])
    expect((await cancel(old, priya, { phrase: 'late' })).status).toBe(400)
    expect((await cancel(old, mei, { phrase: 'sick' })).status).toBe(404)
    expect(await statuses(old, id)).toEqual(['accepted', 'pending'])
  })
})

async function due(): Promise<void> {
  const log = pino({ level: 'silent' })
  const queue = await startQueue(t.database.url, [], { log })
  try {
    await doDue({ db: t.database.kysely, queue, clock: { now: () => Date.now() }, log })
  } finally {
    await queue.close()
  }
}
