import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { createChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addEvent, addParent, addRequest, connect, makePremium, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let cleo: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  cleo = await addParent(t.database, { name: 'Cleo' })
  await connect(t.database, anna, ben)
  await connect(t.database, anna, cleo)
})
afterAll(() => t.close())

function ask(from: Parent, to: Parent, key?: string) {
  const body = {
    type: 'single',
    ownerChildren: from.children,
    recipientChildren: to.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(48).toISOString()],
  }
  return t.call(createPlaydate, { body }, { as: from, ...(key && { headers: { 'idempotency-key': key } }) })
}

const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

const aLot = 'That was a lot at once. Please try again later.'

function counted(replies: readonly { status: number; body: { error?: string } }[]) {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const name = `${status} ${body.error ?? ''}`.trim()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe('limits', () => {
  test('ten requests to one family may be open, even if more arrive at once', {
    tags: ['PLAY-70'],
  }, async () => {
    const refused = '409 This family has ten requests from you already. Please wait for an answer.'
    const replies = await many(14, () => ask(anna, ben))
    expect(counted(replies)).toEqual({ 200: 10, [refused]: 4 })
    // The limit applies neither to another family nor in the other direction.
    expect((await ask(anna, cleo)).status).toBe(200)
    expect((await ask(ben, anna)).status).toBe(200)
    const sent = replies.flatMap(({ body }) => (body.data ? [body.data._id] : []))
    await t.call(rejectPlaydate, { body: { id: sent[0] } }, { as: ben })
    await t.call(cancelPlaydate, { body: { id: sent[1] } }, { as: anna })
    expect(counted(await many(3, () => ask(anna, ben)))).toEqual({ 200: 2, [refused]: 1 })
  })

  test('thirty requests an hour; repeating an earlier one still returns its reply', {
    tags: ['PLAY-70'],
  }, async () => {
    const first = await ask(anna, ben, 'first')
    expect(first.status).toBe(200)
    // As if 25 more had been sent in this hour.
    await t.database.pool.query(`update rate_limit set points = points + 25 where key like 'requests:%'`)
    const replies = await many(8, () => ask(anna, cleo))
    expect(counted(replies)).toEqual({ 200: 4, [`429 ${aLot}`]: 4 })
    expect(Number(replies.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(
      3_000,
    )
    expect((await ask(anna, ben, 'first')).text).toBe(first.text)
    expect((await ask(ben, anna)).status).toBe(200)
  })

  test('one family may have thirty events ahead with another', {
    tags: ['PLAY-70', 'PLAY-81'],
  }, async () => {
    await makePremium(t.database, anna)
    for (let n = 0; n < 29; n += 1) await addEvent(t.database, anna, [ben])
    const plan = (guest: Parent) =>
      t.call(
        createPlaydate,
        {
          body: {
            type: 'group',
            ownerChildren: anna.children,
            recipientChildren: guest.children,
            proposedLocations: { option1: 'The park' },
            proposedTimes: [inHours(48).toISOString()],
          },
        },
        { as: anna },
      )
    const refused =
      '409 One of these families has thirty events of yours ahead. Please wait until one is over.'
    expect(counted(await many(3, () => plan(ben)))).toEqual({ 200: 1, [refused]: 2 })
    expect((await plan(cleo)).status).toBe(200)
    await t.database.pool.query(
      `update playdate set accepted_time = now() where id = (select playdate_id from playdate_caregiver
        where caregiver_id = $1 and side = 'recipient' limit 1)`,
      [ben.caregiverId],
    )
    expect(counted(await many(2, () => plan(ben)))).toEqual({ 200: 1, [refused]: 1 })
  })

  test('sixty changes an hour; repeating an answer notifies nobody', {
    tags: ['PLAY-70', 'PLAY-81'],
  }, async () => {
    const { id } = await addEvent(t.database, anna, [ben])
    const answer = (response: string) =>
      t.call(respondToEvent, { body: { playdate: id, response } }, { as: ben })
    const countNotifications = async () => {
      const { rows } = await t.database.pool.query(
        `select count(*)::int n from notification where user_id = (select user_id from caregiver where id = $1)`,
        [anna.caregiverId],
      )
      return rows[0].n
    }
    expect(counted(await many(5, () => answer('accepted')))).toEqual({ 200: 5 })
    expect(await countNotifications()).toBe(1)
    expect((await answer('rejected')).status).toBe(200)
    expect(await countNotifications()).toBe(2)
    // One after the other: at once they would all wait for the event, on a busy machine too long.
    const repeated: Awaited<ReturnType<typeof answer>>[] = []
    for (let n = 0; n < 60; n += 1) repeated.push(await answer('rejected'))
    expect(counted(repeated)).toEqual({ 200: 54, [`429 ${aLot}`]: 6 })
    expect(await countNotifications()).toBe(2)
    await t.database.pool.query(`update rate_limit set points = 60 where key like 'playdate-changes:%'`)
    const request = await addRequest(t.database, anna, ben)
    const move = (as: Parent) =>
      t.call(
        counterPlaydate,
        {
          params: { id: request.id },
          body: {
            version: 1,
            type: 'single',
            recipientChildren: anna.children,
            ownerChildren: as.children,
            proposedLocations: { option1: 'The lake' },
            proposedTimes: [inHours(48).toISOString()],
          },
        },
        { as },
      )
    expect(counted([await move(ben)])).toEqual({ [`429 ${aLot}`]: 1 })
  })

  test('sixty messages a minute', { tags: ['CHAT-01'] }, async () => {
    const { roomId } = await addRequest(t.database, anna, ben)
    const send = (from: Parent, n: number) =>
      t.call(sendMessage, { body: { chatRoom: roomId, message: { text: `Hello ${n}` } } }, { as: from })
    expect((await send(anna, 0)).status).toBe(200)
    // As if 50 more had been sent in this minute: at once they would all wait for the room, on a busy machine too long.
    await t.database.pool.query(`update rate_limit set points = points + 50 where key like 'messages:%'`)
    const replies = await many(19, (n) => send(anna, n + 1))
    expect(counted(replies)).toEqual({ 200: 9, [`429 ${aLot}`]: 10 })
    expect(Number(replies.find(({ status }) => status === 429)?.headers['retry-after'])).toBeLessThanOrEqual(
      60,
    )
    expect((await send(ben, 1)).status).toBe(200)
  })

  test('sixty children an hour', { tags: ['API-086'] }, async () => {
    const add = () => t.call(createChild, { body: { firstName: 'Bo', lastNameInitial: 'N' } }, { as: anna })
    expect((await add()).status).toBe(200)
    // As if 50 more had been added in this hour.
    await t.database.pool.query(`update rate_limit set points = points + 50 where key like 'new-children:%'`)
    expect(counted(await many(12, add))).toEqual({ 200: 9, [`429 ${aLot}`]: 3 })
  })
})

describe('many requests', () => {
  const list = (cursor?: string | null) =>
    t.call(listPlaydates, { query: { status: 'pending', ...(cursor && { cursor }) } }, { as: ben })

  test('are listed in pages of fifty, latest change first, each once', { tags: ['API-093'] }, async () => {
    const made: string[] = []
    for (let n = 0; n < 120; n += 1) made.push((await addRequest(t.database, n % 2 ? anna : cleo, ben)).id)
    // One of the first is changed last.
    await t.database.pool.query(
      `update playdate set updated_at = now() + interval '1 second' where id = $1`,
      [made[3]],
    )
    const expected = [made[3], ...made.filter((_, n) => n !== 3).reverse()]
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | null | undefined
    do {
      const { items, nextCursor } = (await list(cursor)).body.data
      seen.push(...items.map(({ _id }) => _id))
      sizes.push(items.length)
      cursor = nextCursor
    } while (cursor)
    expect(sizes).toEqual([50, 50, 20])
    expect(seen).toEqual(expected)
  })

  test('fit on one page if they are exactly fifty, and a stranger’s cursor returns nothing', {
    tags: ['API-093'],
  }, async () => {
    for (let n = 0; n < 50; n += 1) await addRequest(t.database, anna, ben)
    const { items, nextCursor } = (await list()).body.data
    expect([items.length, nextCursor]).toEqual([50, null])
    const other = await addRequest(t.database, anna, cleo)
    expect((await list(other.id)).body.data).toEqual({ items: [], nextCursor: null })
  })
})
