import { createDaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import { findAvailabilitySlots, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { suggestTimes } from '@tagalong/contract/features/playdates/suggestions.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Availability } from '@tagalong/contract/values/availability.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addGroup, addGuardian, addMember, addParent, addRequest, connect, type Parent } from '#test/world.ts'

const zone = 'America/New_York'
const daysOfWeek = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const free = (some: readonly (typeof daysOfWeek)[number][], start: number, end: number): Availability =>
  some.map((day) => ({ day, blocks: [{ start, end }] }))
const always = free(daysOfWeek, 5, 22)
const afterSchool = [...free(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], 15, 18), ...free(['Sat'], 13, 18)]

let t: TestApp
let priya: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, {
    name: 'Priya',
    children: [{ firstName: 'Anika', availability: always }],
  })
  amara = await addParent(t.database, {
    name: 'Amara',
    children: [{ firstName: 'Zuri', availability: afterSchool }, { firstName: 'Noor' }],
  })
  await connect(t.database, priya, amara)
})
afterAll(() => t.close())

const ask = (body: object = {}, as = priya) =>
  t.call(
    suggestTimes,
    { body: { ownChildren: [as.children[0]], otherChildren: [amara.children[0]], ...body } as never },
    { as },
  )
const suggestions = async (body: object = {}, as = priya) => (await ask(body, as)).body.data.suggestions
const wallOf = (start: string) => wallTime(Date.parse(start), zone)
/** Returns that time on the clock in New York, so many days from today. */
const at = (days: number, hour: number, minute = 0) => {
  const now = wallTime(Date.now(), zone)
  return new Date(instantOf({ ...now, day: now.day + days, hour, minute }, zone))
}
/** Returns in how many days that weekday comes next, from 1 to 7; 7 if it is today. */
const daysTo = (weekday: number) => ((weekday - wallTime(Date.now(), zone).weekday + 6) % 7) + 1

async function confirm(from: Parent, to: Parent, time: Date): Promise<string> {
  const { id } = await addRequest(t.database, from, to)
  await t.database.pool.query(
    `update playdate set status = 'accepted', accepted_time = $2, accepted_location = 'The park' where id = $1`,
    [id, time],
  )
  return id
}

test('three after-school times are suggested, one a day, which slots also show as fitting everybody', {
  tags: ['PLAN-01', 'PLAN-02', 'PLAN-03', 'PLAN-04', 'PLAN-07'],
}, async () => {
  const reply = await ask()
  expect(reply.status).toBe(200)
  const found = reply.body.data.suggestions
  expect(found).toHaveLength(3)
  for (const each of found) {
    expect(Object.keys(each)).toEqual(['start', 'reason', 'isSure'])
    expect(each).toMatchObject({ reason: 'after-school', isSure: true })
    expect([15, 16]).toContain(wallOf(each.start).hour)
  }
  expect(new Set(found.map(({ start }) => wallOf(start).day)).size).toBe(3)
  expect(found.map(({ start }) => start)).toEqual(found.map(({ start }) => start).toSorted())
  for (const word of [
    ...priya.children,
    ...amara.children,
    'Anika',
    'Zuri',
    'Amara',
    'fit',
    'block',
    'all',
  ]) {
    expect(reply.text).not.toContain(`"${word}`)
  }
  const slots = await t.call(
    findAvailabilitySlots,
    {
      body: {
        children: [priya.children[0] ?? '', amara.children[0] ?? ''],
        from: at(1, 5).toISOString(),
        to: at(14, 22).toISOString(),
      },
    },
    { as: priya },
  )
  const fits = new Map(slots.body.data.map(({ start, fit }) => [Date.parse(start), fit]))
  for (const { start } of found) {
    expect([0, 1].map((hour) => fits.get(Date.parse(start) + hour * 3_600_000))).toEqual(['all', 'all'])
  }
})

test('suggestions are between 8 am and 8 pm, from tomorrow until 14 days from now', {
  tags: ['PLAN-02'],
}, async () => {
  await saveHours(amara, always)
  for (const durationMinutes of [120, 240]) {
    for (const { start } of await suggestions({ durationMinutes })) {
      expect(wallOf(start).hour).toBeGreaterThanOrEqual(8)
      expect(wallOf(start).hour * 60 + durationMinutes).toBeLessThanOrEqual(20 * 60)
      expect(Date.parse(start)).toBeGreaterThanOrEqual(at(1, 8).getTime())
      expect(Date.parse(start)).toBeLessThanOrEqual(at(14, 18).getTime())
    }
  }
})

