import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  getEventResponse,
  listEventResponses,
  rejectEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Listener, listen } from '#db/listen.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addEvent, addParent, addRequest, connect, makePremium, type Parent } from '#test/world.ts'

// Exactly on the edge: the moment itself, midnight itself, a page that is just full.
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
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => t.close())

/** Stops the app's clock at that moment. */
function standAt(moment: number) {
  vi.useFakeTimers({ now: moment, toFake: ['Date'] })
}

const time = inHours(48)
const hour = 3_600_000

describe('times, to the millisecond', () => {
  const accept = (id: string) =>
    t.call(
      acceptPlaydate,
      { body: { id, acceptedLocation: 'The park', acceptedTime: time.toISOString() } },
      { as: ben },
    )
  const propose = (at: Date) =>
    t.call(
      createPlaydate,
      {
        body: {
          type: 'single',
          ownerChildren: anna.children,
          recipientChildren: ben.children,
          proposedLocations: { option1: 'The park' },
          proposedTimes: [at.toISOString()],
        },
      },
      { as: anna },
    )

  test.each([0, 1, 30 * 60_000, hour])(
    'a time %i ms past can’t be accepted, a time 1 ms ahead can',
    { tags: ['API-045'] },
    async (late) => {
      const { id } = await addRequest(t.database, anna, ben)
      standAt(time.getTime() + late)
      const reply = await accept(id)
      expect([reply.status, reply.body.error]).toEqual([400, m.prompt_playdate_time_passed()])
      standAt(time.getTime() - 1)
      expect((await accept(id)).status).toBe(200)
    },
  )

  test('a time can be proposed until 1 ms before it', { tags: ['CREATE-40'] }, async () => {
    standAt(time.getTime())
    expect((await propose(time)).body.error).toBe(m.prompt_playdate_past_time())
    standAt(time.getTime() - 1)
    expect((await propose(time)).status).toBe(200)
  })

  test('an event can be answered, moved and cancelled until it begins', {
    tags: ['PLAY-80', 'API-097', 'API-045'],
  }, async () => {
    await makePremium(t.database, anna)
    const { id } = await addEvent(t.database, anna, [ben], time)
    const answer = () => t.call(acceptEvent, { params: { playdateId: id } }, { as: ben })
    const cancel = () => t.call(cancelPlaydate, { body: { id } }, { as: anna })
    const move = async () => {
      const { body } = await t.call(getPlaydate, { params: { id } }, { as: anna })
      return t.call(
        counterPlaydate,
        {
          params: { id },
          body: {
            type: 'group',
            ownerChildren: anna.children,
            recipientChildren: ben.children,
            proposedLocations: { option1: 'The zoo' },
            proposedTimes: [time.toISOString()],
            version: body.data.version,
          },
        },
        { as: anna },
      )
    }
    standAt(time.getTime())
    for (const call of [answer, cancel, move]) {
      const reply = await call()
      expect([reply.status, reply.body.error]).toEqual([409, m.prompt_playdate_not_future()])
    }
    standAt(time.getTime() - 1)
    for (const call of [answer, move, cancel]) expect((await call()).status).toBe(200)
  })
})

describe('the lists', () => {
  const midnight = Date.parse('2026-11-20T05:00:00Z') // of the 20th in New York
  async function confirmedAt(at: number): Promise<string> {
    const { id } = await addRequest(t.database, anna, ben)
    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_time = $2, accepted_location = 'The park' where id = $1`,
      [id, new Date(at)],
    )
    return id
  }
  const accepted = async (cursor?: string) => {
    const query = { status: 'accepted', ...(cursor && { cursor }) }
    const { items, nextCursor } = (await t.call(listPlaydates, { query }, { as: anna })).body.data
    return { ids: items.map(({ _id }) => _id), nextCursor }
  }

  test('show a playdate at the viewer’s midnight as today’s, and each playdate once', {
    tags: ['PLAY-76', 'PLAY-77', 'API-094'],
  }, async () => {
    const yesterday = await confirmedAt(midnight - 1)
    const today = await confirmedAt(midnight)
    const later = await confirmedAt(midnight + hour)
    const before = await confirmedAt(midnight - hour)
    standAt(midnight + 12 * hour)
    expect(await accepted()).toEqual({ ids: [today, later, yesterday, before], nextCursor: null })
    // Pages of past playdates don't include today's.
    expect((await accepted(later)).ids).toEqual([yesterday, before])
  })

  test('show fifty past playdates on one page, and the fifty-first on another', {
    tags: ['API-094'],
  }, async () => {
    const past: string[] = []
    for (let n = 1; n <= 50; n += 1) past.push(await confirmedAt(midnight - n * hour))
    standAt(midnight)
    expect(await accepted()).toEqual({ ids: past, nextCursor: null })
    past.push(await confirmedAt(midnight - 51 * hour))
    expect(await accepted()).toEqual({ ids: past.slice(0, 50), nextCursor: past[49] })
    expect(await accepted(past[49])).toEqual({ ids: past.slice(50), nextCursor: null })
    // The same holds for a page after a cursor.
    const newest = await confirmedAt(midnight - 1)
    expect(await accepted(newest)).toEqual({ ids: past.slice(0, 50), nextCursor: past[49] })
    expect(await accepted(past[0])).toEqual({ ids: past.slice(1), nextCursor: null })
  })
})

describe('an event', () => {
  test('that is moved asks everybody again, including guests who had said no', {
    tags: ['API-097', 'PLAY-81'],
  }, async () => {
    await makePremium(t.database, anna)
    const { id } = await addEvent(t.database, anna, [ben, cleo], time)
    await t.call(acceptEvent, { params: { playdateId: id } }, { as: ben })
    await t.call(rejectEvent, { params: { playdateId: id } }, { as: cleo })
    const body = {
      type: 'group',
      ownerChildren: anna.children,
      recipientChildren: [...ben.children, ...cleo.children],
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [inHours(72).toISOString()],
      version: 1,
    }
    expect((await t.call(counterPlaydate, { params: { id }, body }, { as: anna })).status).toBe(200)
    expect(
      (await t.call(listEventResponses, { params: { playdateId: id } }, { as: anna })).body.data,
    ).toEqual([])
    for (const as of [ben, cleo]) {
      const own = await t.call(getEventResponse, { params: { playdateId: id } }, { as })
      expect(own.body.data).toBeNull()
    }
  })

  test('sends a frame with its id to its owner and all guests on each answer', {
    tags: ['PLAY-81', 'CHAT-15'],
  }, async () => {
    const { id } = await addEvent(t.database, anna, [ben, cleo], time)
    const heard: string[] = []
    const listener: Listener = await listen(t.database.url, {
      onSignal: (signal) => {
        if (signal.kind === 'frame' && signal.frame.playdate) {
          heard.push(`${signal.frame.playdate} ${signal.to.toSorted().join()}`)
        }
      },
      onGap: () => undefined,
      onError: () => undefined,
    })
    try {
      const expected = `${id} ${[anna, ben, cleo].map(({ caregiverId }) => caregiverId).sort()}`
      await t.call(acceptEvent, { params: { playdateId: id } }, { as: ben })
      await vi.waitFor(() => expect(heard).toEqual([expected]), { timeout: 10_000 })
      await t.call(rejectEvent, { params: { playdateId: id } }, { as: cleo })
      await vi.waitFor(() => expect(heard).toEqual([expected, expected]), { timeout: 10_000 })
    } finally {
      await listener.close()
    }
  })
})
