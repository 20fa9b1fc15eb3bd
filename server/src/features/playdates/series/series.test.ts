import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  answerSeries,
  getSeries,
  type Series,
  stopSeries,
} from '@tagalong/contract/features/playdates/series.contract.ts'
import { nextOfSeries } from '@tagalong/contract/features/playdates/series.rules.ts'
import { clockTime } from '@tagalong/contract/values/date-format.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goesTo } from '#features/calendar/entries.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { dateAfterWeeks, inHours } from '#test/full-hours.ts'
import {
  addFriends,
  addGuardian,
  addHelper,
  addParent,
  connect,
  fingerprint,
  makePremium,
  type Parent,
} from '#test/world.ts'
import { listForCalendar } from '../playdates.db.ts'
import { remind } from '../reminders/reminders.service.ts'

const zone = 'America/New_York'
const day = 86_400_000

let t: TestApp
let priya: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  ;({ priya, amara } = await addFriends(t.database))
})
afterAll(() => t.close())

/** Not at night, when the clocks may skip an hour. */
const start = inHours(wallTime(inHours(48).getTime(), zone).hour < 4 ? 52 : 48)
/** Returns the date that many weeks after the start. */
const lastDay = (weeks: number) => dateAfterWeeks(start, weeks)

interface Asking {
  weeks?: number
  everyWeeks?: 1 | 2
  type?: 'single' | 'group'
  to?: Parent
  until?: string
}

function ask({
  weeks = 4,
  everyWeeks = 1,
  type = 'single',
  to = amara,
  until = lastDay(weeks),
}: Asking = {}) {
  const body = {
    type,
    ownerChildren: priya.children,
    recipientChildren: to.children,
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: [start.toISOString()],
    repeat: { everyWeeks, until },
  }
  return t.call(createPlaydate, { body }, { as: priya })
}

/** Makes a series, of five dates by default. */
async function made(asking?: Asking): Promise<Series> {
  const reply = await ask(asking)
  expect(reply.status).toBe(200)
  return read(priya, reply.body.data.series?.id ?? '')
}

const read = async (as: Parent, id: string) => (await t.call(getSeries, { params: { id } }, { as })).body.data
const answer = (as: Parent, { _id: id, dates }: Series, responses: readonly (Response | undefined)[]) =>
  t.call(
    answerSeries,
    {
      params: { id },
      body: {
        dates: dates.flatMap(({ playdate, version }, index) => {
          const response = responses[index]
          return response ? [{ playdate, version, response }] : []
        }),
      },
    },
    { as },
  )
const stop = (as: Parent, { _id: id, dates }: Series, from: number) =>
  t.call(stopSeries, { params: { id }, body: { from: dates[from]?.playdate ?? '' } }, { as })
/** Amara proposes another place and time for a new request. */
const suggest = (id: string | undefined, time: string) =>
  t.call(
    counterPlaydate,
    {
      params: { id: id ?? '' },
      body: {
        type: 'single',
        ownerChildren: priya.children,
        recipientChildren: amara.children,
        proposedLocations: { option1: 'The zoo' },
        proposedTimes: [time],
        version: 1,
      },
    },
    { as: amara },
  )
const cancel = (as: Parent, id: string | undefined) =>
  t.call(cancelPlaydate, { body: { id: id ?? '' } }, { as })
const statuses = ({ dates }: Series) => dates.map(({ status }) => status)
const notices = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title, url }) => ({ title, url }))
const count = async (text: string) => (await t.database.pool.query(text)).rows[0]?.count
const all = (response: Response) => Array<Response>(13).fill(response)

