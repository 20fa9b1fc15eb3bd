import { getRoom } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { acceptPlaydate, getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver, getBlock } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Listener, listen, notify, type Signal } from '#db/listen.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addEvent, addGuardian, addHelper, addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let noa: Parent
let carl: Parent
let listener: Listener
let frames: Extract<Signal, { kind: 'frame' }>[]

beforeAll(async () => {
  t = await testApp()
  listener = await listen(t.database.url, {
    onSignal: (signal) => void (signal.kind === 'frame' && frames.push(signal)),
    onGap() {},
    onError() {},
  })
})
/** Anika has two guardians, Priya and Dev, and Noa knows both. */
beforeEach(async () => {
  frames = []
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
  carl = await addParent(t.database, { name: 'Carl', children: [{ firstName: 'Leo' }] })
  await addGuardian(t.database, priya.children[0], dev)
  for (const each of [priya, dev, carl]) await connect(t.database, noa, each)
})
afterAll(async () => {
  await listener.close()
  await t.close()
})

const byId = (other: Parent) => ({ params: { caregiver: other.caregiverId } })
const block = async (as: Parent, other: Parent) =>
  expect((await t.call(blockCaregiver, byId(other), { as })).status).toBe(200)
const get = (as: Parent, id: string) => t.call(getPlaydate, { params: { id } }, { as })
const statusOf = async (as: Parent, id: string) => (await get(as, id)).body.data?.status
const room = (as: Parent, id: string) => t.call(getRoom, { params: { id }, query: {} }, { as })
const accept = (as: Parent, id: string) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() } },
    { as },
  )
const answer = async (as: Parent, playdate: string, response: Response = 'accepted') =>
  expect((await t.call(respondToEvent, { body: { playdate, response } }, { as })).status).toBe(200)
/** Waits until everything sent before has arrived. */
async function allHeard(): Promise<void> {
  await notify(t.database.kysely, { kind: 'frame', to: [crypto.randomUUID()], frame: { last: 'one' } })
  await vi.waitFor(() => expect(frames.at(-1)?.frame).toEqual({ last: 'one' }), { timeout: 10_000 })
}
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)

