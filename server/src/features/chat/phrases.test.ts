import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { acceptPlaydate, rejectPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { phrases } from '@tagalong/contract/values/phrase.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Listener, listen, type Signal } from '#db/listen.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addEvent,
  addParent,
  addRequest,
  connect,
  fingerprint,
  makePremium,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let playdate: { id: string; roomId: string }
let listener: Listener
let frames: Extract<Signal, { kind: 'frame' }>[] = []

beforeAll(async () => {
  t = await testApp()
  listener = await listen(t.database.url, {
    onSignal: (signal) => void (signal.kind === 'frame' && frames.push(signal)),
    onGap() {},
    onError() {},
  })
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
  playdate = await addRequest(t.database, anna, ben)
  frames = []
})
afterAll(async () => {
  await listener.close()
  await t.close()
})

const inSpanish = { 'accept-language': 'es' }
const say = (as: Parent, message: { text: string; phrase?: string }, headers = {}) =>
  t.call(sendMessage, { body: { chatRoom: playdate.roomId, message } }, { as, headers })
const reject = (as: Parent, body: object, headers = {}) =>
  t.call(rejectPlaydate, { body: { id: playdate.id, ...body } }, { as, headers })
const read = async (as: Parent) => {
  const { data } = (await t.call(getRoom, { params: { id: playdate.id } }, { as })).body
  return { readOnly: data.readOnly, messages: data.messages.map(({ message }) => message) }
}
const titlesOf = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)

describe('a message', () => {
  test('keeps the text as it was sent, and its phrase', { tags: ['TIME-118'] }, async () => {
    const sent = await say(anna, { text: ' On our way ', phrase: 'on-our-way' })
    expect([sent.status, sent.body.data.message]).toEqual([200, { text: 'On our way', phrase: 'on-our-way' }])
    await say(ben, { text: 'Ya llegamos', phrase: 'here' }, inSpanish)
    const messages = [
      { text: 'Ya llegamos', phrase: 'here' },
      { text: 'On our way', phrase: 'on-our-way' },
    ]
    for (const as of [anna, ben]) expect((await read(as)).messages).toEqual(messages)
    // In either language the app may have had meanwhile.
    expect((await say(ben, { text: 'Ya llegamos', phrase: 'here' })).body.data.message.phrase).toBe('here')
  })

  test('has no phrase if its text isn’t that phrase, or if the key is unknown', {
    tags: ['TIME-119'],
  }, async () => {
    const others = [
      { text: 'On our way, with cake', phrase: 'on-our-way' },
      { text: 'We are here', phrase: 'here' },
      { text: 'On our way', phrase: 'here' },
      { text: 'Hello!', phrase: 'hello' },
      { text: 'Hello!', phrase: 'constructor' },
      { text: 'Hello!', phrase: '' },
      { text: 'On our way' },
    ]
    for (const message of others) {
      const { status, body } = await say(anna, message)
      expect([status, body.data.message]).toEqual([200, { text: message.text, phrase: null }])
    }
    expect((await read(ben)).messages.map(({ phrase }) => phrase)).toEqual(others.map(() => null))
  })

  test('has no phrase any more once it was removed', { tags: ['TIME-118'] }, async () => {
    const { _id } = (await say(anna, { text: 'On our way', phrase: 'on-our-way' })).body.data
    await t.database.pool.query('update message set removed_at = now() where id = $1', [_id])
    expect((await read(ben)).messages).toEqual([{ text: 'This message was removed.', phrase: null }])
  })

  test('can have only one of the eight keys', { tags: ['TIME-117'] }, async () => {
    const insert = (phrase: string) =>
      t.database.pool.query(
        `insert into message (id, room_id, sender_id, text, phrase) values (gen_random_uuid(), $1, $2, 'x', $3)`,
        [playdate.roomId, anna.caregiverId, phrase],
      )
    for (const phrase of phrases) await insert(phrase)
    await expect(insert('hello')).rejects.toThrow('message_phrase_check')
  })
})

