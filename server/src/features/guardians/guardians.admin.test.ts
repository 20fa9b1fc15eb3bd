import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { getChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  changePlace,
  listKnownPlaces,
  type PlaceAction,
  stopPlaceChange,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import {
  changeHelper,
  leaveChild,
  listGrownUps,
  stayWithChild,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAdmin } from '#features/users/users.db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { readLetter } from '#test/outbox.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  connect,
  fingerprint,
  type Parent,
  type Person,
} from '#test/world.ts'

const reason = 'A court order says so, shown to us on Monday.'
const madeUp = '0190a1b2-0000-7000-8000-000000000000'

let t: TestApp
let priya: Parent
let dev: Parent
let gran: Parent
let noa: Parent
let admin: Person
let id: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  gran = await addParent(t.database, { name: 'Gran', children: [] })
  noa = await addParent(t.database, { name: 'Noa' })
  admin = await addPerson(t.database, { isAdmin: true })
  id = priya.children[0] ?? ''
  await addGuardian(t.database, id, dev)
  await addHelper(t.database, id, gran, { adder: priya })
})
afterAll(() => t.close())

const of = (whose: Parent) => ({ params: { id, caregiverId: whose.caregiverId } })
const change = (whose: Parent, action: PlaceAction, as: Person = admin, why = reason) =>
  t.call(changePlace, { ...of(whose), body: { action, reason: why } }, { as })
const stop = (whose: Parent, as: Person = admin, at?: string) =>
  t.call(stopPlaceChange, { ...of(whose), query: at ? { at } : {} }, { as })
const list = async (as: Person = admin) =>
  (await t.call(listKnownPlaces, { params: { id } }, { as })).body.data
const placeOf = async (whose: Parent) =>
  (await list()).places.find(({ caregiver }) => caregiver._id === whose.caregiverId)
const child = async (as: Parent) => (await t.call(getChild, { params: { id } }, { as })).status
const administrator = () => addPerson(t.database, { isAdmin: true })
const titles = async (as: Person) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)

/** Makes the places of the child that much older. */
const pass = (interval: string) =>
  t.database.pool.query(
    `update guardianship set since = since - $2::interval, until = until - $2::interval where child_id = $1`,
    [id, interval],
  )
const isNotFresh = ({ sessionId }: Person) =>
  t.database.pool.query(`update session set confirmed_at = now() - interval '16 minutes' where id = $1`, [
    sessionId,
  ])
const urlsOf = async ({ userId }: Person) =>
  (await t.database.pool.query('select url from notification where user_id = $1', [userId])).rows.map(
    ({ url }) => url,
  )

