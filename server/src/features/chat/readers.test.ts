import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { acceptEvent, rejectEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Listener, listen } from '#db/listen.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { addEvent, addParent, addRequest, type Parent } from '#test/world.ts'

let t: TestApp
let listener: Listener
/** Names of the recipients of each frame of a room. */
let heard: string[] = []
let all: Parent[]
let [anna, ben, cleo, dan] = [] as unknown as [Parent, Parent, Parent, Parent]

beforeAll(async () => {
  t = await testApp()
  listener = await listen(t.database.url, {
    onSignal: (signal) => {
      if (signal.kind === 'frame' && signal.frame.chatroom) heard.push(namesOf(signal.to))
    },
    onGap: () => undefined,
    onError: () => undefined,
  })
})
beforeEach(async () => {
  await t.reset()
  heard = []
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  cleo = await addParent(t.database, { name: 'Cleo' })
  dan = await addParent(t.database, { name: 'Dan' })
  all = [anna, ben, cleo, dan]
})
afterAll(async () => {
  await listener.close()
  await t.close()
})

const namesOf = (ids: readonly string[]) =>
  ids
    .map((id) => all.find(({ caregiverId }) => caregiverId === id)?.name ?? id)
    .sort()
    .join(' ')

const answer = (endpoint: typeof acceptEvent, as: Parent, playdateId: string) =>
  t.call(endpoint, { params: { playdateId } }, { as })

/** Writes in the room; returns the recipients of the frame and those notified. */
async function readersWhen(as: Parent, id: string, recipient?: Parent) {
  const query = recipient ? { recipientCaregiverId: recipient.caregiverId } : {}
  const { chatRoom } = (await t.call(getRoom, { params: { id }, query }, { as })).body.data
  await t.database.pool.query('delete from notification')
  const before = heard.length
  const body = { chatRoom: chatRoom._id, message: { text: 'Hello' } }
  expect((await t.call(sendMessage, { body }, { as })).status).toBe(200)
  await vi.waitFor(() => expect(heard).toHaveLength(before + 1), { timeout: 10_000 })
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select caregiver.name from notification join caregiver using (user_id) where room_id = $1 order by 1`,
    [chatRoom._id],
  )
  return { frame: heard.at(-1), notified: rows.map(({ name }) => name).join(' ') }
}

test('messages of a private room reach its owner and that invitee, until the invitee says no', {
  tags: ['CHAT-15', 'CHAT-16'],
}, async () => {
  const { id } = await addEvent(t.database, anna, [ben, cleo])
  expect(await readersWhen(anna, id, ben)).toEqual({ frame: 'Anna Ben', notified: 'Ben' })
  await answer(acceptEvent, ben, id)
  await answer(acceptEvent, cleo, id)
  expect(await readersWhen(anna, id, ben)).toEqual({ frame: 'Anna Ben', notified: 'Ben' })
  await answer(rejectEvent, ben, id)
  expect(await readersWhen(anna, id, ben)).toEqual({ frame: 'Anna', notified: '' })
  expect(await readersWhen(anna, id, cleo)).toEqual({ frame: 'Anna Cleo', notified: 'Cleo' })
})

test('messages of the room of all reach its owner and the guests who said yes', {
  tags: ['CHAT-15', 'CHAT-02'],
}, async () => {
  const { id } = await addEvent(t.database, anna, [ben, cleo, dan])
  expect(await readersWhen(anna, id)).toEqual({ frame: 'Anna', notified: '' })
  await answer(acceptEvent, ben, id)
  await answer(rejectEvent, cleo, id)
  expect(await readersWhen(anna, id)).toEqual({ frame: 'Anna Ben', notified: 'Ben' })
  expect(await readersWhen(ben, id)).toEqual({ frame: 'Anna Ben', notified: 'Anna' })
  await answer(rejectEvent, ben, id)
  expect(await readersWhen(anna, id)).toEqual({ frame: 'Anna', notified: '' })
})

test('messages of a request reach both sides and nobody else', { tags: ['CHAT-15'] }, async () => {
  const { id } = await addRequest(t.database, anna, ben)
  expect(await readersWhen(ben, id)).toEqual({ frame: 'Anna Ben', notified: 'Anna' })
})
