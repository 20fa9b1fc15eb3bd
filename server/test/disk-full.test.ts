import { writeFile } from 'node:fs/promises'
import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { createChild } from '@tagalong/contract/features/children/children.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { fastify } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handleErrors } from '#http/server/errors.ts'
import { type TestApp, testApp } from './app.ts'
import { addParent, addRequest, connect, fingerprint, type Parent } from './world.ts'

let t: TestApp
let anna: Parent
let roomId: string

beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  const ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
  roomId = (await addRequest(t.database, anna, ben)).roomId
})
afterAll(() => t.close())

/** Makes Postgres find no room when it writes into that table: a trigger writes to a device that is always full. */
async function fill(table: string): Promise<void> {
  await t.database.pool.query(`
    create function fill_disk() returns trigger language plpgsql as $$
    begin
      copy (select repeat('x', 100000)) to '/dev/full';
      return new;
    end $$;
    create trigger disk_is_full after insert on ${table} for each row execute function fill_disk()`)
}

const makeRoom = () => t.database.pool.query('drop function fill_disk() cascade')

const body = { firstName: 'Mia', lastNameInitial: 'E' }
const writes: [string, string, (key: string) => ReturnType<TestApp['call']>][] = [
  [
    'child',
    'a child',
    (key) => t.call(createChild, { body }, { as: anna, headers: { 'idempotency-key': key } }),
  ],
  [
    'message',
    'a message',
    (key) =>
      t.call(
        sendMessage,
        { body: { chatRoom: roomId, message: { text: 'Hello' } } },
        { as: anna, headers: { 'idempotency-key': key } },
      ),
  ],
]

test.each(writes)(
  'saving %s while the database’s disk is full returns 503 with a text, and works once there is room',
  async (table, _what, write) => {
    await fill(table)
    try {
      const before = await fingerprint(t.database)
      const reply = await write('the-same-key')
      expect([reply.status, reply.body.error, reply.headers['retry-after']]).toEqual([
        503,
        refusalTexts.full(),
        '60',
      ])
      expect(await fingerprint(t.database)).toBe(before)
    } finally {
      await makeRoom()
    }
    expect((await write('the-same-key')).status).toBeLessThan(300)
  },
)

test('writing a file to a full disk also returns 503 with a text', async () => {
  const app = fastify()
  handleErrors(app)
  app.put('/', () => writeFile('/dev/full', 'x'))
  const reply = await app.inject({ method: 'PUT', url: '/' })
  expect([reply.statusCode, reply.json().error, reply.headers['retry-after']]).toEqual([
    503,
    refusalTexts.full(),
    '60',
  ])
  await app.close()
})