const saveHours = async (as: Parent, availability: Availability | null, helpsFriends = true) => {
  const fields = { firstName: 'Zuri', lastNameInitial: 'E', availability, helpsFriends }
  const reply = await t.call(saveChild, { params: { id: as.children[0] ?? '' }, body: fields }, { as })
  expect(reply.status).toBe(200)
}

test('a friend’s days away are left out, and not revealed to a fellow group member', {
  tags: ['PLAN-03'],
}, async () => {
  const day = (days: number) => at(days, 12).toISOString().slice(0, 10)
  const away = { from: day(0), to: day(30), children: [amara.children[0] ?? ''] }
  expect((await t.call(createDaysAway, { body: away }, { as: amara })).status).toBe(201)
  expect(await suggestions()).toEqual([])
  const mei = await addParent(t.database, { children: [{ availability: always }] })
  const group = await addGroup(t.database)
  for (const each of [mei, amara]) await addMember(t.database, group, each)
  expect(await suggestions({}, mei)).toHaveLength(3)
})

test('a time at which these children played before comes first, but not after half a year', {
  tags: ['PLAN-04'],
}, async () => {
  const saturday = daysTo(6)
  // Not 7 days before it, which may be this afternoon.
  await confirm(priya, amara, at(saturday - 14, 14))
  await confirm(amara, priya, at(saturday - 21, 14))
  const [first, ...rest] = await suggestions()
  expect(first).toMatchObject({ reason: 'usual', isSure: true })
  expect(wallOf(first?.start ?? '').weekday).toBe(6)
  expect(Date.parse(first?.start ?? '')).toBeLessThan(at(saturday, 16).getTime())
  expect(rest.map(({ reason }) => reason)).toEqual(['usual', 'after-school'])
  // Half a year later it is forgotten.
  await t.database.pool.query(`update playdate set accepted_time = accepted_time - interval '26 weeks'`)
  expect((await suggestions()).map(({ reason }) => reason)).not.toContain('usual')
})

test('playdates with others or without the caller make no time usual', async () => {
  const before = at(daysTo(6) - 14, 14)
  const noa = await addParent(t.database)
  await confirm(noa, amara, before)
  await confirm(priya, noa, before)
  expect((await suggestions()).map(({ reason }) => reason)).not.toContain('usual')
})

test('a playdate in which the caller sees no names makes no time usual', async () => {
  const [dev, omar] = [await addParent(t.database), await addParent(t.database)]
  await addGuardian(t.database, priya.children[0], dev)
  await addGuardian(t.database, amara.children[0], omar)
  const id = await confirm(priya, amara, at(daysTo(6) - 14, 14))
  const actedBy = (side: string, by: Parent) =>
    t.database.pool.query(
      'update playdate_child set acted_by = $3, acted_at = now() where playdate_id = $1 and side = $2',
      [id, side, by.caregiverId],
    )
  await actedBy('owner', dev)
  await actedBy('recipient', omar)
  await t.database.pool.query('update playdate_caregiver set shown = true where playdate_id = $1', [id])
  expect((await suggestions())[0]?.reason).toBe('usual')
  await t.database.pool.query(
    `insert into block (id, blocker_id, blocked_id, name, last_name) values ($1, $2, $3, 'A', 'B')`,
    [newId(), omar.caregiverId, priya.caregiverId],
  )
  expect((await suggestions()).map(({ reason }) => reason)).not.toContain('usual')
})

test('an hour around the own child’s playdates is kept free, except around the one that is moved', {
  tags: ['PLAN-05'],
}, async () => {
  await saveHours(amara, always)
  const tuesday = daysTo(2)
  // Anika is free only on Tuesdays, so that they would be suggested.
  await t.database.pool.query(`update child set availability = $2 where id = $1`, [
    priya.children[0],
    JSON.stringify(free(['Tue'], 5, 22)),
  ])
  const id = await confirm(priya, amara, at(tuesday, 15, 30))
  const near = (found: { start: string }[]) =>
    found.filter(({ start }) => {
      const time = Date.parse(start)
      return time + 7_200_000 > at(tuesday, 14, 30).getTime() && time < at(tuesday, 18, 30).getTime()
    })
  const found = await suggestions()
  expect(found).toHaveLength(2)
  expect(near(found)).toEqual([])
  expect(near(await suggestions({ replaces: id }))).toHaveLength(1)
})