describe('a new series', () => {
  test('has all its dates at once, each a playdate with its own id and chat', {
    tags: ['PLAN-29', 'PLAN-78'],
  }, async () => {
    const series = await made({ weeks: 12 })
    expect(series).toMatchObject({ everyWeeks: 1, type: 'single', side: 'owner' })
    expect(statuses(series)).toEqual(Array(13).fill('pending'))
    const first = series.dates[0]?.start ?? ''
    expect(series.dates.map((each) => clockTime(each.start, zone))).toEqual(
      Array(13).fill(clockTime(first, zone)),
    )
    expect(series.until).toBe(series.dates[12]?.start)
    expect(new Set(series.dates.map(({ playdate }) => playdate)).size).toBe(13)
    expect(await count('select count(distinct playdate_id)::int as count from chat_room')).toBe(13)
    const fortnightly = await made({ weeks: 12, everyWeeks: 2 })
    expect(fortnightly.dates).toHaveLength(7)
  })

  test('may consist of events, with one invite notice', { tags: ['PLAN-29'] }, async () => {
    await makePremium(t.database, priya)
    const series = await made({ weeks: 11, type: 'group' })
    expect(statuses(series)).toEqual(Array(12).fill('accepted'))
    expect(await notices(amara)).toEqual([
      {
        title: 'Priya invited you to an event every week',
        url: `/view-playdate-request/${series.dates[0]?.playdate}`,
      },
    ])
  })

  test('with a wrong end, or more than one place or time, is refused as a whole', {
    tags: ['PLAN-30'],
  }, async () => {
    const before = await fingerprint(t.database)
    const refused = async (asking: Asking) => {
      const { status, body } = await ask(asking)
      return [status, body.fields]
    }
    const later = [400, { 'repeat.until': 'Please choose a later end' }]
    expect(await refused({ weeks: 0 })).toEqual(later)
    expect(await refused({ until: '' })).toEqual(later)
    expect(await refused({ weeks: 13 })).toEqual([400, { 'repeat.until': 'At most 13 dates at a time' }])
    const body = {
      type: 'single',
      ownerChildren: priya.children,
      recipientChildren: amara.children,
      proposedLocations: { option1: 'Park' },
      proposedTimes: [start.toISOString()],
      repeat: { everyWeeks: 1, until: lastDay(4) },
    }
    const fieldsOf = async (part: object) =>
      (await t.call(createPlaydate, { body: { ...body, ...part } }, { as: priya })).body.fields
    expect(await fieldsOf({ proposedTimes: [start, inHours(72)].map((each) => each.toISOString()) })).toEqual(
      {
        proposedTimes: 'A repeating playdate has one time',
      },
    )
    expect(await fieldsOf({ proposedLocations: { option1: 'Park', option2: 'Zoo' } })).toEqual({
      'proposedLocations.option1': 'A repeating playdate has one place',
    })
    // Times after this century aren't accepted.
    const late = {
      proposedTimes: ['2099-12-28T17:00:00.000Z'],
      repeat: { everyWeeks: 1, until: '2100-01-15' },
    }
    expect(await fieldsOf(late)).toEqual({ 'repeat.until': 'Please give a date and time' })
    expect(await fieldsOf({ repeat: { everyWeeks: 1 } })).toEqual({
      'repeat.until': 'Please choose a later end',
    })
    expect(
      (
        await t.call(
          createPlaydate,
          { body: { ...body, repeat: { everyWeeks: 3, until: lastDay(4) } } },
          { as: priya },
        )
      ).status,
    ).toBe(400)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('sends one notice to the family that is asked', { tags: ['PLAN-33'] }, async () => {
    const series = await made()
    expect(await notices(amara)).toEqual([
      {
        title: 'Priya asks for a playdate every week',
        url: `/view-playdate-request/${series.dates[0]?.playdate}`,
      },
    ])
    await made({ everyWeeks: 2 })
    expect((await notices(amara))[0]?.title).toBe('Priya asks for a playdate every two weeks')
  })

  test('counts once among the ten open requests, and among the thirty an hour', {
    tags: ['PLAN-82'],
  }, async () => {
    for (let made = 0; made < 10; made += 1) expect((await ask({ weeks: 1 })).status).toBe(200)
    const { status, body } = await ask({ weeks: 1 })
    expect([status, body.error]).toEqual([
      409,
      'This family has ten requests from you already. Please wait for an answer.',
    ])
    expect(await count(`select points::int as count from rate_limit where key like 'requests:%'`)).toBe(11)
  })

  test('counts once among the thirty events ahead', { tags: ['PLAN-82'] }, async () => {
    await makePremium(t.database, priya)
    for (let made = 0; made < 29; made += 1) {
      expect((await ask({ weeks: 1, type: 'group' })).status).toBe(200)
      await t.database.pool.query('delete from rate_limit')
    }
    expect((await ask({ weeks: 12, type: 'group' })).status).toBe(200)
    expect((await ask({ weeks: 1, type: 'group' })).status).toBe(409)
  })
})

describe('an answer to a series', () => {
  test('is a yes or no for each open date, and names those that changed meanwhile', {
    tags: ['PLAN-34'],
  }, async () => {
    const series = await made()
    const seen = await read(amara, series._id)
    expect(seen.dates.map(({ isOpen }) => isOpen)).toEqual(Array(5).fill(true))
    expect((await cancel(priya, series.dates[3]?.playdate)).status).toBe(200)
    const { status, body } = await answer(amara, seen, [
      'accepted',
      'rejected',
      'accepted',
      'accepted',
      'accepted',
    ])
    expect(status).toBe(200)
    expect(statuses(body.data)).toEqual(['accepted', 'rejected', 'accepted', 'cancelled', 'accepted'])
    expect(body.data.left).toEqual([series.dates[3]?.playdate])
    expect(body.data.dates.map(({ isLeftOut }) => isLeftOut)).toEqual([false, true, false, false, false])
    // One notice for all dates.
    expect(await notices(priya)).toEqual([
      { title: 'Amara confirmed your playdate', url: `/series/${series._id}` },
    ])
    const { data } = (
      await t.call(getPlaydate, { params: { id: series.dates[0]?.playdate ?? '' } }, { as: priya })
    ).body
    expect(data).toMatchObject({ acceptedLocation: 'Riverside Park', acceptedTime: series.dates[0]?.start })
  })

  test('notifies the owner of a no if the yes sent with it came too late', {
    tags: ['PLAN-34'],
  }, async () => {
    const series = await made({ weeks: 1 })
    expect((await cancel(priya, series.dates[0]?.playdate)).status).toBe(200)
    const { body } = await answer(amara, series, ['accepted', 'rejected'])
    expect(statuses(body.data)).toEqual(['cancelled', 'rejected'])
    expect(await notices(priya)).toEqual([
      {
        title: 'Amara can’t make it to your playdate',
        url: `/view-playdate-information/${series.dates[1]?.playdate}`,
      },
    ])
  })

  test('for one date leaves the others open', { tags: ['PLAN-35'] }, async () => {
    const series = await made()
    const { body } = await answer(amara, series, ['accepted'])
    expect(statuses(body.data)).toEqual(['accepted', 'pending', 'pending', 'pending', 'pending'])
    expect(body.data.left).toEqual([])
    expect((await notices(priya))[0]?.url).toBe(`/view-playdate-information/${series.dates[0]?.playdate}`)
  })

  test('that says no to all rejects every date, and a second answer changes nothing', async () => {
    const series = await made()
    const { body } = await answer(amara, series, all('rejected'))
    expect(statuses(body.data)).toEqual(Array(5).fill('rejected'))
    expect((await notices(priya)).map(({ title }) => title)).toEqual(['Amara can’t make it to your playdate'])
    // Answering again changes nothing.
    const again = await answer(amara, series, all('accepted'))
    expect(again.body.data.left).toHaveLength(5)
    expect(await notices(priya)).toHaveLength(1)
  })

  test('is accepted only from the asked side, and only for current dates of that series', async () => {
    const series = await made()
    const other = await made()
    const before = await fingerprint(t.database)
    expect((await answer(priya, series, all('accepted'))).status).toBe(403)
    const foreign = await answer(amara, { ...other, _id: series._id }, all('accepted'))
    expect(foreign.body.data.left).toHaveLength(5)
    const older = { ...series, dates: series.dates.map((each) => ({ ...each, version: each.version + 1 })) }
    expect((await answer(amara, older, all('accepted'))).body.data.left).toHaveLength(5)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('doesn’t include a date for which another time was proposed', async () => {
    const series = await made()
    const [first] = series.dates
    const countered = await suggest(first?.playdate, inHours(50).toISOString())
    expect(countered.status).toBe(200)
    const { data } = (await answer(amara, await read(amara, series._id), all('accepted'))).body
    expect(statuses(data)).toEqual(['pending', ...Array(4).fill('accepted')])
  })

  test('that consists of events counts for that family only, with one notice to the owner', async () => {
    await makePremium(t.database, priya)
    const cleo = await addParent(t.database, { name: 'Cleo' })
    await connect(t.database, priya, cleo)
    const body = {
      type: 'group',
      ownerChildren: priya.children,
      recipientChildren: [...amara.children, ...cleo.children],
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [start.toISOString()],
      repeat: { everyWeeks: 1, until: lastDay(3) },
    }
    const created = await t.call(createPlaydate, { body }, { as: priya })
    const id = created.body.data.series?.id ?? ''
    const { body: reply } = await answer(amara, await read(amara, id), ['rejected', 'accepted', 'accepted'])
    expect(reply.data.dates.map(({ response }) => response)).toEqual([
      'rejected',
      'accepted',
      'accepted',
      null,
    ])
    expect((await read(cleo, id)).dates.map(({ response }) => response)).toEqual(Array(4).fill(null))
    expect((await notices(priya)).map(({ title }) => title)).toEqual(['Amara is coming to your event'])
    expect((await answer(priya, await read(priya, id), all('accepted'))).status).toBe(403)
  })
})

describe('each date of a series', () => {
  test('can be cancelled on its own', { tags: ['PLAN-79'] }, async () => {
    const series = await made()
    await answer(amara, series, all('accepted'))
    expect((await cancel(amara, series.dates[2]?.playdate)).status).toBe(200)
    expect(statuses(await read(priya, series._id))).toEqual([
      'accepted',
      'accepted',
      'cancelled',
      'accepted',
      'accepted',
    ])
  })

  test('is listed with how many dates follow it', { tags: ['PLAN-39'] }, async () => {
    const series = await made({ weeks: 9 })
    await answer(amara, series, all('accepted'))
    // Two of the ten are past.
    for (const { playdate } of series.dates.slice(0, 2)) {
      await t.database.pool.query(
        `update playdate set accepted_time = now() - interval '2 days' where id = $1`,
        [playdate],
      )
    }
    const { data } = (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: priya })).body
    const lefts = data.items.map((each) => each.series?.left)
    expect(lefts.slice(0, 8)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
    expect(data.items.every((each) => each.series?.id === series._id)).toBe(true)
    await cancel(priya, series.dates[9]?.playdate)
    const { data: fewer } = (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: amara }))
      .body
    expect(fewer.items[0]?.series?.left).toBe(6)
  })

  test('counts among the following dates, whichever side proposed last', { tags: ['PLAN-39'] }, async () => {
    const series = await made({ weeks: 2 })
    const [first, second] = series.dates
    const time = new Date(Date.parse(second?.start ?? '') + 3_600_000).toISOString()
    const id = second?.playdate ?? ''
    await suggest(id, time)
    const asked = (await t.call(getPlaydate, { params: { id: first?.playdate ?? '' } }, { as: amara })).body
    expect(asked.data.series?.left).toBe(1)
    await t.call(
      acceptPlaydate,
      { body: { id, acceptedLocation: 'The zoo', acceptedTime: time } },
      { as: priya },
    )
    await answer(amara, series, ['accepted', undefined, 'accepted'])
    const { data } = (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: priya })).body
    expect(data.items.map((each) => each.series?.left)).toEqual([2, 1, 0])
    expect(nextOfSeries(data.items, Date.now()).map(({ _id }) => _id)).toEqual([first?.playdate])
  })

  test('of a request is listed after the first ones, so that the first page shows every series', {
    tags: ['PLAN-33', 'PLAN-39'],
  }, async () => {
    const made = []
    for (const _ of Array(4)) made.push((await ask({ weeks: 12 })).body.data._id)
    const page = async (cursor?: string) =>
      (
        await t.call(
          listPlaydates,
          { query: { status: 'pending', ...(cursor && { cursor }) } },
          { as: amara },
        )
      ).body.data
    const { items, nextCursor } = await page()
    expect(items).toHaveLength(50)
    expect(nextOfSeries(items, Date.now()).map(({ _id }) => _id)).toEqual(made.toReversed())
    const more = await page(nextCursor ?? '')
    expect(more.items).toHaveLength(2)
    expect(new Set([...items, ...more.items].map(({ _id }) => _id)).size).toBe(52)
  })

  test('is in the calendar once confirmed', async () => {
    const series = await made()
    await answer(amara, series, all('accepted'))
    const now = Date.now()
    const rows = await listForCalendar(t.database.kysely, amara.caregiverId, {
      from: new Date(now),
      to: new Date(now + 60 * day),
      offSince: new Date(now),
      limit: 500,
    })
    expect(rows.filter(goesTo).map(({ id }) => id)).toEqual(series.dates.map(({ playdate }) => playdate))
  })
})