describe('rejecting a request', () => {
  test('with a phrase adds it as the last message of the chat, with one notification of the no', {
    tags: ['TIME-120'],
  }, async () => {
    await say(anna, { text: 'Please come' })
    await t.call(markRoomRead, { params: { id: playdate.id }, query: {}, body: {} }, { as: ben })
    expect((await reject(ben, { phrase: 'not-this-time', version: 1 })).body.data.status).toBe('rejected')
    expect(await read(anna)).toEqual({
      readOnly: true,
      messages: [
        { text: 'Not this time, but please ask us again', phrase: 'not-this-time' },
        { text: 'Please come', phrase: null },
      ],
    })
    expect(await titlesOf(anna)).toEqual(['Ben can’t make it to your playdate'])
    // An open chat shows it at once.
    await expect
      .poll(() => frames.filter(({ frame }) => 'chatroom' in frame).at(-1))
      .toMatchObject({
        frame: { chatroom: playdate.id },
        to: expect.arrayContaining([anna.caregiverId, ben.caregiverId]),
      })
    // Nobody can write after it.
    expect((await say(anna, { text: 'Why?' })).status).toBe(409)
  })

  test('writes the phrase in the language of the caregiver who rejects', { tags: ['TIME-120'] }, async () => {
    await reject(ben, { phrase: 'sick' }, inSpanish)
    expect((await read(anna)).messages).toEqual([{ text: 'Nos enfermamos, lo sentimos', phrase: 'sick' }])
  })

  test('without a phrase adds no message', { tags: ['TIME-120'] }, async () => {
    expect((await reject(ben, {})).status).toBe(200)
    expect((await read(anna)).messages).toEqual([])
  })

  test.each([['here'], ['on-our-way'], ['hello'], [''], [null], [7]])(
    'with the phrase %j is refused',
    { tags: ['TIME-120'] },
    async (phrase) => {
      const before = await fingerprint(t.database)
      const reply = await reject(ben, { phrase })
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['phrase']])
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('adds no phrase if it is too late or not allowed', {
    tags: ['TIME-120'],
  }, async () => {
    const refused = async (as: Parent, body: object, status: number) => {
      const before = await fingerprint(t.database)
      expect((await reject(as, { phrase: 'sick', ...body })).status).toBe(status)
      expect(await fingerprint(t.database)).toBe(before)
    }
    await refused(ben, { version: 2 }, 409)
    await refused(anna, {}, 409)
    const eve = await addParent(t.database, { name: 'Eve' })
    await refused(eve, {}, 404)
    await t.call(
      acceptPlaydate,
      {
        body: {
          id: playdate.id,
          acceptedLocation: 'The park',
          acceptedTime: inHours(48).toISOString(),
        },
      },
      { as: ben },
    )
    await refused(ben, {}, 409)
  })

  test('with a phrase is refused to a caregiver to whom the chat is closed, but a plain no is not', {
    tags: ['TIME-120'],
  }, async () => {
    await t.database.pool.query(
      'insert into block (id, blocker_id, blocked_id) values (gen_random_uuid(), $1, $2)',
      [anna.caregiverId, ben.caregiverId],
    )
    const before = await fingerprint(t.database)
    expect((await reject(ben, { phrase: 'not-this-time' })).status).toBe(409)
    expect(await fingerprint(t.database)).toBe(before)
    expect((await reject(ben, {})).status).toBe(200)
  })

  test('many times at once succeeds once, with one phrase', { tags: ['TIME-120'] }, async () => {
    const statuses = await Promise.all(
      ['sick', 'not-this-time', 'sick', 'not-this-time'].map(
        async (phrase) => (await reject(ben, { phrase })).status,
      ),
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    expect((await read(anna)).messages).toHaveLength(1)
  })

  test('with a phrase is refused for an event', { tags: ['TIME-120'] }, async () => {
    await makePremium(t.database, anna)
    const event = await addEvent(t.database, anna, [ben])
    const body = { playdate: event.id, response: 'rejected' as const, version: 1, phrase: 'sick' }
    expect((await t.call(respondToEvent, { body }, { as: ben })).status).toBe(400)
    const before = await fingerprint(t.database)
    expect((await reject(ben, { id: event.id, phrase: 'sick' })).status).toBe(409)
    expect(await fingerprint(t.database)).toBe(before)
  })
})