describe('ending a place', () => {
  test('takes effect after 24 hours, and everyone concerned is notified at once', {
    tags: ['HOME-94'],
  }, async () => {
    const other = await administrator()
    await isNotFresh(admin)
    const before = await fingerprint(t.database)
    const stale = await change(dev, 'end')
    expect([stale.status, stale.body.error]).toEqual([409, refusalTexts.confirmNeeded()])
    expect(await fingerprint(t.database)).toEqual(before)
    await t.database.pool.query('update session set confirmed_at = now() where id = $1', [admin.sessionId])
    expect((await change(dev, 'end', admin, 'x'.repeat(19))).status).toBe(400)
    expect((await change(dev, 'end', admin, 'x'.repeat(601))).status).toBe(400)

    const { status, body } = await change(dev, 'end')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      until: body.data.underWay?.at,
      underWay: { action: 'end', by: { _id: admin.userId, email: admin.email }, reason },
    })

    for (const as of [priya, dev, admin, other]) {
      expect(await titles(as)).toEqual([expect.stringMatching(/^A grown-up's place ends at /)])
      const letter = await readLetter(t, as.email, "A grown-up's place ends at ")
      expect(letter.includes(reason)).toBe(as === dev)
      expect(letter).not.toContain('Anika')
    }
    expect(await Promise.all([dev, priya, other].map(urlsOf))).toEqual([
      [`/child/${id}/change/${dev.caregiverId}`],
      [`/child/${id}/change/${dev.caregiverId}`],
      [`/admin/child/${id}`],
    ])
    for (const as of [gran, noa]) expect(await titles(as)).toEqual([])

    const [entry] = (await t.call(listAuditLog, { query: {} }, { as: admin })).body.data
    expect(entry).toMatchObject({
      action: 'guardians.changePlace',
      actor: { _id: admin.userId },
      subject: { kind: 'child', _id: id },
      changes: {
        caregiver: { after: dev.caregiverId },
        action: { after: 'end' },
        reason: { after: '[hidden]' },
        until: { before: null, after: body.data.until },
      },
    })
    expect(JSON.stringify(entry)).not.toMatch(/court|Dev|Anika/)

    await pass('23 hours')
    expect(await child(dev)).toBe(200)
    await pass('1 hour')
    expect(await child(dev)).toBe(404)
    expect(await child(priya)).toBe(200)
  })

  test('is refused for the last guardian, even if two are ended at once', async () => {
    const other = await administrator()
    const replies = await Promise.all([change(priya, 'end'), change(dev, 'end', other)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body.error).toBe(m.prompt_guardian_needs_one())
    await pass('24 hours')
    const statuses = await Promise.all([child(priya), child(dev)])
    expect(statuses.toSorted()).toEqual([200, 404])
  })

  test('is refused if the place is over', async () => {
    expect((await t.call(leaveChild, { params: { id } }, { as: dev })).status).toBe(200)
    await pass('24 hours')
    const over = await change(dev, 'end')
    expect([over.status, over.body.error]).toEqual([409, m.prompt_guardian_changed()])
  })

  test('is possible while the guardian is leaving, who then can’t stay unless it is stopped', {
    tags: ['HOME-94'],
  }, async () => {
    const stay = () => t.call(stayWithChild, { params: { id } }, { as: dev })
    const mayStay = async () => {
      const { guardians } = (await t.call(listGrownUps, { params: { id } }, { as: dev })).body.data
      return guardians.find(({ caregiver }) => caregiver._id === dev.caregiverId)?.mayStay
    }
    expect((await t.call(leaveChild, { params: { id } }, { as: dev })).status).toBe(200)
    const leaves = (await placeOf(dev))?.until
    expect((await change(dev, 'end')).status).toBe(200)
    expect(await placeOf(dev)).toMatchObject({ until: leaves, underWay: { action: 'end' } })
    expect(await mayStay()).toBe(false)
    expect((await stay()).status).toBe(409)
    expect((await stop(dev)).status).toBe(200)
    expect(await mayStay()).toBe(true)
    expect(await placeOf(dev)).toMatchObject({ until: leaves, underWay: null })
    expect((await stay()).status).toBe(200)
    expect(await placeOf(dev)).toMatchObject({ until: null })
  })

  test('also ends the places of their helpers, who don’t return with them', {
    tags: ['HOME-29'],
  }, async () => {
    const kim = await addParent(t.database, { name: 'Kim', children: [] })
    await addHelper(t.database, id, kim, { adder: dev })
    const sees = async () => (await t.call(listGrownUps, { params: { id } }, { as: kim })).status
    expect(await sees()).toBe(200)
    expect((await change(dev, 'end')).status).toBe(200)
    await pass('24 hours')
    expect(await sees()).toBe(404)
    expect((await change(dev, 'restore')).status).toBe(200)
    expect(await sees()).toBe(404)
    await pass('24 hours')
    expect([await child(dev), await sees()]).toEqual([200, 404])
  })

  test('of a helper takes a day, whatever the guardian does; stopping it restores the last day', async () => {
    const last = (await placeOf(gran))?.until
    expect((await change(gran, 'end')).status).toBe(200)
    expect((await change(gran, 'end')).status).toBe(409)
    const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const moved = await t.call(changeHelper, { ...of(gran), body: { until: date } }, { as: priya })
    expect([moved.status, moved.body.error]).toEqual([409, m.prompt_guardian_changed()])
    expect((await stop(gran)).status).toBe(200)
    expect((await placeOf(gran))?.until).toBe(last)
    expect((await change(gran, 'end')).status).toBe(200)
    await pass('24 hours')
    expect((await t.call(listGrownUps, { params: { id } }, { as: gran })).status).toBe(404)
    expect((await change(gran, 'restore')).status).toBe(404)
  })

  test('has no effect on a later departure of the guardian', async () => {
    expect((await change(dev, 'end')).status).toBe(200)
    await pass('24 hours')
    expect((await change(dev, 'restore')).status).toBe(200)
    await pass('24 hours')
    expect((await t.call(leaveChild, { params: { id } }, { as: dev })).status).toBe(200)
    expect((await placeOf(dev))?.underWay).toBe(null)
    const stopped = await stop(dev)
    expect([stopped.status, stopped.body.error]).toEqual([409, m.prompt_guardian_changed()])
  })
})

test('any other administrator can stop an end until it takes effect, and nobody afterwards', {
  tags: ['HOME-95'],
}, async () => {
  const other = await administrator()
  const since = (await placeOf(dev))?.since
  expect((await change(dev, 'end')).status).toBe(200)
  await pass('23 hours')
  expect((await stop(dev, other)).status).toBe(200)
  for (const as of [priya, dev, admin, other]) {
    expect(await titles(as)).toContain(m.notice_place_stays())
    await readLetter(t, as.email, m.notice_place_stays())
  }
  expect((await stop(dev, other)).status).toBe(409)
  expect(await placeOf(dev)).toMatchObject({ since, until: null, underWay: null })
  await pass('24 hours')
  expect(await child(dev)).toBe(200)

  expect((await change(dev, 'end')).status).toBe(200)
  await pass('24 hours')
  const late = await stop(dev, other)
  expect([late.status, late.body.error]).toEqual([409, m.prompt_guardian_changed()])
  expect(await child(dev)).toBe(404)
})

test('stopping a change that was seen stops no other change', { tags: ['HOME-95'] }, async () => {
  const other = await administrator()
  expect((await change(dev, 'end')).status).toBe(200)
  const seen = (await placeOf(dev))?.underWay?.at
  await stop(dev, other)
  await pass('1 hour')
  expect((await change(dev, 'end', other)).status).toBe(200)
  const before = await fingerprint(t.database)
  expect((await stop(dev, admin, seen)).body.error).toBe(m.prompt_guardian_changed())
  expect(await fingerprint(t.database)).toBe(before)
  const now = (await placeOf(dev))?.underWay?.at
  expect((await stop(dev, admin, now)).status).toBe(200)
})

describe('restoring a place', () => {
  beforeEach(async () => {
    await change(dev, 'end')
    await pass('24 hours')
  })

  test('is possible only for a former guardian, and takes effect a day later', {
    tags: ['HOME-96'],
  }, async () => {
    for (const whose of [noa, { ...noa, caregiverId: madeUp }]) {
      expect((await change(whose, 'restore')).status).toBe(404)
    }
    expect((await change(gran, 'restore')).status).toBe(404)
    const { status, body } = await change(dev, 'restore')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ until: null, underWay: { action: 'restore', at: body.data.since } })
    expect(await child(dev)).toBe(404)
    for (const as of [priya, dev, admin]) {
      expect(await titles(as)).toContainEqual(expect.stringMatching(/^A grown-up comes back at /))
      await readLetter(t, as.email, 'A grown-up comes back at ')
    }
    await pass('23 hours')
    expect(await child(dev)).toBe(404)
    await pass('1 hour')
    expect(await child(dev)).toBe(200)
  })

  test('shows the guardian the answers that the family gave meanwhile', {
    tags: ['HOME-45', 'HOME-96'],
  }, async () => {
    await connect(t.database, noa, priya)
    const { id: playdate } = await addEvent(t.database, noa, [priya])
    const body = { playdate, response: 'rejected' as const }
    expect((await t.call(respondToEvent, { body }, { as: priya })).status).toBe(200)
    expect((await change(dev, 'restore')).status).toBe(200)
    await pass('24 hours')
    const { data } = (await t.call(getPlaydate, { params: { id: playdate } }, { as: dev })).body
    expect(data).toMatchObject({ side: 'recipient', response: 'rejected' })
  })

  test('is refused after 12 months, or if the place has changed', async () => {
    expect((await change(priya, 'restore')).status).toBe(409)
    expect((await change(dev, 'restore')).status).toBe(200)
    expect((await change(dev, 'restore')).status).toBe(409)
    expect((await change(dev, 'end')).status).toBe(409)
    expect((await stop(dev)).status).toBe(200)
    expect(await placeOf(dev)).toMatchObject({ underWay: null })
    await t.database.pool.query(
      `update guardianship set until = now() - interval '12 months 1 day' where caregiver_id = $1`,
      [dev.caregiverId],
    )
    expect((await change(dev, 'restore')).status).toBe(404)
    expect(await placeOf(dev)).toBe(undefined)
  })

  test('is refused while the child has four guardians', async () => {
    for (const name of ['Ada', 'Bea', 'Cleo']) {
      await addGuardian(t.database, id, await addParent(t.database, { name, children: [] }))
    }
    const full = await change(dev, 'restore')
    expect([full.status, full.body.error]).toEqual([409, m.prompt_guardian_full()])
  })
})

