import {
  listAuditLog,
  listAuditValues,
} from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { signView } from '@tagalong/contract/features/files/files.contract.ts'
import {
  decideReports,
  getReports,
  type InboxRow,
  listReports,
  lookAtReport,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAdmin } from '#features/users/users.db.ts'
import { grantAdmin } from '#features/users/users.service.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { about, addReport, givePhoto, say } from '#test/reports.ts'
import {
  addGroup,
  addGuardian,
  addHelper,
  addMember,
  addParent,
  addPerson,
  addRequest,
  connect,
  fingerprint,
  type Parent,
  type Person,
} from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let eve: Parent
let admin: Person
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo' }] })
  eve = await addParent(t.database, { name: 'Eve' })
  admin = await addPerson(t.database, { isAdmin: true })
  await connect(t.database, anna, ben)
  await connect(t.database, eve, ben)
})
afterAll(() => t.close())

const list = (as: Person, query = {}) => t.call(listReports, { query }, { as })
const rowsFor = async (as: Person, query = {}) => (await list(as, query)).body.data
const open = (as: Person, subject: string) => t.call(getReports, { params: { subject } }, { as })
const look = (as: Person, subject: string, what: string, id: string) =>
  t.call(lookAtReport, { params: { subject }, body: { what, id } }, { as })
const names = (rows: InboxRow[]) => rows.map(({ subject }) => subject.name)
const pathOf = (link: string | null) => String(link).slice(new URL(String(link)).origin.length)

async function log(): Promise<string[]> {
  const { data } = (await t.call(listAuditLog, {}, { as: admin })).body
  return data.map(({ action, subject, changes }) => `${action} ${subject._id} ${JSON.stringify(changes)}`)
}

describe('the inbox', () => {
  test('has one row for all reports about an account', { tags: ['SAFE-34'] }, async () => {
    const { roomId } = await addRequest(t.database, ben, anna)
    const message = await say(t, ben, roomId, 'Go away')
    await addReport(t, anna, { kind: 'message', target: message, words: 'Rude' })
    await addReport(t, anna, { kind: 'message', target: message, words: 'Very rude' })
    await addReport(t, eve, { ...about(ben), reason: 'spam' })
    const subject = { _id: ben.caregiverId, kind: 'caregiver', name: 'Ben Example' }
    const { body } = await list(admin)
    expect(body).toMatchObject({
      total: 1,
      nextCursor: null,
      data: [
        {
          subject,
          things: [
            { kind: 'person', count: 1 },
            { kind: 'message', count: 1 },
          ],
          reports: 2,
          reason: 'hurtful',
          hasAppeal: false,
        },
      ],
    })
    const opened = (await open(admin, ben.caregiverId)).body.data
    expect(opened.subject).toEqual({ ...subject, user: ben.userId, standing: 'good', standingUntil: null })
    expect(opened.reports.map(({ kind, reason, words }) => [kind, reason, words])).toEqual([
      ['person', 'spam', ''],
      ['message', 'hurtful', 'Rude\nVery rude'],
    ])
    expect(opened.decisions).toEqual([])
  })

  test('lists children in danger first, then what has waited longest', { tags: ['SAFE-34'] }, async () => {
    await connect(t.database, anna, eve)
    const group = await addGroup(t.database, { name: 'Maple' })
    await addReport(t, anna, { ...about(eve), reason: 'spam' })
    await addReport(t, anna, { kind: 'group', target: group.id })
    await addReport(t, anna, { ...about(ben), reason: 'danger' })
    expect(names(await rowsFor(admin))).toEqual(['Ben Example', 'Eve Example', 'Maple'])
    await t.database.pool.query('update report set closed_at = now() where subject_caregiver_id = $1', [
      ben.caregiverId,
    ])
    expect(names(await rowsFor(admin))).toEqual(['Eve Example', 'Maple'])
    expect(names(await rowsFor(admin, { tab: 'closed' }))).toEqual(['Ben Example'])
  })

  test('is read in pages', { tags: ['SAFE-34'] }, async () => {
    await t.database.pool.query(
      `with made as (
        insert into caregiver_group (id, name, description, code)
        select gen_random_uuid(), 'Group ' || n, '', 'code' || n from generate_series(1, 60) n returning id)
      insert into report (id, subject_group_id, reporter_id, kind, target_id, reason, evidence)
      select gen_random_uuid(), id, $1, 'group', id, 'spam', '{"name": "", "child": null, "messages": [], "words": []}'
      from made`,
      [anna.caregiverId],
    )
    await addReport(t, anna, { ...about(ben), reason: 'danger' })
    for (const tab of ['waiting', 'closed']) {
      const first = (await list(admin, { tab })).body
      const { nextCursor: cursor } = first
      const second = (await list(admin, { tab, cursor })).body
      expect([first.total, first.data.length, second.data.length, second.nextCursor]).toEqual([
        61,
        50,
        11,
        null,
      ])
      expect(new Set([...first.data, ...second.data].map(({ subject }) => subject._id)).size).toBe(61)
      await t.database.pool.query('update report set closed_at = now()')
    }
    expect((await list(admin, { cursor: 'none' })).status).toBe(400)
  })

  test('keeps the name of an erased account', { tags: ['SAFE-33'] }, async () => {
    await addReport(t, anna, about(ben))
    await t.database.pool.query(
      `update caregiver set name = 'A caregiver', last_name = '', deleted_at = now(), user_id = null where id = $1`,
      [ben.caregiverId],
    )
    expect(names(await rowsFor(admin))).toEqual(['Ben Example'])
    expect((await open(admin, ben.caregiverId)).body.data.subject).toMatchObject({
      name: 'Ben Example',
      user: null,
    })
  })

  test('doesn’t reveal who reported', { tags: ['SAFE-37'] }, async () => {
    await addReport(t, anna, about(ben))
    const { text } = await open(admin, ben.caregiverId)
    expect(text).not.toContain(anna.caregiverId)
    expect(text).not.toContain('Anna')
  })
})

