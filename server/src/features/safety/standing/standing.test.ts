import type { AddressInfo } from 'node:net'
import { hash } from '@node-rs/argon2'
import {
  deleteAccount,
  listSessions,
  logout,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { listChildrenOfCaregiver } from '@tagalong/contract/features/children/children.contract.ts'
import { signView } from '@tagalong/contract/features/files/files.contract.ts'
import { leaveChild, listGrownUps } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { decideReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { appeal, getStanding } from '@tagalong/contract/features/safety/standing.contract.ts'
import { getUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listDeliveries, saveSubscription } from '#features/push/push.db.ts'
import { updatePassword } from '#features/users/users.db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { openListeningPage } from '#test/listening-page.ts'
import { readLetter } from '#test/outbox.ts'
import { about, addReport, givePhoto } from '#test/reports.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  addRequest,
  connect,
  type Parent,
  type Person,
} from '#test/world.ts'

const password = 'Zebra-Crossing-77'
/** With minimal cost. */
const quickHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const words = 'A message of yours hurt somebody. Please be kind.'

let t: TestApp
let url: string
let anna: Parent
let ben: Parent
let admin: Person
beforeAll(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  admin = await addPerson(t.database, { isAdmin: true })
  for (const { userId } of [ben, admin]) await updatePassword(t.database.kysely, userId, quickHash)
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

async function decideAboutBen(body: object): Promise<void> {
  const report = await addReport(t, anna, about(ben))
  const input = {
    params: { subject: ben.caregiverId },
    body: { reports: [report], words, ...body },
  }
  const reply = await t.call(decideReports, input, { as: admin })
  expect(reply.status, reply.text).toBe(200)
}

const pauseBen = (more = {}) => decideAboutBen({ kind: 'suspend', ...more })
const childrenFor = async (as: Parent, of: Parent) =>
  (await t.call(listChildrenOfCaregiver, { params: { caregiverId: of.caregiverId } }, { as })).status

async function statusesOf(...ids: string[]): Promise<string[]> {
  const { rows } = await t.database.pool.query('select id, status, cancel_reason from playdate')
  expect(rows.map(({ cancel_reason }) => cancel_reason)).toEqual(rows.map(() => null))
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

describe('a paused account', () => {
  test('may read its standing and sessions, appeal and sign out, and is refused anything else', {
    tags: ['SAFE-46'],
  }, async () => {
    await pauseBen({ days: 7 })
    const until = expect.stringMatching(
      new RegExp(`^${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 8)}`),
    )
    expect((await t.call(getStanding, {}, { as: ben })).body.data).toEqual({
      standing: 'suspended',
      kind: 'suspend',
      until,
      words,
      decidedAt: expect.any(String),
      appeal: 'possible',
    })
    const seen = await t.call(getUser, { params: { id: ben.userId } }, { as: admin })
    expect(seen.body.data).toMatchObject({ standing: 'suspended', standingUntil: until })
    const open = [whoami, listSessions, getStanding]
    expect(await Promise.all(open.map(async (call) => (await t.call(call, {}, { as: ben })).status))).toEqual(
      [200, 200, 200],
    )
    expect((await t.call(appeal, { body: { words: 'It was a joke' } }, { as: ben })).status).toBe(201)
    for (const closed of [listNotifications, signView] as const) {
      const input = { params: { fileKey: 'x'.repeat(32) } } as never
      expect((await t.call(closed, input, { as: ben })).body, closed.name).toMatchObject({
        status: 409,
        error: 'Your account is paused.',
      })
    }
    const mailed = await readLetter(t, ben.email)
    expect(mailed).toContain('Subject: Your account is paused')
    expect(mailed).toContain(words)
    expect((await t.call(logout, {}, { as: ben })).status).toBe(200)
  })

  test('is told that it is paused even if no decision is stored', { tags: ['SAFE-46'] }, async () => {
    await pauseBen({ days: 7 })
    await t.database.pool.query('delete from decision')
    expect((await t.call(getStanding, {}, { as: ben })).body.data).toEqual({
      standing: 'suspended',
      kind: null,
      until: expect.any(String),
      words: '',
      decidedAt: null,
      appeal: 'over',
    })
  })

  test('can be deleted', { tags: ['SAFE-46'] }, async () => {
    await pauseBen()
    const gone = await t.call(deleteAccount, { body: { password } }, { as: ben })
    expect(gone.status, gone.text).toBe(200)
  })

  test('loses its sockets at once, and can’t open another', { tags: ['SAFE-46'] }, async () => {
    const page = await openListeningPage(url, ben, { pauseMs: 50 })
    await pauseBen()
    // On its own, a socket checks only every five minutes whether it may stay.
    await vi.waitFor(() => expect(page.closes).toEqual([1008]), { timeout: 10_000 })
    const ticket = await fetch(`${url}/api/app/websocket-ticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ben.accessToken}` },
      body: '{}',
    })
    expect([ticket.status, page.isOpen]).toEqual([409, false])
    page.leave()
  })

  test('sends frames to the open pages of its helpers', { tags: ['SAFE-47'] }, async () => {
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    const [child = ''] = ben.children
    await addHelper(t.database, child, gran, { adder: ben })
    const page = await openListeningPage(url, gran)
    await pauseBen()
    const [guardian, playdate] = ['guardian', 'playdate'].map((what) =>
      JSON.stringify({ [what]: gran.caregiverId }),
    )
    await vi.waitFor(() => expect(page.frames).toEqual([guardian, playdate]), { timeout: 10_000 })
    page.leave()
  })

  test('hides its children from its helpers, who can still leave', { tags: ['SAFE-47'] }, async () => {
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    const [id = ''] = ben.children
    await addHelper(t.database, id, gran, { adder: ben })
    const read = async () => (await t.call(listGrownUps, { params: { id } }, { as: gran })).status
    expect(await read()).toBe(200)
    await pauseBen()
    expect(await read()).toBe(404)
    expect((await t.call(leaveChild, { params: { id } }, { as: gran })).status).toBe(200)
  })

  test('gets no pushes while it is paused', { tags: ['SAFE-46'] }, async () => {
    const keys = { p256dh: 'x', auth: 'y' }
    await saveSubscription(t.database.kysely, {
      id: newId(),
      endpoint: 'https://push.example.org/a',
      userId: ben.userId,
      sessionId: ben.sessionId,
      ...keys,
    })
    await pauseBen()
    const { rows } = await t.database.pool.query('select id from notification where user_id = $1', [
      ben.userId,
    ])
    const ids = rows.map(({ id }) => id)
    expect([ids.length, await listDeliveries(t.database.kysely, ids)]).toEqual([1, []])
    await t.database.pool.query(`update app_user set standing_until = now() where id = $1`, [ben.userId])
    expect(await listDeliveries(t.database.kysely, ids)).toHaveLength(1)
  })

  test('can’t see photos by links it kept', { tags: ['SAFE-46'] }, async () => {
    const { key } = await givePhoto(t, ben)
    const link = (await t.call(signView, { params: { fileKey: key } }, { as: ben })).body.data.signedUrl
    const follow = async () =>
      (await t.app.inject({ method: 'GET', url: link.slice(new URL(link).origin.length) })).statusCode
    expect(await follow()).toBe(200)
    await pauseBen()
    expect(await follow()).toBe(404)
  })

  test('is hidden from friends until the pause is over', { tags: ['SAFE-47'] }, async () => {
    expect(await childrenFor(anna, ben)).toBe(200)
    await pauseBen({ days: 7 })
    expect(await childrenFor(anna, ben)).toBe(404)
    await t.database.pool.query(`update app_user set standing_until = now() where id = $1`, [ben.userId])
    expect([await childrenFor(anna, ben), await childrenFor(ben, anna)]).toEqual([200, 200])
    expect((await t.call(getStanding, {}, { as: ben })).body.data).toMatchObject({
      standing: 'good',
      kind: null,
    })
  })

  test('its requests and its events that begin meanwhile are cancelled, and the others are notified', {
    tags: ['SAFE-46'],
  }, async () => {
    const sent = await addRequest(t.database, ben, anna)
    const got = await addRequest(t.database, anna, ben)
    const own = await addEvent(t.database, ben, [anna])
    const later = await addEvent(t.database, ben, [anna], inHours(8 * 24))
    const invited = await addEvent(t.database, anna, [ben])
    const before = await addEvent(t.database, ben, [anna], inHours(-1))
    await t.database.pool.query('delete from notification')
    await pauseBen({ days: 7 })
    expect(await statusesOf(sent.id, got.id, own.id, later.id, invited.id, before.id)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'accepted',
      'accepted',
      'accepted',
    ])
    const notices = (await t.call(listNotifications, {}, { as: anna })).body.data
    expect(notices.map(({ message }) => message).sort()).toEqual([
      'event.cancelled',
      'playdate.cancelled',
      'playdate.cancelled',
      'report.lookedAt',
    ])
  })

  test('the grown-ups on its own side are notified of what is cancelled, too', {
    tags: ['SAFE-46'],
  }, async () => {
    const dev = await addParent(t.database, { name: 'Dev', children: [] })
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    const [child = ''] = ben.children
    await addGuardian(t.database, child, dev)
    await addHelper(t.database, child, gran, { adder: ben })
    await addRequest(t.database, ben, anna)
    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_location = location1, accepted_time = proposed_times[1]`,
    )
    await t.database.pool.query('delete from notification')
    await pauseBen()
    const heard = async (as: Parent) =>
      (await t.call(listNotifications, {}, { as })).body.data.map(({ message }) => message)
    expect(await heard(anna)).toContain('playdate.cancelled')
    expect(await heard(dev)).toEqual(['side.cancelled'])
    expect(await heard(gran)).toEqual(['help.cancelled'])
  })

  test('all its coming events are cancelled if the pause has no end', { tags: ['SAFE-46'] }, async () => {
    const event = await addEvent(t.database, ben, [anna], inHours(300 * 24))
    await pauseBen()
    expect(await statusesOf(event.id)).toEqual(['cancelled'])
  })
})