describe('stopping a series', () => {
  test('by the asked side cancels that date and all later ones, with one notice', {
    tags: ['PLAN-80'],
  }, async () => {
    const series = await made()
    await answer(amara, series, all('accepted'))
    const { body } = await stop(amara, series, 2)
    expect(statuses(body.data)).toEqual(['accepted', 'accepted', 'cancelled', 'cancelled', 'cancelled'])
    expect((await notices(priya))[0]).toEqual({
      title: 'Amara cancelled your playdate',
      url: `/series/${series._id}`,
    })
    expect(await notices(priya)).toHaveLength(2)
    expect((await stop(amara, series, 2)).status).toBe(409)
  })

  test('cancels open dates if the owner stops it, and rejects them if the asked side does', {
    tags: ['PLAN-80'],
  }, async () => {
    const [one, other] = [await made(), await made()]
    await answer(amara, one, ['accepted', 'accepted'])
    expect(statuses((await stop(amara, one, 1)).body.data)).toEqual([
      'accepted',
      'cancelled',
      'rejected',
      'rejected',
      'rejected',
    ])
    expect(statuses((await stop(priya, other, 0)).body.data)).toEqual(Array(5).fill('cancelled'))
  })

  test('withdraws another time that the same caregiver suggested for one date', {
    tags: ['PLAN-80'],
  }, async () => {
    const series = await made()
    await suggest(series.dates[1]?.playdate, inHours(50).toISOString())
    const seen = await read(amara, series._id)
    expect(seen.dates.map(({ mayStop }) => mayStop)).toEqual(Array(5).fill(true))
    const { body } = await stop(amara, seen, 0)
    expect(statuses(body.data).toSorted()).toEqual(['cancelled', ...Array(4).fill('rejected')])
    expect((await notices(priya))[0]).toEqual({
      title: expect.stringContaining('Amara can’t make it'),
      url: `/series/${series._id}`,
    })
  })

  test('doesn’t cancel dates that were accepted after the owner last saw them', {
    tags: ['PLAN-80'],
  }, async () => {
    const series = await made()
    const [first] = series.dates
    const from = {
      from: first?.playdate ?? '',
      dates: series.dates.map(({ playdate, version }) => ({ playdate, version })),
    }
    await answer(amara, series, all('accepted'))
    const before = await fingerprint(t.database)
    const { status } = await t.call(stopSeries, { params: { id: series._id }, body: from }, { as: priya })
    expect(status).toBe(409)
    expect(await fingerprint(t.database)).toBe(before)

    const other = await made()
    await answer(amara, other, [undefined, undefined, 'accepted', undefined, undefined])
    const seen = {
      from: other.dates[0]?.playdate ?? '',
      dates: other.dates.map(({ playdate, version }) => ({ playdate, version })),
    }
    const { body } = await t.call(stopSeries, { params: { id: other._id }, body: seen }, { as: priya })
    expect(statuses(body.data)).toEqual(['cancelled', 'cancelled', 'accepted', 'cancelled', 'cancelled'])
  })

  test('is only for the owner if the dates are events', { tags: ['PLAN-80'] }, async () => {
    await makePremium(t.database, priya)
    const series = await made({ type: 'group' })
    const before = await fingerprint(t.database)
    expect((await stop(amara, series, 2)).status).toBe(403)
    expect(await fingerprint(t.database)).toBe(before)
    expect(statuses((await stop(priya, series, 2)).body.data)).toEqual([
      'accepted',
      'accepted',
      ...Array(3).fill('cancelled'),
    ])
    const other = await made()
    expect((await stop(priya, { ...other, _id: series._id }, 0)).status).toBe(404)
  })
})

