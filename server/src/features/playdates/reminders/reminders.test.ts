import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { acceptEvent, rejectEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { goesTo } from '#features/calendar/entries.ts'
import { listForCalendar } from '#features/playdates/playdates.db.ts'
import { inLanguage } from '#language.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
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
import { remind } from './reminders.service.ts'

const [minute, hour] = [60_000, 3_600_000]

let t: TestApp
let priya: Parent
let amara: Parent
let noa: Parent
let anika: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  noa = await addParent(t.database, {
    name: 'Noa',
    timeZone: 'Europe/Berlin',
    children: [{ firstName: 'Kai' }],
  })
  anika = priya.children[0] ?? ''
  await connect(t.database, priya, amara)
  await connect(t.database, priya, noa)
  await makePremium(t.database, noa)
})
afterEach(() => vi.useRealTimers())
afterAll(() => t.close())

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const run = () =>
  remind(
    {},
    {
      db: t.database.kysely,
      queue: { enqueue: async () => undefined, close: async () => undefined },
      clock: t.clock,
    },
  )
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
/** Returns the reminders that the job has sent. */
const reminders = async (as: Parent) => {
  const { rows } = await sql(
    `select message from notification where user_id = $1 and message like 'reminder.%' order by created_at, id`,
    as.userId,
  )
  return rows.map(({ message }) => message)
}
const accept = (id: string, as: Parent, time = inHours(48)) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: time.toISOString() } },
    { as },
  )
async function confirmed(from = priya, to = amara): Promise<string> {
  const { id } = await addRequest(t.database, from, to)
  expect((await accept(id, to)).status).toBe(200)
  return id
}
/** Makes the playdate as if everything had happened that many hours earlier. */
const hoursPass = async (id: string, hours: number) => {
  await sql(
    `update playdate_child set acted_at = acted_at - make_interval(hours => $2) where playdate_id = $1`,
    id,
    hours,
  )
  await sql(
    `update playdate set created_at = created_at - make_interval(hours => $2),
      updated_at = updated_at - make_interval(hours => $2) where id = $1`,
    id,
    hours,
  )
}
/** Returns the new start. */
async function startsIn(id: string, ms: number): Promise<number> {
  const at = t.clock.now() + ms
  await sql(`update playdate set accepted_time = $2 where id = $1`, id, new Date(at))
  return at
}
const said = (message: string, { at, as, zone }: { at: number; as: string; zone: string }) =>
  renderNotice(
    {
      message,
      params: { at: new Date(at).toISOString() },
      title: '',
      about: as,
      invitee: null,
      group: null,
    },
    zone,
    t.clock.now(),
  ).title
/** True if the caregiver goes by what their calendar shows. */
async function goes(id: string, { caregiverId }: Parent): Promise<boolean> {
  const from = new Date(0)
  const to = new Date(t.clock.now() + 400 * 24 * hour)
  const rows = await listForCalendar(t.database.kysely, caregiverId, { from, to, offSince: from, limit: 50 })
  return rows.filter(goesTo).some((row) => row.id === id)
}