test('no administrator changes the grown-ups of their own child, and nobody can end the last guardian', {
  tags: ['HOME-97'],
}, async () => {
  for (const whose of [priya, gran]) await updateAdmin(t.database.kysely, whose.userId, true)
  expect((await change(dev, 'end')).status).toBe(200)
  const before = await fingerprint(t.database)
  for (const as of [priya, gran]) {
    for (const reply of [
      await change(dev, 'end', as),
      await change(noa, 'restore', as),
      await stop(dev, as),
    ]) {
      expect(reply.status).toBe(403)
    }
    expect((await list(as)).mayChange).toBe(false)
  }
  expect(await fingerprint(t.database)).toEqual(before)
  expect((await list()).mayChange).toBe(true)
  const last = await change(priya, 'end')
  expect([last.status, last.body.error]).toEqual([409, m.prompt_guardian_needs_one()])

  // Nor can an administrator bring themselves back.
  await updateAdmin(t.database.kysely, dev.userId, true)
  await pass('24 hours')
  expect((await change(dev, 'restore', dev)).status).toBe(403)
  expect((await change(priya, 'end', dev)).status).toBe(403)
})

test('grown-ups are listed with their roles, former ones last', async () => {
  await change(dev, 'end')
  await pass('24 hours')
  const { child, places } = await list()
  expect(child).toEqual({ _id: id, firstName: 'Anika' })
  expect(places.map(({ caregiver, role, addedBy }) => [caregiver.name, role, addedBy?.name])).toEqual([
    ['Priya', 'guardian', undefined],
    ['Gran', 'helper', 'Priya'],
    ['Dev', 'guardian', undefined],
  ])
  expect((await t.call(listKnownPlaces, { params: { id: madeUp } }, { as: admin })).status).toBe(404)
})
