import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import {
  changeCrashReport,
  getCrashReport,
  listCrashReports,
  listCrashReportValues,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addPerson, fingerprint, type Person } from '#test/world.ts'

let t: TestApp
let admin: Person
let person: Person
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  admin = await addPerson(t.database, { isAdmin: true })
  person = await addPerson(t.database)
  const body = {
    componentName: 'Dashboard',
    error: { name: 'TypeError', message: 'x is undefined', stack: 'at y' },
    userDescription: 'I pressed Respond',
  }
  await t.call(submitCrashReport, { body }, { as: person })
})
afterAll(() => t.close())

const list = async (query = {}) => (await t.call(listCrashReports, { query }, { as: admin })).body

describe('crash reports for administrators', () => {
  test('a report is new until an administrator changes its state; only the whole report holds the stack', {
    tags: ['API-138', 'API-047'],
  }, async () => {
    const [report] = (await list()).data
    expect(report).toEqual({
      _id: expect.any(String),
      state: 'new',
      createdAt: expect.stringMatching(/Z$/),
      componentName: 'Dashboard',
      error: { name: 'TypeError', message: 'x is undefined' },
      userDescription: 'I pressed Respond',
      user: { _id: person.userId, email: person.email },
    })
    const params = { id: report?._id }
    const whole = (await t.call(getCrashReport, { params }, { as: admin })).body.data
    expect(whole).toMatchObject({ error: { stack: 'at y' }, userAgent: expect.any(String) })
    for (const state of ['seen', 'solved', 'new']) {
      const reply = await t.call(changeCrashReport, { params, body: { state } }, { as: admin })
      expect(reply.body.data).toEqual({ ...whole, state })
    }
    expect((await list({ filter: JSON.stringify({ state: 'solved' }) })).data).toEqual([])
    const values = await t.call(listCrashReportValues, { query: { column: 'state' } }, { as: admin })
    expect(values.body.data).toEqual(['new'])
    const { data } = (await t.call(listAuditLog, {}, { as: admin })).body
    expect(data.map(({ changes }) => changes.state)).toEqual([
      { before: 'solved', after: 'new' },
      { before: 'seen', after: 'solved' },
      { before: 'new', after: 'seen' },
    ])
  })

  test('an unknown state or report is refused and changes nothing', { tags: ['API-047'] }, async () => {
    const [report] = (await list()).data
    const before = await fingerprint(t.database)
    const change = (id: string | undefined, state: string) =>
      t.call(changeCrashReport, { params: { id }, body: { state } }, { as: admin })
    expect((await change(report?._id, 'ignored')).status).toBe(400)
    expect((await change(newId(), 'seen')).status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
  })
})
