import {
  changePlace,
  type PlaceAction,
  stopPlaceChange,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getPlaceChange, reportPlaceChange } from '@tagalong/contract/features/safety/changes.contract.ts'
import {
  decideReports,
  getReports,
  listReports,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { getStanding } from '@tagalong/contract/features/safety/standing.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAdmin } from '#features/users/users.db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import {
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
const spanish = { 'accept-language': 'es' }
const words = 'That order is about another family.'

let t: TestApp
let priya: Parent
let dev: Parent
let gran: Parent
let noa: Parent
let admin: Person
let other: Person
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
  other = await addPerson(t.database, { isAdmin: true })
  id = priya.children[0] ?? ''
  await addGuardian(t.database, id, dev)
  await addHelper(t.database, id, gran, { adder: priya })
})
afterAll(() => t.close())

const of = (whose: Parent) => ({ params: { id, caregiverId: whose.caregiverId } })
const change = (as: Person, action: PlaceAction = 'end') =>
  t.call(changePlace, { ...of(dev), body: { action, reason } }, { as })
const read = (as: Person) => t.call(getPlaceChange, of(dev), { as })
const object = (as: Person, what = words) =>
  t.call(reportPlaceChange, { ...of(dev), body: { words: what } }, { as })
const inbox = async (as: Person) => (await t.call(listReports, { query: {} }, { as })).body.data
const titles = async (as: Person) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
const pass = (interval: string) =>
  t.database.pool.query(
    `update guardianship set since = since - $2::interval, until = until - $2::interval where child_id = $1`,
    [id, interval],
  )