describe('a reminder of a start', () => {
  test('is sent to both sides a day before, once, with the time on their own clock', {
    tags: ['TIME-63'],
  }, async () => {
    // In zones whose clocks never change, a day has 24 hours; other zones are tested below.
    const [phoenix, tokyo] = ['America/Phoenix', 'Asia/Tokyo'] as const
    await sql(`update caregiver set time_zone = $2 where id = $1`, priya.caregiverId, phoenix)
    await sql(`update caregiver set time_zone = $2 where id = $1`, noa.caregiverId, tokyo)
    const wall = wallTime(Date.now(), phoenix)
    const noon = instantOf({ ...wall, day: wall.day + 1, hour: 12, minute: 0 }, phoenix)
    vi.useFakeTimers({ now: noon, toFake: ['Date'] })
    const id = await confirmed(priya, noa)
    await hoursPass(id, 48)
    await startsIn(id, 24 * hour + minute)
    await run()
    expect([await reminders(priya), await reminders(noa)]).toEqual([[], []])
    const at = await startsIn(id, 24 * hour - minute)
    await run()
    await run()
    expect((await titles(priya))[0]).toBe(said('reminder.playdate', { at, as: 'Noa', zone: phoenix }))
    expect((await titles(noa))[0]).toBe(said('reminder.playdate', { at, as: 'Priya', zone: tokyo }))
    expect((await titles(priya))[0]).toBe('Tomorrow at 11:59 AM: your playdate with Noa')
    expect([await reminders(priya), await reminders(noa)]).toEqual([
      ['reminder.playdate'],
      ['reminder.playdate'],
    ])
  })

  test('is sent again two hours before, once', { tags: ['TIME-64'] }, async () => {
    const id = await confirmed()
    await hoursPass(id, 26)
    await startsIn(id, 2 * hour + minute)
    await run()
    const before = await reminders(priya)
    await startsIn(id, 2 * hour - minute)
    await run()
    await run()
    expect(await reminders(priya)).toHaveLength(before.length + 1)
    expect(await reminders(amara)).toHaveLength(before.length + 1)
  })

  test('that was missed is sent late, only one of the two, and none after the start', {
    tags: ['TIME-63', 'TIME-64'],
  }, async () => {
    const id = await confirmed()
    await hoursPass(id, 48)
    await startsIn(id, 5 * hour)
    await run()
    expect(await reminders(priya)).toHaveLength(1)
    const other = await confirmed()
    await hoursPass(other, 48)
    await startsIn(other, 10 * minute)
    await run()
    expect(await reminders(priya)).toHaveLength(2)
    const begun = await confirmed()
    await hoursPass(begun, 48)
    await startsIn(begun, -1)
    await run()
    expect(await reminders(priya)).toHaveLength(2)
  })

  test('is left out if it would have been due before the confirmation', { tags: ['TIME-67'] }, async () => {
    const id = await confirmed()
    await startsIn(id, 5 * hour)
    await run()
    expect(await reminders(priya)).toEqual([])
    t.clock.shift(3 * hour)
    await run()
    expect(await reminders(priya)).toEqual(['reminder.playdate'])
    expect(await reminders(amara)).toEqual(['reminder.playdate'])
  })

  test('is sent again for a moved event, and not for a cancelled one', { tags: ['TIME-65'] }, async () => {
    const { id } = await addEvent(t.database, noa, [priya])
    let version = 1
    const move = (time: Date) => {
      version += 1
      const body = {
        type: 'group',
        ownerChildren: noa.children,
        recipientChildren: priya.children,
        proposedLocations: { option1: 'The zoo' },
        proposedTimes: [time.toISOString()],
        version: version - 1,
      }
      return t.call(counterPlaydate, { params: { id }, body }, { as: noa })
    }
    await hoursPass(id, 72)
    await startsIn(id, 23 * hour)
    await run()
    expect(await reminders(noa)).toEqual(['reminder.ownEvent'])
    expect((await move(inHours(72))).status).toBe(200)
    await run()
    expect(await reminders(noa)).toHaveLength(1)
    expect((await move(inHours(22))).status).toBe(200)
    await run()
    await run()
    expect(await reminders(noa)).toHaveLength(2)
    expect((await move(inHours(21))).status).toBe(200)
    expect((await t.call(cancelPlaydate, { body: { id } }, { as: noa })).status).toBe(200)
    await run()
    expect(await reminders(noa)).toHaveLength(2)
  })

  test('is sent only to an event’s owner and to guests who said yes', { tags: ['TIME-66'] }, async () => {
    const kim = await addParent(t.database, { name: 'Kim' })
    const { id } = await addEvent(t.database, noa, [priya, amara, kim])
    const answer = { params: { playdateId: id }, body: {} }
    expect((await t.call(acceptEvent, answer, { as: priya })).status).toBe(200)
    expect((await t.call(rejectEvent, answer, { as: amara })).status).toBe(200)
    await hoursPass(id, 72)
    const at = await startsIn(id, 23 * hour)
    await run()
    expect((await titles(priya))[0]).toBe(said('reminder.event', { at, as: 'Noa', zone: 'America/New_York' }))
    expect((await titles(noa))[0]).toBe(said('reminder.ownEvent', { at, as: '', zone: 'Europe/Berlin' }))
    expect([await reminders(amara), await reminders(kim)]).toEqual([[], []])
  })

  test('is still sent to a guardian who said yes after another guardian’s no for a sibling', {
    tags: ['TIME-66'],
  }, async () => {
    const gil = await addParent(t.database, { name: 'Gil', children: [{}, {}] })
    const dev = await addParent(t.database, { name: 'Dev', children: [] })
    await addGuardian(t.database, gil.children[1], dev)
    const both = gil.children.map((child) => ({ ...gil, children: [child] }))
    const { id } = await addEvent(t.database, noa, both)
    const answer = { params: { playdateId: id }, body: {} }
    expect((await t.call(acceptEvent, answer, { as: gil })).status).toBe(200)
    await hoursPass(id, 72)
    expect((await t.call(rejectEvent, answer, { as: dev })).status).toBe(200)
    await startsIn(id, 23 * hour)
    await run()
    expect([await reminders(gil), await reminders(dev)]).toEqual([['reminder.event'], []])
  })

  test('is sent to other guardians and helpers too, but not to a guardian who sees only the card', {
    tags: ['HOME-79', 'TIME-63'],
  }, async () => {
    const [dev, gran, sam] = [
      await addParent(t.database, { name: 'Dev', children: [] }),
      await addParent(t.database, { name: 'Gran', children: [] }),
      await addParent(t.database, { name: 'Sam', children: [] }),
    ]
    await addGuardian(t.database, anika, dev, { since: '-9 days' })
    await addGuardian(t.database, amara.children[0], sam, { since: '-9 days' })
    await addHelper(t.database, anika, gran, { adder: priya })
    await sql(`update guardianship set since = since - interval '9 days' where role = 'helper'`)
    await sql(`update guardianship set shares_places = false where caregiver_id = $1`, amara.caregiverId)
    const id = await confirmed()
    await hoursPass(id, 48)
    await startsIn(id, 23 * hour)
    await run()
    const heard = new Map<Parent, boolean>([
      [priya, true],
      [amara, true],
      [dev, true],
      [gran, true],
      [sam, false],
      [noa, false],
    ])
    for (const [who, does] of heard) {
      expect([who.name, (await reminders(who)).length > 0]).toEqual([who.name, does])
      expect([who.name, await goes(id, who)]).toEqual([who.name, does])
    }
    expect((await titles(dev))[0]).toMatch(/your playdate with Amara$/)
    expect((await titles(gran))[0]).toMatch(/your playdate with Amara$/)
  })

  test('is sent without a name to a guardian who blocked the other family and has it in the calendar', async () => {
    const dev = await addParent(t.database, { name: 'Dev', children: [] })
    await addGuardian(t.database, anika, dev, { since: '-9 days' })
    const id = await confirmed()
    await sql(
      `insert into block (id, blocker_id, blocked_id) values (gen_random_uuid(), $1, $2)`,
      dev.caregiverId,
      amara.caregiverId,
    )
    await hoursPass(id, 48)
    await startsIn(id, 23 * hour)
    await run()
    expect(await goes(id, dev)).toBe(true)
    expect((await titles(dev))[0]).toMatch(/your playdate with Another family$/)
  })

  test('is not sent to a caregiver who muted the other one', async () => {
    const id = await confirmed()
    await sql(
      `insert into mute (id, caregiver_id, muted_id) values (gen_random_uuid(), $1, $2)`,
      priya.caregiverId,
      amara.caregiverId,
    )
    await hoursPass(id, 48)
    await startsIn(id, 23 * hour)
    await run()
    expect([await reminders(priya), await reminders(amara)]).toEqual([[], ['reminder.playdate']])
  })

  test('is sent to the others if one time zone is unknown to Postgres', async () => {
    const id = await confirmed()
    await hoursPass(id, 48)
    await startsIn(id, 23 * hour)
    await sql(`update caregiver set time_zone = 'Mars/Olympus' where id = $1`, amara.caregiverId)
    await run()
    expect(await reminders(priya)).toEqual(['reminder.playdate'])
    const { rows } = await sql(`select kind from reminder_sent where caregiver_id = $1`, amara.caregiverId)
    expect(rows).toEqual([{ kind: 'day' }])
  })

  test.each(['America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'Australia/Lord_Howe', 'Asia/Kolkata'])(
    'is due a day before at the same wall time in %s, all year',
    async (zone) => {
      const first = Date.UTC(2026, 0, 1)
      const halves = Array.from({ length: 365 * 48 }, (_, each) => new Date(first + each * 30 * minute))
      const { rows } = await sql(
        `select at, day_before(at, $2) as before from unnest($1::timestamptz[]) each (at)`,
        halves,
        zone,
      )
      const wrong = rows.filter(({ at, before }) => {
        const wall = wallTime(at.getTime(), zone)
        return before.getTime() !== instantOf({ ...wall, day: wall.day - 1 }, zone)
      })
      expect(wrong).toEqual([])
    },
  )
})

describe('a reminder to answer', () => {
  const turnBegan = async (id: string, hoursAgo: number) => {
    await sql(
      `update playdate_child set acted_at = now() - make_interval(hours => $2)
      where playdate_id = $1 and acted_at is not null`,
      id,
      hoursAgo,
    )
  }

  test('is sent once, after half of the wait, and not while the clock is stopped', {
    tags: ['TIME-68'],
  }, async () => {
    const { id } = await addRequest(t.database, priya, amara)
    const endsIn = (minutes: number | null) =>
      sql(
        `update playdate set wait = 'hours', answer_by = now() + make_interval(mins => $2) where id = $1`,
        id,
        minutes,
      )
    await turnBegan(id, 2)
    await endsIn(130)
    await run()
    await endsIn(null)
    await run()
    expect(await reminders(amara)).toEqual([])
    await endsIn(110)
    await run()
    await endsIn(10)
    await run()
    expect(await reminders(amara)).toEqual(['reminder.answer'])
    expect(await reminders(priya)).toEqual([])
  })

  test('is sent after one day and after two, and then no more', { tags: ['TIME-68'] }, async () => {
    const { id } = await addRequest(t.database, priya, amara)
    const times = [24, 96].map(inHours)
    await sql(`update playdate set proposed_times = $2 where id = $1`, id, times)
    await turnBegan(id, 23)
    await run()
    expect(await reminders(amara)).toEqual([])
    const { rows } = await sql(`select acted_at from playdate_child where acted_at is not null`)
    const since = (hours: number) => t.clock.shift(rows[0].acted_at.getTime() + hours * hour - t.clock.now())
    since(25)
    await run()
    await run()
    expect(await reminders(amara)).toEqual(['reminder.answer'])
    expect((await titles(amara))[0]).toBe('Priya is waiting for your answer')
    since(49)
    await run()
    await run()
    expect(await reminders(amara)).toHaveLength(2)
    since(80)
    await run()
    expect(await reminders(amara)).toHaveLength(2)
    expect(await reminders(priya)).toEqual([])
  })

  test('is sent late once, but not more than a day late', { tags: ['TIME-68'] }, async () => {
    const [late, tooLate] = [
      await addRequest(t.database, priya, amara),
      await addRequest(t.database, amara, priya),
    ]
    await turnBegan(late.id, 60)
    await turnBegan(tooLate.id, 80)
    await run()
    await run()
    expect([await reminders(amara), await reminders(priya)]).toEqual([['reminder.answer'], []])
  })

  test('is not sent once every time is less than two hours away', { tags: ['TIME-68'] }, async () => {
    const { id } = await addRequest(t.database, priya, amara)
    await turnBegan(id, 25)
    await sql(`update playdate set proposed_times = $2 where id = $1`, id, [
      new Date(t.clock.now() - hour),
      new Date(t.clock.now() + 2 * hour - minute),
    ])
    await run()
    expect(await reminders(amara)).toEqual([])
    await sql(`update playdate set proposed_times = $2 where id = $1`, id, [
      new Date(t.clock.now() - hour),
      new Date(t.clock.now() + 2 * hour + minute),
    ])
    await run()
    expect(await reminders(amara)).toEqual(['reminder.answer'])
  })

  test('is sent to the side whose turn it is, counted from the beginning of that turn', {
    tags: ['TIME-68'],
  }, async () => {
    const { id } = await addRequest(t.database, priya, amara)
    await turnBegan(id, 30)
    const body = {
      proposedLocations: { option1: 'Our yard' },
      type: 'single',
      ownerChildren: priya.children,
      recipientChildren: amara.children,
      proposedTimes: [inHours(72).toISOString()],
      version: 1,
    }
    const countered = await t.call(counterPlaydate, { params: { id }, body }, { as: amara })
    expect(countered.status, countered.text).toBe(200)
    await run()
    expect([await reminders(priya), await reminders(amara)]).toEqual([[], []])
    t.clock.shift(25 * hour)
    await run()
    expect([await reminders(priya), await reminders(amara)]).toEqual([['reminder.answer'], []])
    expect((await titles(priya))[0]).toBe('Amara is waiting for your answer')
  })

  test('is sent only to guardians who may answer, and not to helpers', { tags: ['TIME-68'] }, async () => {
    const [dev, gran] = [
      await addParent(t.database, { name: 'Dev', children: [] }),
      await addParent(t.database, { name: 'Gran', children: [] }),
    ]
    const zuri = amara.children[0]
    await addGuardian(t.database, zuri, dev, { since: '-9 days' })
    await addHelper(t.database, zuri, gran, { adder: amara })
    const { id } = await addRequest(t.database, priya, amara)
    await turnBegan(id, 25)
    await run()
    expect([await reminders(amara), await reminders(dev), await reminders(gran)]).toEqual([
      ['reminder.answer'],
      ['reminder.answer'],
      [],
    ])
    // The side has a second child that isn't Dev's, so he couldn't confirm.
    const { id: other } = await addRequest(t.database, priya, amara)
    const own = await addParent(t.database, { name: 'Own' })
    await sql(
      `insert into playdate_child (playdate_id, child_id, caregiver_id, side) values ($1, $2, $3, 'recipient')`,
      other,
      own.children[0],
      own.caregiverId,
    )
    await addGuardian(t.database, own.children[0], amara, { since: '-9 days' })
    await turnBegan(other, 25)
    await run()
    expect(
      [await reminders(amara), await reminders(dev), await reminders(own)].map((each) => each.length),
    ).toEqual([2, 1, 0])
  })

  test('is also sent to guests who haven’t answered an event', { tags: ['TIME-68'] }, async () => {
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    await addHelper(t.database, anika, gran, { adder: priya })
    const { id } = await addEvent(t.database, noa, [priya, amara], inHours(96))
    expect((await t.call(rejectEvent, { params: { playdateId: id }, body: {} }, { as: amara })).status).toBe(
      200,
    )
    await turnBegan(id, 25)
    await run()
    await run()
    expect([await reminders(priya), await reminders(amara), await reminders(noa)]).toEqual([
      ['reminder.answer'],
      [],
      [],
    ])
    expect(await reminders(gran)).toEqual([])
    expect((await titles(priya))[0]).toBe('Noa is waiting for your answer')
    await sql(`delete from reminder_sent`)
    await startsIn(id, 2 * hour - minute)
    await run()
    expect(await reminders(priya)).toHaveLength(1)
  })
})

test('an erased account leaves no records of its reminders', async () => {
  const id = await confirmed()
  await hoursPass(id, 48)
  await startsIn(id, 23 * hour)
  await run()
  const remindedIn = async () =>
    (await sql('select caregiver_id from reminder_sent where playdate_id = $1', id)).rows
  expect(await remindedIn()).toHaveLength(2)
  const admin = await addPerson(t.database, { isAdmin: true })
  const gone = await t.call(deleteUser, { params: { id: amara.userId } }, { as: admin })
  expect(gone.status, gone.text).toBe(200)
  expect(await remindedIn()).toEqual([{ caregiver_id: priya.caregiverId }])
})

test('a caregiver whose row is locked delays nobody else’s reminders', { tags: ['TIME-63'] }, async () => {
  for (let n = 0; n < 60; n += 1) await addEvent(t.database, priya, [noa], inHours(20))
  await sql(`update playdate set status = 'accepted', accepted_time = proposed_times[1]`)
  await sql(`update playdate_child set response = 'accepted' where side = 'recipient'`)
  await sql(`update playdate_child set acted_at = acted_at - interval '2 days'`)
  await sql(`update playdate set created_at = created_at - interval '2 days'`)
  const holder = await t.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from caregiver where id = $1 for update', [noa.caregiverId])
    await run()
    expect([(await reminders(priya)).length, (await reminders(noa)).length]).toEqual([60, 0])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await run()
  expect((await reminders(noa)).length).toBe(60)
})

test('a reminder says today or tomorrow while that is right, and later the date, in both languages', {
  tags: ['TIME-63', 'TIME-64', 'TIME-66'],
}, () => {
  const zone = 'America/New_York'
  const at = Date.parse('2026-11-28T20:00:00Z')
  const text = (message: string, now: string, language: 'en' | 'es' = 'en') => {
    const params = { at: new Date(at).toISOString() }
    const kept = { message, params, title: '', about: 'Amara', invitee: null, group: null }
    return inLanguage(language, () => renderNotice(kept, zone, Date.parse(now)).title)
  }
  const [before, same, later] = ['2026-11-28T04:59:00Z', '2026-11-28T05:00:00Z', '2026-11-29T05:00:00Z']
  expect(text('reminder.playdate', before)).toBe('Tomorrow at 3:00 PM: your playdate with Amara')
  expect(text('reminder.playdate', same)).toBe('At 3:00 PM today: your playdate with Amara')
  expect(text('reminder.playdate', later)).toBe('3:00 PM, 11/28: your playdate with Amara')
  expect(text('reminder.event', before)).toBe('Tomorrow at 3:00 PM: an event of Amara')
  expect(text('reminder.event', same)).toBe('At 3:00 PM today: an event of Amara')
  expect(text('reminder.ownEvent', before)).toBe('Tomorrow at 3:00 PM: your event')
  expect(text('reminder.playdate', before, 'es')).toBe('Mañana, 3:00 p.m.: tu cita para jugar con Amara')
  expect(text('reminder.playdate', same, 'es')).toBe('Hoy, 3:00 p.m.: tu cita para jugar con Amara')
  expect(text('reminder.event', later, 'es')).toBe('28 nov, 3:00 p.m.: un evento de Amara')
  expect(text('reminder.answer', later, 'es')).toBe('Amara espera tu respuesta')
})