test('no time is sure, or said to work for everyone, if a child’s hours are unknown', {
  tags: ['PLAN-06'],
}, async () => {
  const found = await suggestions({ otherChildren: [amara.children[1]] })
  expect(found).toHaveLength(3)
  for (const each of found) {
    expect(each.isSure).toBe(false)
    expect(each.reason).not.toBe('everyone')
  }
  await saveHours(amara, afterSchool, false)
  // The same as if no hours had been entered for Zuri.
  const unhelped = await suggestions()
  expect(unhelped).toEqual(found)
})

test('a question without an own child, without another family’s, or with an unseen child is refused', {
  tags: ['PLAN-08'],
}, async () => {
  const stranger = await addParent(t.database)
  const refusals = [
    [{ ownChildren: [] }, "Pick who's playing!"],
    [{ ownChildren: undefined }, "Pick who's playing!"],
    [{ ownChildren: [amara.children[1]] }, m.prompt_playdate_own_children()],
    [{ otherChildren: [] }, "Select who you're inviting"],
    [{ otherChildren: priya.children }, "Select who you're inviting"],
  ] as const
  for (const [body, text] of refusals) {
    const reply = await ask(body)
    expect([reply.status, reply.body.error]).toEqual([400, text])
  }
  const mixed = [priya.children[0], amara.children[1]]
  const notOwn = await ask({ ownChildren: mixed })
  expect([notOwn.body.error, Object.keys(notOwn.body.fields ?? {})]).toEqual([
    m.prompt_playdate_not_yours(),
    ['ownChildren'],
  ])
  const own = await ask({ otherChildren: mixed.toReversed() })
  expect([own.status, own.body.error, Object.keys(own.body.fields ?? {})]).toEqual([
    400,
    "Select who you're inviting",
    ['otherChildren'],
  ])
  const many = Array.from({ length: 41 }, () => newId())
  expect([(await ask({ ownChildren: many })).status, (await ask({ otherChildren: many })).status]).toEqual([
    400, 400,
  ])
  const withStranger = await ask({ otherChildren: [amara.children[0], stranger.children[0]] })
  const withNobody = await ask({ otherChildren: [amara.children[0], newId()] })
  expect(withStranger.status).toBe(404)
  expect(withStranger.text).toBe(withNobody.text)
})

test('suggestions reveal no more of another child’s hours than slots do, and none of its playdates', {
  tags: ['PLAN-07'],
}, async () => {
  // The worst case: the asker is always free, and asks about one other child alone.
  const reply = await ask({ durationMinutes: 15 })
  const slots = await t.call(
    findAvailabilitySlots,
    {
      body: {
        children: [priya.children[0] ?? '', amara.children[0] ?? ''],
        from: at(1, 5).toISOString(),
        to: at(14, 22).toISOString(),
      },
    },
    { as: priya },
  )
  const all = slots.body.data.filter(({ fit }) => fit === 'all').map(({ start }) => start)
  for (const { start } of reply.body.data.suggestions) expect(all).toContain(start)
  // A playdate of the other family with a third one doesn't change the answer.
  const noa = await addParent(t.database)
  const [first] = reply.body.data.suggestions
  await confirm(amara, noa, new Date(first?.start ?? 0))
  expect((await ask({ durationMinutes: 15 })).text).toBe(reply.text)
  // Nor does asking once more.
  expect((await ask({ durationMinutes: 15 })).text).toBe(reply.text)
})

test('suggestions and slots together are limited to 60 questions an hour and 240 a day', {
  tags: ['PLAN-09'],
}, async () => {
  const body = {
    children: priya.children,
    from: at(1, 8).toISOString(),
    to: at(1, 9).toISOString(),
  }
  const slots = () => t.call(findAvailabilitySlots, { body }, { as: priya })
  for (let round = 1; round <= 4; round += 1) {
    for (let n = 0; n < 60; n += 1) expect((await slots()).status).toBe(200)
    const reply = await ask()
    expect([reply.status, reply.body.error]).toEqual([
      429,
      'That was a lot of looking. Please pick a time yourself.',
    ])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await slots()).body.error).toBe(reply.body.error)
    // An hour later.
    await t.database.pool.query(`delete from rate_limit where key like 'availability-slots:%'`)
  }
  const reply = await ask()
  expect(reply.status).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3_600)
})

test('nothing is suggested if no hours overlap', { tags: ['PLAN-11'] }, async () => {
  await saveHours(amara, free(daysOfWeek, 5, 7))
  const reply = await ask()
  expect(reply.body.data).toEqual({ suggestions: [] })
})