describe("an administrator's change of a grown-up's place", () => {
  test('is shown to the grown-up it concerns with the reason, and to the guardians without it', async () => {
    expect((await change(admin)).status).toBe(200)
    const own = (await read(dev)).body.data
    expect(own).toEqual({
      caregiver: null,
      action: 'end',
      at: own.at,
      reason,
      isReported: false,
      mayReport: true,
    })
    expect(Date.parse(own.at)).toBeGreaterThan(Date.now())
    expect((await read(priya)).body.data).toEqual({
      ...own,
      caregiver: { _id: dev.caregiverId, name: 'Dev', lastName: 'Example' },
      reason: null,
    })
    // For a helper and a stranger, the same answer as for a child that doesn't exist.
    const madeUp = await t.call(
      getPlaceChange,
      { params: { ...of(dev).params, id: noa.caregiverId } },
      { as: noa },
    )
    for (const as of [gran, noa]) {
      const reply = await read(as)
      expect([reply.status, reply.text]).toEqual([404, madeUp.text])
    }
    await pass('24 hours')
    expect((await read(dev)).body.data).toMatchObject({ action: 'end', reason })
    expect((await change(admin, 'restore')).status).toBe(200)
    expect((await read(priya)).body.data).toMatchObject({ action: 'restore', reason: null })
    await t.call(stopPlaceChange, of(dev), { as: other })
    for (const as of [dev, priya]) expect((await read(as)).status).toBe(404)
  })

  test('a report by the grown-up it concerns reaches every administrator who isn’t involved', {
    tags: ['HOME-99'],
  }, async () => {
    const side = await addParent(t.database, { name: 'Side', children: [] })
    await updateAdmin(t.database.kysely, side.userId, true)
    await addGuardian(t.database, id, side)
    expect((await change(admin)).status).toBe(200)
    const { status, body } = await object(dev)
    expect(status).toBe(201)
    expect((await read(dev)).body.data.isReported).toBe(true)

    expect(await inbox(admin)).toEqual([])
    expect(await inbox(side)).toEqual([])
    const [row] = await inbox(other)
    expect(row).toMatchObject({
      subject: { _id: admin.userId, kind: 'caregiver', name: admin.email },
      things: [{ kind: 'person', count: 1 }],
      reason: 'other',
    })
    const waiting = m.notice_report_waiting()
    expect(await titles(other)).toContain(waiting)
    for (const as of [admin, side]) expect(await titles(as)).not.toContain(waiting)
    for (const as of [admin, side]) {
      expect((await t.call(getReports, { params: { subject: admin.userId } }, { as })).status).toBe(404)
    }
    const what = expect.stringMatching(
      new RegExp(`^Ends a grown-up's place on \\d\\d/\\d\\d/\\d{4}: /admin/child/${id}$`),
    )
    const opened = (await t.call(getReports, { params: { subject: admin.userId } }, { as: other })).body.data
    expect(opened.subject.user).toBe(admin.userId)
    expect(opened.reports).toMatchObject([
      { _id: body.data._id, words, evidence: { name: m.value_administrator(), words: [what, reason] } },
    ])

    // A second report adds words.
    expect((await object(dev, 'Once more.')).body.data._id).toBe(body.data._id)
    // The other guardian hasn't read the reason.
    expect((await object(priya)).status).toBe(201)
    const { reports } = (await t.call(getReports, { params: { subject: admin.userId } }, { as: other })).body
      .data
    expect(reports.map((each) => [each.words, each.evidence.words])).toEqual([
      [words, [what]],
      [`${words}\nOnce more.`, [what, reason]],
    ])
  })

  test('can still be read, but no longer reported, once its administrator’s account is deleted', {
    tags: ['HOME-99'],
  }, async () => {
    expect((await change(admin)).status).toBe(200)
    expect((await read(dev)).body.data.mayReport).toBe(true)
    await t.database.pool.query('delete from app_user where id = $1', [admin.userId])
    expect((await read(dev)).body.data).toMatchObject({ reason, isReported: false, mayReport: false })
    expect((await read(priya)).body.data).toMatchObject({ reason: null, mayReport: false })
    expect((await object(dev)).status).toBe(404)
  })

  test('is reported on its own: not with other changes by the same administrator, nor with the person', async () => {
    const mo = await addParent(t.database, { name: 'Mo' })
    await updateAdmin(t.database.kysely, mo.userId, true)
    await connect(t.database, dev, mo)
    const [other = ''] = (await addParent(t.database, { name: 'Kim' })).children
    await addGuardian(t.database, other, dev)
    const ofOther = { params: { id: other, caregiverId: dev.caregiverId } }
    for (const place of [of(dev), ofOther]) {
      const body = { action: 'end', reason }
      expect((await t.call(changePlace, { ...place, body }, { as: mo })).status).toBe(200)
    }
    const reported = async () => [
      (await read(dev)).body.data.isReported,
      (await t.call(getPlaceChange, ofOther, { as: dev })).body.data.isReported,
    ]
    const person = { kind: 'person', target: mo.caregiverId, reason: 'spam' }
    expect((await t.call(createReport, { body: person }, { as: dev })).status).toBe(201)
    expect(await reported()).toEqual([false, false])
    expect((await object(dev)).status).toBe(201)
    expect(await reported()).toEqual([true, false])
    await t.call(reportPlaceChange, { ...ofOther, body: { words } }, { as: dev, headers: spanish })
    expect(await reported()).toEqual([true, true])
    const opened = await t.call(getReports, { params: { subject: mo.caregiverId } }, { as: admin })
    const seen = opened.body.data.reports.map(({ evidence }) => evidence.words)
    const what = (child: string) => [expect.stringContaining(`/admin/child/${child}`), reason]
    expect(seen).toEqual([what(other), what(id), []])
  })

  test('a report of it is separate from one of the person, has its own notice and names no administrator', {
    tags: ['HOME-99'],
  }, async () => {
    const mo = await addParent(t.database, { name: 'Mo' })
    await updateAdmin(t.database.kysely, mo.userId, true)
    await connect(t.database, dev, mo)
    expect((await change(mo)).status).toBe(200)
    const person = { kind: 'person', target: mo.caregiverId, reason: 'spam' }
    const report = async () => (await t.call(createReport, { body: person }, { as: dev })).body.data._id
    const first = await report()
    const objection = (await object(dev)).body.data._id
    expect(objection).not.toBe(first)
    expect((await object(dev, 'Once more.')).body.data._id).toBe(objection)
    expect(await report()).toBe(first)
    const waiting = m.notice_report_waiting()
    expect((await titles(admin)).filter((each) => each === waiting)).toHaveLength(2)
    expect(await inbox(admin)).toMatchObject([{ reports: 2, things: [{ kind: 'person', count: 1 }] }])
    const own = (await t.call(getSafety, {}, { as: dev })).body.data.reports
    expect(own.map(({ _id, about }) => [_id, about])).toEqual([
      [objection, m.value_administrator()],
      [first, 'Mo Example'],
    ])
  })

  test('a report of it can be decided even if the administrator has no profile', async () => {
    await change(admin)
    await object(dev)
    const decide = (body: object) =>
      t.call(decideReports, { params: { subject: admin.userId }, body }, { as: other })
    const { reports } = (await t.call(getReports, { params: { subject: admin.userId } }, { as: other })).body
      .data
    const ids = reports.map(({ _id }) => _id)
    const warned = await decide({ reports: ids, kind: 'warn', words: 'Please read the papers with care.' })
    expect(warned.status, warned.text).toBe(200)
    expect(await inbox(other)).toEqual([])
    expect((await t.call(getStanding, {}, { as: admin })).body.data).toMatchObject({ kind: 'warn' })
    expect((await read(dev)).body.data.isReported).toBe(false)
    expect(await titles(dev)).toContain(m.notice_report_looked_at())
  })

  test('a report of it is about the caregiver if the administrator has a profile', async () => {
    const mo = await addParent(t.database, { name: 'Mo' })
    await updateAdmin(t.database.kysely, mo.userId, true)
    expect((await change(mo)).status).toBe(200)
    expect((await object(dev)).status).toBe(201)
    expect((await inbox(admin)).map(({ subject }) => subject)).toEqual([
      { _id: mo.caregiverId, kind: 'caregiver', name: 'Mo Example' },
    ])
    expect(await inbox(mo)).toEqual([])
  })

  test('can’t be reported by the administrator who made it, even once they are a guardian of the child', async () => {
    const mo = await addParent(t.database, { name: 'Mo' })
    await updateAdmin(t.database.kysely, mo.userId, true)
    expect((await change(mo)).status).toBe(200)
    await addGuardian(t.database, id, mo)
    expect([(await read(mo)).status, (await object(mo)).status]).toEqual([200, 404])
    expect((await object(dev)).status).toBe(201)
  })

  test('can’t be reported by others, without words, or if nothing was changed', async () => {
    const nothing = await object(dev)
    await change(admin)
    const before = await fingerprint(t.database)
    for (const as of [gran, noa]) {
      const reply = await object(as)
      expect([reply.status, reply.text]).toEqual([404, nothing.text])
    }
    for (const what of ['', '   ', 'x'.repeat(1_001)]) {
      const reply = await object(dev, what)
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['words']])
    }
    expect(await fingerprint(t.database)).toEqual(before)
  })
})