describe('a series', () => {
  test('is visible to caregivers who see one of its dates whole, and to nobody else', async () => {
    const dev = await addParent(t.database, { name: 'Dev' })
    const hidden = await addParent(t.database, { name: 'Hana' })
    const sam = await addParent(t.database, { name: 'Sam' })
    await addGuardian(t.database, amara.children[0], dev)
    await addHelper(t.database, amara.children[0], sam, { adder: amara })
    const series = await made()
    const statusFor = async (as: Parent) =>
      (await t.call(getSeries, { params: { id: series._id } }, { as })).status
    expect(await statusFor(dev)).toBe(200)
    expect(await statusFor(hidden)).toBe(404)
    // A helper sees what is confirmed, but may not act on it.
    expect(await statusFor(sam)).toBe(404)
    await answer(amara, series, ['accepted', 'accepted', 'accepted'])
    expect((await read(sam, series._id)).dates).toHaveLength(3)
    expect((await answer(sam, series, all('accepted'))).status).toBe(404)
    expect((await stop(sam, series, 0)).status).toBe(404)
    // Amara, who acted, no longer shares places, so the others read the card.
    await t.database.pool.query('update guardianship set shares_places = false where caregiver_id = $1', [
      amara.caregiverId,
    ])
    expect(await statusFor(dev)).toBe(404)
    const { data } = (
      await t.call(getPlaydate, { params: { id: series.dates[0]?.playdate ?? '' } }, { as: dev })
    ).body
    expect(data.lookedAfterBy?.name).toBe('Amara')
    expect(data.series).toBeUndefined()
  })

  test('that doesn’t exist gives 404', async () => {
    expect((await t.call(getSeries, { params: { id: newId() } }, { as: priya })).status).toBe(404)
  })
})

test('a family that hasn’t answered a series is reminded of it once', async () => {
  const series = await made()
  await t.database.pool.query(`update playdate set updated_at = updated_at - interval '25 hours'`)
  await t.database.pool.query(`update playdate_child set acted_at = acted_at - interval '25 hours'`)
  const run = () =>
    remind(
      {},
      {
        db: t.database.kysely,
        queue: { enqueue: async () => undefined, close: async () => undefined },
        clock: t.clock,
      },
    )
  const reminders = () =>
    count(`select count(*)::int as count from notification where message like 'reminder.%'`)
  await run()
  expect(await reminders()).toBe(1)
  // The first date is answered. Its reminder was for the others, too.
  await answer(amara, series, ['accepted'])
  await t.database.pool.query(`update playdate set updated_at = updated_at - interval '25 hours'`)
  await run()
  expect(await reminders()).toBe(1)
  await t.call(
    acceptPlaydate,
    {
      body: {
        id: series.dates[1]?.playdate ?? '',
        acceptedLocation: 'Riverside Park',
        acceptedTime: series.dates[1]?.start ?? '',
      },
    },
    { as: amara },
  )
  await run()
  expect(await reminders()).toBe(1)
})
