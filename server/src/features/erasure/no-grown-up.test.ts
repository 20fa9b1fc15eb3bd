import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  getChild,
  listChildrenOfCaregiver,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import { signView } from '@tagalong/contract/features/files/files.contract.ts'
import { leaveChild, listGrownUps } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  getEventResponse,
  listEventResponses,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Listener, listen, notify } from '#db/listen.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { allHandedOver, hoursPass } from '#test/places.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addRequest,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'

interface Room {
  id: string
  roomId: string
}

let t: TestApp
let listener: Listener
/** Recipients of frames. */
let heard: string[] = []
let priya: Parent
let dev: Parent
let gran: Parent
let noa: Parent
let id: string
let request: Room
let confirmed: Room
let past: Room
let event: Room
let photo: string
beforeAll(async () => {
  t = await testApp()
  listener = await listen(t.database.url, {
    onSignal: (signal) => {
      if (signal.kind === 'frame') heard.push(...signal.to)
    },
    onGap: () => undefined,
    onError: () => undefined,
  })
})
beforeEach(async () => {
  await t.reset()
  heard = []
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
  gran = await addParent(t.database, { name: 'Gran', children: [] })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
  await connect(t.database, noa, priya)
  id = priya.children[0] ?? ''
  photo = 'p'.repeat(32)
  await t.database.pool.query(
    `insert into file (upload_key, user_id, content_type, photo_key) values ('up', $1, 'image/webp', $2)`,
    [priya.userId, photo],
  )
  await t.database.pool.query('update child set photo = $2 where id = $1', [id, photo])
  await addGuardian(t.database, id, dev)
  await addHelper(t.database, id, gran, { adder: dev })
  request = await addRequest(t.database, noa, priya)
  confirmed = await addRequest(t.database, noa, priya)
  past = await addRequest(t.database, noa, priya)
  event = await addEvent(t.database, noa, [priya])
  await accept(confirmed.id, dev)
  await accept(past.id, priya)
  await t.database.pool.query(`update playdate set accepted_time = now() - interval '3 days' where id = $1`, [
    past.id,
  ])
  await t.call(acceptEvent, { params: { playdateId: event.id } }, { as: priya })
})
afterAll(async () => {
  await listener.close()
  await t.close()
})

