import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver, getBlock } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { mute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { about, addReport } from '#test/reports.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
})
afterAll(() => t.close())

const byId = (other: Parent) => ({ params: { caregiver: other.caregiverId } })
const block = (as: Parent, other: Parent) => t.call(blockCaregiver, byId(other), { as })
const preview = (as: Parent, other: Parent) => t.call(getBlock, byId(other), { as })

test('guardians of one child can’t block each other, but mute and report each other', {
  tags: ['SAFE-26'],
}, async () => {
  await addGuardian(t.database, priya.children[0], dev)
  const text = m.prompt_guardian_block({ child: 'Anika' })
  for (const isConnected of [false, true]) {
    if (isConnected) await connect(t.database, priya, dev)
    for (const [as, other] of [
      [priya, dev],
      [dev, priya],
    ] as const) {
      const before = await fingerprint(t.database)
      const refused = await block(as, other)
      expect([refused.status, refused.body.error]).toEqual([409, text])
      expect((await preview(as, other)).body.data.refusal).toBe(text)
      expect(await fingerprint(t.database)).toBe(before)
    }
  }
  const muted = { params: { kind: 'caregiver' as const, id: dev.caregiverId } }
  expect((await t.call(mute, muted, { as: priya })).status).toBe(200)
  await addReport(t, priya, about(dev))
})

test('a child’s guardian mutes and reports its helper, who does neither', async () => {
  const gran = await addParent(t.database, { name: 'Gran', children: [] })
  await addGuardian(t.database, priya.children[0], dev)
  await addHelper(t.database, priya.children[0], gran, { adder: priya })
  const muteOf = async (as: Parent, other: Parent) =>
    (await t.call(mute, { params: { kind: 'caregiver', id: other.caregiverId } }, { as })).status
  expect([await muteOf(dev, gran), await muteOf(gran, dev)]).toEqual([200, 404])
  await addReport(t, dev, about(gran))
})

test('two who don’t answer for one child are blocked as ever', async () => {
  await addHelper(t.database, priya.children[0], dev, { adder: priya })
  expect((await preview(priya, dev)).status).toBe(404)
  for (const call of [block, preview]) expect((await call(priya, priya)).status).toBe(404)
  await connect(t.database, priya, dev)
  expect((await preview(priya, dev)).body.data.refusal).toBe(undefined)
  expect((await block(priya, dev)).status).toBe(200)
})

test('takes who helped before off an event of the other', async () => {
  const noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
  const gran = await addParent(t.database, { name: 'Gran', children: [{ firstName: 'Leo' }] })
  await connect(t.database, priya, gran)
  await addHelper(t.database, priya.children[0], gran, { adder: priya })
  await t.database.pool.query(
    `update guardianship set until = now() where caregiver_id = $1 and role = 'helper'`,
    [gran.caregiverId],
  )
  const { id } = await addEvent(t.database, priya, [gran, noa])
  const answer = { body: { playdate: id, response: 'accepted' as const } }
  expect((await t.call(respondToEvent, answer, { as: gran })).status).toBe(200)
  expect((await block(priya, gran)).status).toBe(200)
  const read = (as: Parent) => t.call(getPlaydate, { params: { id } }, { as })
  expect((await read(gran)).body.data.status).toBe('cancelled')
  expect((await read(priya)).body.data.recipientChildren).toMatchObject([{ firstName: 'Zuri' }])
})
