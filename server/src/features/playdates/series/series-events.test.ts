import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { createPlaydate, getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import {
  answerSeries,
  getSeries,
  type Series,
} from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { dateAfterWeeks, inHours } from '#test/full-hours.ts'
import { addParent, connect, makePremium, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let amara: Parent
let dan: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  amara = await addParent(t.database, { name: 'Amara' })
  dan = await addParent(t.database, { name: 'Dan', children: [{ firstName: 'Ada' }, { firstName: 'Bo' }] })
  for (const each of [amara, dan]) await connect(t.database, priya, each)
  await makePremium(t.database, priya)
})
afterAll(() => t.close())

const read = async (as: Parent, id: string) => (await t.call(getSeries, { params: { id } }, { as })).body.data

/** Makes an event with three dates and that capacity. */
async function made(capacity: number): Promise<Series> {
  const start = inHours(240)
  const body = {
    type: 'group',
    ownerChildren: priya.children,
    recipientChildren: [...amara.children, ...dan.children],
    proposedLocations: { option1: 'The zoo' },
    proposedTimes: [start.toISOString()],
    repeat: { everyWeeks: 1, until: dateAfterWeeks(start, 2) },
    capacity,
  }
  const reply = await t.call(createPlaydate, { body }, { as: priya })
  expect(reply.status, reply.text).toBe(200)
  return read(priya, reply.body.data.series?.id ?? '')
}

/** Gives one response to all of the dates, or one to each. */
const answer = (as: Parent, { _id: id, dates }: Series, ...responses: Response[]) =>
  t.call(
    answerSeries,
    {
      params: { id },
      body: {
        dates: dates.map(({ playdate, version }, at) => ({
          playdate,
          version,
          response: responses[at] ?? responses[0],
        })),
      },
    },
    { as },
  )
const say = (as: Parent, playdate: string | undefined, more: object = {}) =>
  t.call(respondToEvent, { body: { playdate, response: 'accepted', ...more } }, { as })
const seenBy = async (as: Parent, id: string | undefined) =>
  (await t.call(getPlaydate, { params: { id: id ?? '' } }, { as })).body.data
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)

test('each date of a series has the same number of spots, and a full one has a waiting list', {
  tags: ['PLAN-29', 'PLAN-41', 'PLAN-44'],
}, async () => {
  const series = await made(2)
  for (const { playdate } of series.dates) {
    expect(await seenBy(amara, playdate)).toMatchObject({ capacity: 2, spotsLeft: 1 })
  }
  const [first] = series.dates
  await say(dan, first?.playdate, { children: dan.children.slice(0, 1) })
  const { data } = (await answer(amara, series, 'accepted')).body
  expect(data.left).toEqual([])
  expect(data.dates.map(({ response }) => response)).toEqual(['waiting', 'accepted', 'accepted'])
  // The owner is notified once of who comes, and not of who waits.
  expect(await titles(priya)).toEqual(['Amara is coming to your event', 'Dan is coming to your event'])
  expect((await seenBy(priya, first?.playdate)).waiting).toHaveLength(1)
})

test('the owner is notified of a no if the yes sent with it failed or got a place in line', {
  tags: ['PLAN-34', 'PLAN-44'],
}, async () => {
  const series = await made(3)
  const [first, , third] = series.dates
  await say(amara, first?.playdate)
  const two = { ...series, dates: series.dates.slice(0, 2) }
  const { data } = (await answer(dan, two, 'accepted', 'rejected')).body
  expect(data.left).toEqual([first?.playdate])
  expect(await titles(priya)).toEqual(['Dan can’t come to your event', 'Amara is coming to your event'])

  await say(dan, third?.playdate)
  const before = await titles(priya)
  expect(before[0]).toBe('Dan is coming to your event')
  const others = { ...series, dates: series.dates.slice(1) }
  const after = (await answer(amara, others, 'rejected', 'accepted')).body.data
  expect(after.dates.map(({ response }) => response)).toEqual(['accepted', 'rejected', 'waiting'])
  expect(await titles(priya)).toEqual(['Amara can’t come to your event', ...before])
})

test('a date without room for the whole family stays open and is named in the reply', {
  tags: ['PLAN-34', 'PLAN-43'],
}, async () => {
  const series = await made(3)
  const [first, second] = series.dates
  await say(amara, second?.playdate)
  const { data } = (await answer(dan, series, 'accepted')).body
  expect(data.left).toEqual([second?.playdate])
  expect(data.dates.map(({ response, isOpen }) => [response, isOpen])).toEqual([
    ['accepted', false],
    [null, true],
    ['accepted', false],
  ])
  // Answered by itself, the date says how many fit.
  const alone = await say(dan, second?.playdate)
  expect([alone.status, alone.body.error]).toEqual([400, m.prompt_spots_room({ n: 1 })])
  expect((await seenBy(dan, first?.playdate)).spotsLeft).toBe(0)
})
