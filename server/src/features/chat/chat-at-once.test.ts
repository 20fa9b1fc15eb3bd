import { type Message, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addEvent, addParent, addRequest, connect, fingerprint, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let carl: Parent
/** The room of Anna and Ben; `other` is that of Anna and Carl. */
let open: { id: string; roomId: string }
let other: { id: string; roomId: string }
let closed: { id: string; roomId: string }

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  carl = await addParent(t.database, { name: 'Carl' })
  await connect(t.database, anna, ben)
  await connect(t.database, anna, carl)
  open = await addRequest(t.database, anna, ben)
  other = await addRequest(t.database, anna, carl)
  closed = await addRequest(t.database, anna, ben)
  await t.database.pool.query(`update playdate set status = 'cancelled' where id = $1`, [closed.id])
})

const say = (as: Parent, { roomId }: { roomId: string }, text: string, key?: string) =>
  t.call(
    sendMessage,
    { body: { chatRoom: roomId, message: { text } } },
    { as, headers: key ? { 'idempotency-key': key } : {} },
  )
const saidIn = async ({ roomId }: { roomId: string }): Promise<string[]> => {
  const { rows } = await t.database.pool.query('select text from message where room_id = $1 order by id', [
    roomId,
  ])
  return rows.map(({ text }) => text)
}
const keysKept = async (): Promise<number> => {
  const { rows } = await t.database.pool.query('select count(*)::int as n from idempotency_key')
  return rows[0].n
}
const notificationsOf = async ({ userId }: Parent, { roomId }: { roomId: string }): Promise<number> => {
  const { rows } = await t.database.pool.query(
    'select count(*)::int as n from notification where user_id = $1 and room_id = $2',
    [userId, roomId],
  )
  return rows[0].n
}

/** Returns the result of `work` while `answer` replaces the answers to the queries of the pool's connections. */
async function answering<T>(
  answer: (text: string, ask: () => unknown) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const undo: (() => void)[] = []
  const seen = new Set<pg.PoolClient>()
  const note = (client: pg.PoolClient) => {
    if (seen.has(client)) return
    seen.add(client)
    const query = client.query
    undo.push(() => {
      client.query = query
    })
    client.query = ((...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text
      return answer(text, () => Reflect.apply(query, client, args))
    }) as typeof client.query
  }
  t.database.pool.on('acquire', note)
  try {
    return await work()
  } finally {
    t.database.pool.off('acquire', note)
    for (const each of undo) each()
  }
}

describe('messages at once', () => {
  test('each gets its own answer, and the reader is notified once', {
    tags: ['CHAT-10', 'CHAT-12'],
  }, async () => {
    const result = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        say(n % 2 ? anna : ben, open, `message ${n}`, n % 3 ? `key-${n}` : undefined),
      ),
    )
    result.forEach(({ status, body }, n) => {
      expect([status, body.data.message.text, body.data.sender?.name]).toEqual([
        200,
        `message ${n}`,
        n % 2 ? 'Anna' : 'Ben',
      ])
    })
    expect((await saidIn(open)).sort()).toEqual(result.map(({ body }) => body.data.message.text).sort())
    expect(await keysKept()).toBe(20)
    expect([await notificationsOf(anna, open), await notificationsOf(ben, open)]).toEqual([1, 1])
  })

  test('in several rooms notify everybody once per room, and nobody of their own', {
    tags: ['NOTIF-01'],
  }, async () => {
    const event = await addEvent(t.database, anna, [ben, carl])
    await t.database.pool.query(
      `update playdate_caregiver set response = 'accepted' where playdate_id = $1 and side = 'recipient'`,
      [event.id],
    )
    const rooms = await t.database.pool.query(
      'select id from chat_room where playdate_id = $1 and recipient_id is null',
      [event.id],
    )
    const all = { roomId: rooms.rows[0].id }
    await Promise.all([
      say(anna, open, 'to Ben'),
      say(anna, open, 'to Ben again'),
      say(anna, other, 'to Carl'),
      say(ben, all, 'to all'),
      say(carl, all, 'to all too'),
    ])
    expect([await notificationsOf(ben, open), await notificationsOf(anna, open)]).toEqual([1, 0])
    expect([await notificationsOf(carl, other), await notificationsOf(ben, other)]).toEqual([1, 0])
    expect([
      await notificationsOf(anna, all),
      await notificationsOf(ben, all),
      await notificationsOf(carl, all),
    ]).toEqual([1, 1, 1])
  })

  test('one that is refused affects no other, and stores nothing', {
    tags: ['CHAT-04', 'CHAT-10', 'API-045'],
  }, async () => {
    const replies = await Promise.all([
      say(anna, open, 'one', 'k1'),
      say(anna, closed, 'too late', 'k2'),
      say(carl, open, 'not mine', 'k3'),
      say(ben, { roomId: closed.id }, 'no such room', 'k4'),
      say(anna, other, 'two', 'k5'),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 404, 404, 200])
    expect([await saidIn(open), await saidIn(other), await saidIn(closed)]).toEqual([['one'], ['two'], []])
    expect(await keysKept()).toBe(2)
  })

  test('repeats get the first answer, and a key with other words is refused', {
    tags: ['CHAT-10'],
  }, async () => {
    const first = await say(anna, open, 'once', 'k1')
    const before = await fingerprint(t.database)
    const replies = await Promise.all([
      say(anna, open, 'once', 'k1'),
      say(anna, open, 'other words', 'k1'),
      say(anna, open, 'once', 'k1'),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 200])
    expect([replies[0]?.text, replies[2]?.text]).toEqual([first.text, first.text])
    expect(await fingerprint(t.database)).toBe(before)
    const mixed = await Promise.all([say(anna, open, 'once', 'k1'), say(anna, open, 'new', 'k2')])
    expect(mixed.map(({ body }) => (body.data as Message).message.text)).toEqual(['once', 'new'])
    expect(await saidIn(open)).toEqual(['once', 'new'])
  })

  test('one that waits for a playdate that is being changed holds up no other', {
    tags: ['CHAT-10'],
  }, async () => {
    const holder = await t.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('update playdate set version = version + 1 where id = $1', [open.id])
      let isAnswered = false
      const waiting = say(anna, open, 'later').finally(() => {
        isAnswered = true
      })
      const [quick, next] = [await say(anna, other, 'at once'), await say(carl, other, 'next')]
      expect([quick.status, next.status, isAnswered]).toEqual([200, 200, false])
      await holder.query('rollback')
      expect((await waiting).status).toBe(200)
      expect(await saidIn(open)).toEqual(['later'])
    } finally {
      holder.release()
    }
  })

  test('are not stored again if the outcome of the commit is unknown', { tags: ['API-045'] }, async () => {
    const gone = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    const result = await answering(
      async (text, ask) => {
        const answer = await ask()
        if (/^commit$/i.test(text)) throw gone
        return answer
      },
      () => Promise.all([say(anna, open, 'one'), say(ben, open, 'two', 'k1')]),
    )
    expect(result.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [503, '2'],
      [503, '2'],
    ])
    expect((await saidIn(open)).sort()).toEqual(['one', 'two'])
    // A repeat with the same key gets the first answer.
    expect((await say(ben, open, 'two', 'k1')).status).toBe(200)
    expect((await saidIn(open)).sort()).toEqual(['one', 'two'])
  })
})
