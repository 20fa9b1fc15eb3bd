import { getPlaydateCalendar } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { askNext, getAsk } from '@tagalong/contract/features/playdates/asks.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Listener, listen, notify, type Signal } from '#db/listen.ts'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, connect, type Parent } from '#test/world.ts'
import { doDue } from '../../../due.ts'

const hour = 3_600_000
const log = pino({ level: 'silent' })
const place = 'The park'
const marker = '00000000-0000-4000-8000-000000000000'

let t: TestApp
let queue: Queue
let listener: Listener
let heard: Signal[] = []
let priya: Parent
let amara: Parent
let sofia: Parent
beforeAll(async () => {
  t = await testApp()
  queue = await startQueue(t.database.url, [], { log })
  listener = await listen(t.database.url, {
    onSignal: (signal) => heard.push(signal),
    onGap: () => undefined,
    onError: () => undefined,
  })
})
afterAll(async () => {
  await listener.close()
  await queue.close()
  await t.close()
})

interface Request {
  id: string
  ask: { id: string } | null
  /** When it was sent, on the app's clock. */
  sent: number
}

/** The ways in which a request ends or goes on. */
const endings: Record<string, (request: Request) => Promise<{ status: number } | undefined>> = {
  'she says yes': ({ id, sent }) =>
    t.call(
      acceptPlaydate,
      { body: { id, acceptedLocation: place, acceptedTime: timeOf(sent) } },
      { as: amara },
    ),
  'she says no': ({ id }) => t.call(rejectPlaydate, { body: { id } }, { as: amara }),
  'she offers another time': ({ id, sent }) =>
    t.call(
      counterPlaydate,
      {
        params: { id },
        body: {
          type: 'single',
          ownerChildren: priya.children,
          recipientChildren: amara.children,
          proposedLocations: { option1: place },
          proposedTimes: [timeOf(sent, 210)],
          version: 1,
        },
      },
      { as: amara },
    ),
  'the wait ends': async () => {
    t.clock.shift(30 * hour)
    await doDue({ db: t.database.kysely, queue, clock: t.clock, log })
    return undefined
  },
  'Priya ends it': async ({ id, ask }) => {
    if (!ask) return t.call(cancelPlaydate, { body: { id } }, { as: priya })
    const { version } = (await t.call(getAsk, { params: ask }, { as: priya })).body.data
    return t.call(askNext, { params: ask, body: { version } }, { as: priya })
  },
}

/** Half past ten in two days, where they live, so that a wait of a day ends in the daytime. */
const morning = new Date(Date.now() + 48 * hour).setUTCHours(15, 30, 0, 0)
const timeOf = (sent: number, hours = 200) => new Date(sent + hours * hour).toISOString()

/** Returns all that Amara reads and hears of a request, at each of its steps. */
async function lifeOf(isOrder: boolean, ending: string): Promise<Record<string, string>> {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  sofia = await addParent(t.database, { name: 'Sofia', children: [{ firstName: 'Mateo' }] })
  for (const friend of [amara, sofia]) await connect(t.database, priya, friend)
  t.clock.shift(morning - t.clock.now())
  heard = []
  const sent = t.clock.now()
  const order = isOrder ? [amara.children[0], sofia.children[0]] : undefined
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: amara.children,
    proposedLocations: { option1: place },
    proposedTimes: [timeOf(sent)],
    wait: 'day',
    order,
  }
  const made = (await t.call(createPlaydate, { body }, { as: priya })).body.data
  const request = { id: made._id, ask: made.ask ? { id: made.ask.id } : null, sent }
  expect(request.ask !== null).toBe(isOrder)

  const life: Record<string, string> = { asked: await read(request) }
  const { chatRoom } = (await t.call(getRoom, { params: { id: made._id }, query: {} }, { as: priya })).body
    .data
  const message = { chatRoom: chatRoom._id, message: { text: 'Bring a hat' } }
  expect((await t.call(sendMessage, { body: message }, { as: priya })).status).toBe(200)
  life.written = await read(request)
  const params = { id: made._id }
  for (const as of [amara, priya]) await t.call(markRoomRead, { params, query: {}, body: {} }, { as })
  life.read = await read(request)
  expect((await endings[ending]?.(request))?.status ?? 200).toBe(200)
  life.ended = await read(request)
  return life
}

/** Replaces ids by their order and times by minutes since the start, so that two lives can be compared. */
async function read({ id, sent }: Request): Promise<string> {
  const as = amara
  const params = { id }
  const replies = [
    await t.call(getPlaydate, { params }, { as }),
    await t.call(listPlaydates, { query: { status: 'pending' } }, { as }),
    await t.call(listPlaydates, { query: { status: 'accepted' } }, { as }),
    await t.call(listNotifications, { query: {} }, { as }),
    await t.call(getRoom, { params, query: {} }, { as }),
    await t.call(getPlaydateCalendar, { params }, { as }),
  ]
  const frames = await heardBy(amara.caregiverId)
  const ids = new Map<string, string>()
  const family = { [priya.caregiverId]: 'Priya', [amara.caregiverId]: 'Amara' }
  // Long lines of a calendar are folded.
  const texts = replies.map(({ status, text }) => [status, text.replaceAll(String.raw`\r\n `, '')])
  return JSON.stringify([texts, frames], null, 1)
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (each) => {
      if (!ids.has(each)) ids.set(each, family[each] ?? `id ${ids.size}`)
      return ids.get(each) ?? ''
    })
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (each) => {
      // Rows get their times from the database's clock.
      const isMade = Math.abs(Date.parse(each) - Date.now()) < 10 * hour
      return isMade ? 'made' : `${Math.round((Date.parse(each) - sent) / 60_000)} min`
    })
    .replaceAll(/DTSTAMP:\w+|LAST-MODIFIED:\w+/g, 'made')
}

/** Returns the frames for that caregiver so far. A marker arrives after all other signals. */
async function heardBy(caregiverId: string): Promise<unknown[]> {
  await notify(t.database.kysely, { kind: 'frame', to: [marker], frame: { playdate: marker } })
  const isMarker = (each: Signal) => each.kind === 'frame' && each.to.includes(marker)
  await vi.waitFor(() => expect(heard.some(isMarker)).toBe(true), { timeout: 10_000 })
  const frames = heard.flatMap((each) =>
    each.kind === 'frame' && each.to.includes(caregiverId) ? [each.frame] : [],
  )
  heard = []
  return frames
}

test.each(Object.keys(endings))(
  'a family asked in an order reads and receives the same as any other family if %s',
  { tags: ['PLAN-17'] },
  async (ending) => {
    const plain = await lifeOf(false, ending)
    const ordered = await lifeOf(true, ending)
    expect(ordered).toEqual(plain)
    // Each of the four steps reads differently.
    expect(new Set(Object.values(plain)).size).toBe(4)
    expect(plain.asked).toContain('Priya')
  },
)
