import {
  decideReports,
  getReports,
  listReports,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { appeal } from '@tagalong/contract/features/safety/standing.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { about, addReport, givePhoto } from '#test/reports.ts'
import { report as reportFigures, sampleOrFull } from '#test/stress.ts'
import { addParent, addPerson, connect, type Parent, type Person } from '#test/world.ts'

const words = 'A message of yours hurt somebody. Please be kind.'
const rounds = sampleOrFull(5, 300)

let t: TestApp
let anna: Parent
let ben: Parent
let admin: Person
let other: Person
beforeAll(async () => {
  t = await testApp()
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  admin = await addPerson(t.database, { isAdmin: true })
  other = await addPerson(t.database, { isAdmin: true })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const decide = (as: Person, body: object) =>
  t.call(
    decideReports,
    { params: { subject: ben.caregiverId }, body: { words, kind: 'warn', ...body } },
    { as },
  )
const empty = () => t.database.pool.query('truncate report, decision, rate_limit')

describe('decisions', { timeout: 600_000 }, () => {
  test('about the same reports at the same time: exactly one counts', { tags: ['SAFE-39'] }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const report = await addReport(t, anna, about(ben))
      await givePhoto(t, ben)
      const between = { kind: 'photo', target: ben.children[0] }
      const [first, second] = await Promise.all([
        decide(admin, { reports: [report] }),
        decide(other, { reports: [report], kind: 'none', words: undefined }),
        addReport(t, anna, between),
      ])
      const replies = [first, second]
      expect(replies.map(({ status }) => status).sort(), `round ${round}`).toEqual([200, 409])
      const refused = replies.find(({ status }) => status === 409)
      expect(refused?.body.error).toBe('Somebody else has decided this.')
      const { rows } = await t.database.pool.query('select kind from decision')
      expect(rows).toEqual([{ kind: first.status === 200 ? 'warn' : 'none' }])
      const { data } = (await t.call(listReports, {}, { as: admin })).body
      expect(data).toMatchObject([{ reports: 1, things: [{ kind: 'photo', count: 1 }] }])
      await empty()
    }
    reportFigures('two administrators decide the same at once', `${rounds} rounds, one winner each`)
  })

  test('never lose an appeal that is made at the same time', { tags: ['SAFE-50'] }, async () => {
    let asked = 0
    for (let round = 0; round < rounds; round += 1) {
      const report = await addReport(t, anna, about(ben))
      await decide(other, { reports: [report] })
      const opened = await t.call(getReports, { params: { subject: ben.caregiverId } }, { as: admin })
      const replaces = opened.body.data.decisions[0]?._id
      const [appealed, decided] = await Promise.all([
        t.call(appeal, { body: { words: 'It was a joke' } }, { as: ben }),
        decide(admin, { reports: [], replaces }),
      ])
      expect([appealed.status, decided.status], `round ${round}`).toEqual([201, 200])
      const { rows } = await t.database.pool.query(
        `select appealed_at is not null as asked, exists (select from decision where replaces = d.id) as replaced
          from decision d order by created_at, id`,
      )
      // The appeal is against the first decision, and was read by the administrator who made the second; or it is
      // against the second, which counts. It is never lost.
      expect(rows).toEqual([
        { asked: rows[0].asked, replaced: true },
        { asked: !rows[0].asked, replaced: false },
      ])
      asked += rows[0].asked ? 1 : 0
      await empty()
    }
    reportFigures('an appeal and a decision at once', `${rounds} rounds, ${asked} appeals came first`)
  })
})