describe('a block by or of one of two guardians', () => {
  test.each(['who blocks', 'who is blocked'])(
    'leaves what the other guardian arranged: %s',
    async (which) => {
      const asked = await addRequest(t.database, noa, priya)
      const confirmed = await addRequest(t.database, noa, priya)
      expect((await accept(priya, confirmed.id)).status).toBe(200)
      expect((await t.call(getBlock, byId(dev), { as: noa })).body.data.playdates).toBe(0)
      await (which === 'who blocks' ? block(dev, noa) : block(noa, dev))
      expect(await statusOf(priya, asked.id)).toBe('pending')
      expect(await statusOf(priya, confirmed.id)).toBe('accepted')
      expect((await room(priya, confirmed.id)).body.data.readOnly).toBe(false)
      expect((await room(dev, confirmed.id)).status).toBe(404)
      const [place] = [(await get(dev, confirmed.id)).body.data.acceptedLocation]
      expect(place).toBe(which === 'who blocks' ? 'The park' : null)
    },
  )

  test('cancels what that guardian arranged, and notifies the other guardian and helpers', async () => {
    const kim = await addParent(t.database, { name: 'Kim', children: [] })
    await addHelper(t.database, priya.children[0], kim, { adder: priya })
    const { id } = await addRequest(t.database, noa, priya)
    expect((await accept(dev, id)).status).toBe(200)
    expect((await t.call(getBlock, byId(dev), { as: noa })).body.data.playdates).toBe(1)
    await block(noa, dev)
    expect(await statusOf(priya, id)).toBe('cancelled')
    expect((await titles(priya))[0]).toContain('Noa')
    expect((await titles(kim))[0]).toContain('A playdate you help with was cancelled')
    const other = await addRequest(t.database, noa, priya)
    expect((await accept(priya, other.id)).status).toBe(200)
    await block(priya, noa)
    expect(await statusOf(dev, other.id)).toBe('cancelled')
    expect((await titles(dev))[0]).toContain('Priya cancelled a playdate for your child')
  })

  test('leaves a child at an event if the other guardian answered', async () => {
    const { id } = await addEvent(t.database, noa, [priya, carl])
    await answer(priya, id)
    await block(noa, dev)
    expect(await statusOf(priya, id)).toBe('accepted')
    expect((await get(noa, id)).body.data.recipientChildren).toHaveLength(2)
  })

  test.each(['who blocks', 'who is blocked'])(
    'takes a child off an event if that guardian answered: %s',
    async (which) => {
      const { id } = await addEvent(t.database, noa, [priya, carl])
      await answer(dev, id)
      await (which === 'who blocks' ? block(dev, noa) : block(noa, dev))
      expect((await get(noa, id)).body.data).toMatchObject({
        status: 'accepted',
        recipientChildren: [{ firstName: 'Leo' }],
      })
      expect(await statusOf(carl, id)).toBe('accepted')
      // The guardian who answered keeps it as it was; for the other it is gone, and they were notified.
      expect(await statusOf(dev, id)).toBe('cancelled')
      expect((await get(priya, id)).status).toBe(404)
      const said = which === 'who blocks' ? 'Dev cancelled a playdate for your child' : 'Noa cancelled'
      expect((await titles(priya))[0]).toContain(said)
      expect(await titles(carl)).toEqual([])
    },
  )

  test.each(['who blocks', 'who is blocked'])(
    'asks the other guardian again about a sibling of a child it takes off, and notifies them: %s',
    async (which) => {
      const asha = await addParent(t.database, {
        name: 'Asha',
        children: [{ firstName: 'Mira' }, { firstName: 'Rohan' }, { firstName: 'Tara' }],
      })
      const [mira = '', rohan, tara = ''] = asha.children
      const sam = await addParent(t.database, { name: 'Sam', children: [] })
      const kim = await addParent(t.database, { name: 'Kim', children: [] })
      await addGuardian(t.database, mira, dev)
      await addGuardian(t.database, tara, sam)
      await addHelper(t.database, mira, kim, { adder: asha })
      await connect(t.database, noa, asha)
      const guests = asha.children.map((child) => ({ ...asha, children: [child] }))
      const { id } = await addEvent(t.database, noa, guests)
      await answer(dev, id)
      await answer(sam, id, 'rejected')
      expect((await get(asha, id)).body.data.response).toBe('accepted')
      expect((await room(asha, id)).status).toBe(200)
      await allHeard()
      frames = []
      await (which === 'who blocks' ? block(dev, noa) : block(noa, dev))
      expect((await get(asha, id)).body.data).toMatchObject({
        status: 'accepted',
        response: null,
        recipientChildren: [{ firstName: 'Rohan' }, { firstName: 'Tara' }],
      })
      expect((await room(asha, id)).status).toBe(404)
      const { rows } = await t.database.pool.query(
        `select child_id, response from playdate_child where playdate_id = $1 and side = 'recipient' order by 1`,
        [id],
      )
      expect(rows).toEqual([
        { child_id: rohan, response: null },
        { child_id: tara, response: 'rejected' },
      ])
      await allHeard()
      const heard = frames.filter(({ to }) => to.includes(asha.caregiverId)).map(({ frame }) => frame)
      expect(heard).toContainEqual({ playdate: id })
      const by = which === 'who blocks' ? 'Dev' : 'Noa'
      expect((await titles(asha))[0]).toContain(`${by} changed a playdate for your child`)
      expect((await titles(kim))[0]).toContain('A playdate you help with was cancelled')
      expect(await titles(sam)).toEqual([])
      // The answer for the child that left can still be read there.
      expect((await get(dev, id)).body.data).toMatchObject({ status: 'cancelled', response: 'accepted' })
    },
  )

  test.each(['who blocks', 'who is blocked'])(
    'doesn’t notify a guardian of a cancellation if another child of theirs stays: %s',
    async (which) => {
      const asha = await addParent(t.database, {
        name: 'Asha',
        children: [{ firstName: 'Mira' }, { firstName: 'Rohan' }],
      })
      const [mira = '', rohan = ''] = asha.children
      const pat = await addParent(t.database, { name: 'Pat', children: [] })
      for (const each of [dev, pat]) await addGuardian(t.database, mira, each)
      await connect(t.database, noa, asha)
      const guests = asha.children.map((child) => ({ ...asha, children: [child] }))
      const { id } = await addEvent(t.database, noa, guests)
      await answer(dev, id)
      await addGuardian(t.database, rohan, dev)
      await allHeard()
      frames = []
      await (which === 'who blocks' ? block(dev, noa) : block(noa, dev))
      const { status, recipientChildren } = (await get(dev, id)).body.data
      expect(status).toBe('accepted')
      expect(recipientChildren.map(({ firstName }) => firstName)).toEqual(['Rohan'])
      expect(await titles(dev)).toEqual(
        which === 'who blocks' ? [] : ['Another family changed a playdate for your child'],
      )
      const said = which === 'who blocks' ? 'Dev cancelled a playdate for your child' : 'Noa cancelled'
      expect((await titles(pat))[0]).toContain(said)
      await allHeard()
      const heard = frames.filter(({ to }) => to.includes(dev.caregiverId)).map(({ frame }) => frame)
      expect(heard).toContainEqual({ playdate: id })
    },
  )

  test('notifies a helper of both children that the playdate changed', async () => {
    const asha = await addParent(t.database, {
      name: 'Asha',
      children: [{ firstName: 'Mira' }, { firstName: 'Rohan' }],
    })
    const [mira = '', rohan = ''] = asha.children
    const kim = await addParent(t.database, { name: 'Kim', children: [] })
    await addGuardian(t.database, mira, dev)
    for (const child of [mira, rohan]) await addHelper(t.database, child, kim, { adder: asha })
    await connect(t.database, noa, asha)
    const guests = asha.children.map((child) => ({ ...asha, children: [child] }))
    const { id } = await addEvent(t.database, noa, guests)
    await answer(asha, id)
    await answer(dev, id)
    await block(noa, dev)
    expect((await get(asha, id)).body.data.response).toBe('accepted')
    expect((await titles(asha))[0]).toContain('Noa changed a playdate for your child')
    expect((await titles(kim))[0]).toContain('A playdate you help with was changed')
  })

  test('cancels an event that invites no other family', async () => {
    const { id } = await addEvent(t.database, noa, [priya])
    await answer(dev, id)
    await block(dev, noa)
    expect(await statusOf(noa, id)).toBe('cancelled')
    expect(await statusOf(priya, id)).toBe('cancelled')
    expect((await titles(priya))[0]).toContain('Dev cancelled a playdate for your child')
  })
})