describe('an administrator who is involved', () => {
  /** Expects neither row nor report, as if nothing had been reported. */
  async function findsNothing(as: Parent, subject: string, report: string): Promise<void> {
    await grantAdmin(t.database, as.email)
    const before = await fingerprint(t.database)
    expect(await rowsFor(as)).toEqual([])
    const absent = await open(as, newId())
    expect((await open(as, subject)).text).toBe(absent.text)
    expect((await look(as, subject, 'reporter', report)).text).toBe(absent.text)
    expect(absent.status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
    expect((await rowsFor(admin)).length).toBe(1)
  }

  test.each([
    ['reporter', () => anna],
    ['reported', () => ben],
    ['connected with the reported', () => eve],
  ])('finds nothing as %s', { tags: ['SAFE-41'] }, async (_who, who) => {
    const report = await addReport(t, anna, about(ben))
    await findsNothing(who(), ben.caregiverId, report)
  })

  test('finds nothing as a grown-up of the same child as either side', { tags: ['SAFE-41'] }, async () => {
    const zoe = await addParent(t.database, { name: 'Zoe', children: [] })
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    await addGuardian(t.database, ben.children[0], zoe)
    await addHelper(t.database, anna.children[0], gran, { adder: anna })
    const report = await addReport(t, anna, about(ben))
    for (const as of [zoe, gran]) await findsNothing(as, ben.caregiverId, report)
  })

  test('finds nothing within 12 months after being a grown-up of the same child', {
    tags: ['SAFE-41'],
  }, async () => {
    const zoe = await addParent(t.database, { name: 'Zoe', children: [] })
    await addGuardian(t.database, ben.children[0], zoe, { since: '-24 months' })
    const ended = (interval: string) =>
      t.database.pool.query('update guardianship set until = now() - $2::interval where caregiver_id = $1', [
        zoe.caregiverId,
        interval,
      ])
    await ended('11 months')
    const report = await addReport(t, anna, about(ben))
    await findsNothing(zoe, ben.caregiverId, report)
    await ended('13 months')
    expect((await rowsFor(zoe)).length).toBe(1)
  })

  test('finds nothing if connected with either side when the report was made', {
    tags: ['SAFE-41'],
  }, async () => {
    await updateAdmin(t.database.kysely, eve.userId, true)
    const report = await addReport(t, anna, about(ben))
    const body = {
      reports: [report],
      kind: 'warn',
      words: 'A message of yours hurt somebody. Please be kind.',
    }
    await t.database.pool.query('delete from connection where $1 in (inviter_id, invitee_id)', [
      eve.caregiverId,
    ])
    await findsNothing(eve, ben.caregiverId, report)
    const decide = (as: Person) =>
      t.call(decideReports, { params: { subject: ben.caregiverId }, body }, { as })
    expect((await decide(eve)).status).toBe(404)
    expect((await decide(admin)).status).toBe(200)
    expect((await open(eve, ben.caregiverId)).status).toBe(404)
    // Of reports made afterwards she is no longer a side.
    const later = await addReport(t, anna, about(ben))
    const seen = (await open(eve, ben.caregiverId)).body.data
    expect([seen.reports.map(({ _id }) => _id), seen.decisions]).toEqual([[later], []])
  })

  test.each([
    ['blocked the reported', () => [eve, ben]],
    ['is blocked by the reported', () => [ben, eve]],
    ['is blocked by the reporter', () => [anna, eve]],
  ])('finds nothing as a caregiver who %s', { tags: ['SAFE-41'] }, async (_what, pair) => {
    const [blocker, blocked] = pair().map(({ caregiverId }) => caregiverId)
    await t.database.pool.query('delete from connection where $1 in (inviter_id, invitee_id)', [
      eve.caregiverId,
    ])
    const report = await addReport(t, anna, about(ben))
    await t.database.pool.query(
      `insert into block (id, blocker_id, blocked_id, name, last_name) values ($1, $2, $3, 'A', 'B')`,
      [newId(), blocker, blocked],
    )
    await findsNothing(eve, ben.caregiverId, report)
  })

  test('finds nothing if connected with the reporter', { tags: ['SAFE-41'] }, async () => {
    const group = await addGroup(t.database)
    const report = await addReport(t, anna, { kind: 'group', target: group.id })
    await findsNothing(ben, group.id, report)
  })

  test('finds nothing as an admin of the reported group, or if connected with one', {
    tags: ['SAFE-41'],
  }, async () => {
    const group = await addGroup(t.database)
    await addMember(t.database, group, eve, { isGroupAdmin: true })
    const report = await addReport(t, anna, { kind: 'group', target: group.id })
    await findsNothing(eve, group.id, report)
    await findsNothing(ben, group.id, report)
  })

  test('in one report still finds the others about that account', { tags: ['SAFE-41'] }, async () => {
    const zoe = await addParent(t.database, { name: 'Zoe' })
    await updateAdmin(t.database.kysely, zoe.userId, true)
    await connect(t.database, zoe, anna)
    await addReport(t, anna, about(ben))
    const other = await addReport(t, eve, about(ben))
    expect(await rowsFor(zoe)).toMatchObject([{ reports: 1 }])
    const opened = (await open(zoe, ben.caregiverId)).body.data
    expect(opened.reports.map(({ _id }) => _id)).toEqual([other])
  })
})

describe('each look at a report', () => {
  test('is logged with the report’s id and no name', { tags: ['SAFE-42'] }, async () => {
    await givePhoto(t, ben)
    const report = await addReport(t, anna, { kind: 'photo', target: ben.children[0] })
    await open(admin, ben.caregiverId)
    const { data } = (await look(admin, ben.caregiverId, 'reporter', report)).body
    expect(data).toMatchObject({ reporter: { _id: anna.caregiverId, name: 'Anna' }, picture: null })
    await look(admin, ben.caregiverId, 'picture', report)
    const entries = await log()
    expect(entries).toEqual([
      `reports.look ${report} {"seen":{"before":null,"after":"picture"}}`,
      `reports.look ${report} {"seen":{"before":null,"after":"reporter"}}`,
      `reports.get ${ben.caregiverId} {"reports":{"before":null,"after":"${report}"}}`,
    ])
  })

  test('is hidden from involved administrators in the audit log', {
    tags: ['SAFE-41', 'SAFE-42'],
  }, async () => {
    const report = await addReport(t, anna, about(ben))
    await open(admin, ben.caregiverId)
    await look(admin, ben.caregiverId, 'reporter', report)
    const words = 'A message of yours hurt somebody. Please be kind.'
    const body = { reports: [report], kind: 'warn' as const, words }
    const params = { subject: ben.caregiverId }
    expect((await t.call(decideReports, { params, body }, { as: admin })).status).toBe(200)
    const ofReports = (actions: readonly (string | null)[]) =>
      actions.filter((action) => action?.startsWith('reports.'))
    const logged = async (as: Person) => {
      const { data } = (await t.call(listAuditLog, {}, { as })).body
      const query = { column: 'action' as const }
      const values = (await t.call(listAuditValues, { query }, { as })).body.data
      return [ofReports(data.map(({ action }) => action)), ofReports(values)]
    }
    for (const as of [anna, ben, eve]) {
      await grantAdmin(t.database, as.email)
      expect(await logged(as), as.name).toEqual([[], []])
    }
    const zoe = await addParent(t.database, { name: 'Zoe' })
    await updateAdmin(t.database.kysely, zoe.userId, true)
    const all = ['reports.decide', 'reports.look', 'reports.get']
    for (const as of [admin, zoe]) expect(await logged(as)).toEqual([all, all.toSorted()])
    // The log outlives the reports.
    await t.database.pool.query('delete from report')
    await t.database.pool.query('delete from decision')
    // A look names only the report, which no longer exists anywhere.
    expect(await logged(ben)).toEqual([['reports.look'], ['reports.look']])
  })

  test('marks the report as opened', { tags: ['SAFE-36'] }, async () => {
    await addReport(t, anna, { ...about(ben), reason: 'danger' })
    await open(admin, ben.caregiverId)
    const { rows } = await t.database.pool.query('select opened_at is not null as is_opened from report')
    expect(rows).toEqual([{ is_opened: true }])
  })

  test('shows the picture by a link that works for this session only, for a minute', {
    tags: ['SAFE-43', 'SAFE-33'],
  }, async () => {
    const { key, bytes } = await givePhoto(t, ben)
    const report = await addReport(t, anna, { kind: 'photo', target: ben.children[0] })
    const opened = await open(admin, ben.caregiverId)
    expect(opened.body.data.reports).toMatchObject([{ hasPicture: true }])
    const { rows } = await t.database.pool.query('select photo_key from report')
    const copy = rows[0].photo_key
    for (const each of [key, copy]) expect(opened.text).not.toContain(each)
    await t.database.pool.query('update child set photo = null')
    const { picture } = (await look(admin, ben.caregiverId, 'picture', report)).body.data
    const follow = () => t.app.inject({ method: 'GET', url: pathOf(picture) })
    const seen = await follow()
    expect(seen.statusCode).toBe(200)
    expect(seen.rawPayload.equals(bytes)).toBe(true)
    expect(seen.headers['cache-control']).toBe('no-store')
    // There is no way around the log.
    const around = await t.call(signView, { params: { fileKey: copy } }, { as: admin })
    expect(around.status).toBe(404)
    const other = pathOf(picture).replace(/size=evidence/, 'size=photo')
    expect((await t.app.inject({ method: 'GET', url: other })).statusCode).toBe(404)
    t.clock.shift(61_000)
    expect((await follow()).statusCode).toBe(404)
    t.clock.shift(-61_000)
    expect((await follow()).statusCode).toBe(200)
    await updateAdmin(t.database.kysely, anna.userId, true)
    await updateAdmin(t.database.kysely, admin.userId, false)
    expect((await follow()).statusCode).toBe(404)
  })

  test('is 404 for a missing picture, or through another account', { tags: ['SAFE-43'] }, async () => {
    const report = await addReport(t, anna, about(ben))
    expect((await look(admin, ben.caregiverId, 'picture', report)).status).toBe(404)
    expect((await look(admin, ben.caregiverId, 'reporter', report)).status).toBe(200)
    expect((await look(admin, eve.caregiverId, 'reporter', report)).status).toBe(404)
  })
})
