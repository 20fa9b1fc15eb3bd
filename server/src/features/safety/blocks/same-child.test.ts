import type { AddressInfo } from 'node:net'
import { createCalendarFeed } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import {
  getGrownUpQuestion,
  listGrownUps,
  listHelp,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  createGuardianInvite,
  listOwnInvites,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  acceptPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver, getBlock } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { mute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { openListeningPage } from '#test/listening-page.ts'
import { about, addReport } from '#test/reports.ts'
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

let t: TestApp
let url: string
let priya: Parent
let dev: Parent
beforeAll(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
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

test('guardians of the same child can’t block each other, but may mute and report each other', {
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

test('a guardian may mute and report a helper of the child, who can’t mute the guardian', async () => {
  const gran = await addParent(t.database, { name: 'Gran', children: [] })
  await addGuardian(t.database, priya.children[0], dev)
  await addHelper(t.database, priya.children[0], gran, { adder: priya })
  const muteOf = async (as: Parent, other: Parent) =>
    (await t.call(mute, { params: { kind: 'caregiver', id: other.caregiverId } }, { as })).status
  expect([await muteOf(dev, gran), await muteOf(gran, dev)]).toEqual([200, 404])
  await addReport(t, dev, about(gran))
})

test('caregivers who aren’t guardians of the same child can be blocked as usual', async () => {
  await addHelper(t.database, priya.children[0], dev, { adder: priya })
  expect((await preview(priya, dev)).status).toBe(404)
  for (const call of [block, preview]) expect((await call(priya, priya)).status).toBe(404)
  await connect(t.database, priya, dev)
  expect((await preview(priya, dev)).body.data.refusal).toBe(undefined)
  expect((await block(priya, dev)).status).toBe(200)
})

test.each(['who asked blocks', 'who was asked blocks'])(
  'a block ends the invites to be a grown-up between the two: %s',
  async (which) => {
    await connect(t.database, priya, dev)
    const [child = ''] = priya.children
    for (const body of [
      { label: 'Dad', role: 'guardian' as const },
      { label: 'Sitter', role: 'helper' as const, until: inHours(96).toISOString().slice(0, 10) },
    ]) {
      const made = await t.call(createGuardianInvite, { params: { id: child }, body }, { as: priya })
      const token = made.body.data.inviteUrl.slice(made.body.data.inviteUrl.lastIndexOf('/') + 1)
      expect((await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: dev })).status).toBe(
        200,
      )
    }
    const asked = async () => [
      (await t.call(listOwnInvites, {}, { as: dev })).body.data.length,
      (await t.call(listGrownUps, { params: { id: child } }, { as: priya })).body.data.invites.length,
      (await t.call(getGrownUpQuestion, {}, { as: priya })).body.data.opened?.invitee.name,
    ]
    const titles = async (as: Parent) =>
      (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
    expect(await asked()).toEqual([2, 2, 'Dev'])
    const before = await titles(dev)
    const page = await openListeningPage(url, priya)
    const [as, other] = which === 'who asked blocks' ? [priya, dev] : [dev, priya]
    expect((await block(as, other)).status).toBe(200)
    expect(await asked()).toEqual([0, 0, undefined])
    const frame = JSON.stringify({ guardian: priya.caregiverId })
    await vi.waitFor(() => expect(page.frames).toContain(frame), { timeout: 10_000 })
    page.leave()
    expect(await titles(dev)).toEqual(before)
  },
)

describe('a block between a guardian and a helper', () => {
  let noa: Parent
  let gran: Parent
  let kim: Parent
  beforeEach(async () => {
    noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
    gran = await addParent(t.database, { name: 'Gran', children: [{ firstName: 'Leo' }] })
    kim = await addParent(t.database, { name: 'Kim', children: [] })
    await addGuardian(t.database, priya.children[0], dev)
    for (const each of [noa, gran]) await connect(t.database, priya, each)
    await addHelper(t.database, priya.children[0], gran, { adder: priya })
    await addHelper(t.database, priya.children[0], kim, { adder: dev })
  })

  const notices = async () => {
    const lists = [priya, dev, gran, kim].map((as) => t.call(listNotifications, {}, { as }))
    return (await Promise.all(lists)).map(({ body }) => body.data.map(({ title }) => title))
  }
  const get = (as: Parent, id: string) => t.call(getPlaydate, { params: { id } }, { as })

  test.each(['who is helped blocks', 'who helps blocks'])('ends the help: %s', async (which) => {
    const { id } = await addRequest(t.database, noa, priya)
    const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
    expect((await t.call(acceptPlaydate, { body }, { as: priya })).status).toBe(200)
    const made = await t.call(createCalendarFeed, { body: { saysWhoAndWhere: true } }, { as: gran })
    const calendar = async () => (await t.send('GET', new URL(made.body.data.url).pathname)).text
    const listed = async () =>
      (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: gran })).body.data.items
    expect((await get(gran, id)).body.data.acceptedLocation).toBe('The park')
    expect([(await listed()).length, await calendar()]).toEqual([1, expect.stringContaining(id)])
    const before = await notices()

    const page = await openListeningPage(url, gran)
    const [as, other] = which === 'who helps blocks' ? [gran, priya] : [priya, gran]
    expect((await block(as, other)).status).toBe(200)
    for (const what of ['guardian', 'playdate']) {
      const frame = JSON.stringify({ [what]: gran.caregiverId })
      await vi.waitFor(() => expect(page.frames).toContain(frame), { timeout: 10_000 })
    }
    page.leave()
    expect((await get(gran, id)).status).toBe(404)
    expect([await listed(), (await t.call(listHelp, {}, { as: gran })).body.data]).toEqual([[], []])
    expect(await calendar()).not.toContain(id)
    const [child = ''] = priya.children
    const { helpers } = (await t.call(listGrownUps, { params: { id: child } }, { as: priya })).body.data
    expect(helpers.map(({ caregiver }) => caregiver.name)).toEqual(['Kim'])
    expect((await get(kim, id)).status).toBe(200)
    expect(await notices()).toEqual(before)
  })

  test.each(['helps', 'helped before'])('takes a caregiver who %s off the other’s event', async (which) => {
    if (which === 'helped before')
      await t.database.pool.query(
        `update guardianship set until = now() where caregiver_id = $1 and role = 'helper'`,
        [gran.caregiverId],
      )
    const { id } = await addEvent(t.database, priya, [gran, noa])
    const answer = { body: { playdate: id, response: 'accepted' as const } }
    expect((await t.call(respondToEvent, answer, { as: gran })).status).toBe(200)
    expect((await block(priya, gran)).status).toBe(200)
    expect((await get(gran, id)).body.data).toMatchObject({ status: 'cancelled' })
    expect((await get(priya, id)).body.data.recipientChildren).toMatchObject([{ firstName: 'Zuri' }])
  })
})