const accept = (playdate: string, as: Parent) => {
  const body = { id: playdate, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
  return t.call(acceptPlaydate, { body }, { as })
}

/** Every read that can be tried with ids known from before. */
function readsOf(as: Parent): Record<string, Promise<Reply>> {
  const each = Object.entries({ request, confirmed, past, event }).flatMap(([name, room]) => [
    [`playdate ${name}`, t.call(getPlaydate, { params: { id: room.id } }, { as })],
    [`room ${name}`, t.call(getRoom, { params: { id: room.id } }, { as })],
  ])
  return {
    ...Object.fromEntries(each),
    responses: t.call(listEventResponses, { params: { playdateId: event.id } }, { as }),
    response: t.call(getEventResponse, { params: { playdateId: event.id } }, { as }),
    child: t.call(getChild, { params: { id } }, { as }),
    'grown-ups': t.call(listGrownUps, { params: { id } }, { as }),
    children: t.call(listChildrenOfCaregiver, { params: { caregiverId: priya.caregiverId } }, { as }),
    photo: t.call(signView, { params: { fileKey: photo } }, { as }),
  }
}

async function statusesOf(as: Parent): Promise<Record<string, number>> {
  const read = Object.entries(readsOf(as)).map(async ([name, reply]) => [name, (await reply).status])
  return Object.fromEntries(await Promise.all(read))
}

async function listed(as: Parent): Promise<string[]> {
  const lists = await Promise.all(
    (['pending', 'accepted'] as const).map((status) => t.call(listPlaydates, { query: { status } }, { as })),
  )
  return lists.flatMap(({ body }) => body.data.items.map(({ _id }) => _id))
}

async function lookByLink(link: string): Promise<number> {
  const { pathname, search } = new URL(link)
  return (await t.app.inject({ url: pathname + search })).statusCode
}

async function end(): Promise<void> {
  expect((await t.call(leaveChild, { params: { id } }, { as: dev })).status).toBe(200)
  await hoursPass(t, id, 24)
  await allHandedOver(t)
  // Waits until everything sent before has arrived.
  const last = crypto.randomUUID()
  await notify(t.database.kysely, { kind: 'frame', to: [last], frame: {} })
  await vi.waitFor(() => expect(heard.at(-1)).toBe(last), { timeout: 10_000 })
}

/** Others' actions reach neither the sockets nor the notices of those who are gone. */
async function othersGoOn(): Promise<void> {
  const gone = [dev, gran]
  const notices = async () => {
    const users = gone.map(({ userId }) => userId)
    const { rows } = await t.database.pool.query('select id from notification where user_id = any($1)', [
      users,
    ])
    return rows.length
  }
  heard = []
  const before = await notices()
  const write = { chatRoom: confirmed.roomId, message: { text: 'Hello' } }
  const replies = [
    await t.call(sendMessage, { body: write }, { as: noa }),
    await t.call(sendMessage, { body: { ...write, chatRoom: event.roomId } }, { as: noa }),
    await accept(request.id, priya),
    await t.call(cancelPlaydate, { body: { id: confirmed.id } }, { as: noa }),
    await t.call(cancelPlaydate, { body: { id: event.id } }, { as: noa }),
    await t.call(
      saveChild,
      { params: { id }, body: { firstName: 'Anika', lastNameInitial: 'X', photo } },
      { as: priya },
    ),
  ]
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
  await vi.waitFor(() => expect(heard.filter((to) => to === noa.caregiverId).length).toBeGreaterThan(3), {
    timeout: 10_000,
  })
  const ids = gone.flatMap(({ caregiverId, userId }) => [caregiverId, userId])
  expect(heard.filter((to) => ids.includes(to))).toEqual([])
  expect(await notices()).toBe(before)
}

describe('a former grown-up', () => {
  test('reads nothing of the child and is notified of nothing, whatever ids and links they kept', {
    tags: ['HOME-36'],
  }, async () => {
    const before = await statusesOf(dev)
    expect(before).toMatchObject({
      'playdate request': 200,
      'playdate confirmed': 200,
      'playdate past': 200,
      'room past': 200,
      'playdate event': 200,
      'room event': 200,
      responses: 200,
      child: 200,
      photo: 200,
    })
    expect((await listed(dev)).sort()).toEqual(
      [request, confirmed, past, event].map((each) => each.id).sort(),
    )
    const sign = (as: Parent) => t.call(signView, { params: { fileKey: photo } }, { as })
    const links = [await sign(dev), await sign(gran)].map(({ body }) => body.data.signedUrl)
    expect((await statusesOf(gran))['playdate confirmed']).toBe(200)
    expect(await listed(gran)).toContain(confirmed.id)
    await end()

    for (const as of [dev, gran]) {
      expect(new Set(Object.values(await statusesOf(as)))).toEqual(new Set([404]))
      expect(await listed(as)).toEqual([])
    }
    for (const link of links) expect([403, 404]).toContain(await lookByLink(link))
    expect(await statusesOf(priya)).toEqual({ ...before, children: 200 })
    await othersGoOn()
  })

  test('learns nothing from a list by using a kept playdate as its cursor', {
    tags: ['HOME-36'],
  }, async () => {
    const own = await addRequest(t.database, noa, dev)
    await accept(own.id, dev)
    await t.database.pool.query(
      `update playdate set accepted_time = now() - interval '4 days' where id = $1`,
      [own.id],
    )
    const older = await addRequest(t.database, noa, dev)
    await t.database.pool.query(`update playdate set updated_at = now() - interval '4 days' where id = $1`, [
      older.id,
    ])
    const behind = async (status: 'pending' | 'accepted', cursor: string) => {
      const { data } = (await t.call(listPlaydates, { query: { status, cursor } }, { as: dev })).body
      return data.items.map(({ _id }) => _id)
    }
    const read = async () => [await behind('accepted', past.id), await behind('pending', request.id)]
    expect(await read()).toEqual([[own.id], [older.id]])
    await end()
    expect(await read()).toEqual([[], []])
  })

  test('loses access the moment the place ends, as a new one gains it, without any job', {
    tags: ['HOME-82'],
  }, async () => {
    const soon = await addParent(t.database, { name: 'Soon', children: [] })
    const ended = await addParent(t.database, { name: 'Ended', children: [] })
    await addGuardian(t.database, id, ended)
    await addGuardian(t.database, id, soon, { since: '24 hours' })
    expect((await t.call(leaveChild, { params: { id } }, { as: dev })).status).toBe(200)
    await t.database.pool.query(
      `update guardianship set until = now() + interval '24 hours', ended_by = $3, reason = 'x'
        where child_id = $1 and caregiver_id = $2`,
      [id, ended.caregiverId, noa.userId],
    )
    // As if no jobs ran.
    await t.database.pool.query(`delete from pgboss.job where name in ('place-over', 'guardian-begins')`)
    const move = (time: string) =>
      t.database.pool.query(
        `update guardianship set since = since - $2::interval, until = until - $2::interval where child_id = $1`,
        [id, time],
      )
    const reads = async (as: Parent) => {
      const { child, 'playdate past': past, 'playdate request': open, photo } = await statusesOf(as)
      return [child, past, open, photo, (await listed(as)).length]
    }
    await move('23 hours 59 minutes')
    const [all, none] = [
      [200, 200, 200, 200, 4],
      [404, 404, 404, 404, 0],
    ]
    expect([await reads(dev), await reads(ended), await reads(soon)]).toEqual([all, all, none])
    await move('1 minute')
    expect([await reads(dev), await reads(ended), await reads(soon)]).toEqual([none, none, all])
  })

  test('can’t change anything about the child or its playdates', async () => {
    await end()
    const before = await fingerprint(t.database)
    const body = { firstName: 'Anna', lastNameInitial: 'X' }
    for (const as of [dev, gran]) {
      const replies = await Promise.all([
        accept(request.id, as),
        t.call(rejectPlaydate, { body: { id: request.id } }, { as }),
        t.call(cancelPlaydate, { body: { id: confirmed.id } }, { as }),
        t.call(acceptEvent, { params: { playdateId: event.id } }, { as }),
        t.call(sendMessage, { body: { chatRoom: confirmed.roomId, message: { text: 'Hi' } } }, { as }),
        t.call(markRoomRead, { params: { id: confirmed.id } }, { as }),
        t.call(saveChild, { params: { id }, body }, { as }),
      ])
      expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(404))
    }
    expect(await fingerprint(t.database)).toBe(before)
  })
})
