import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { createIntroduction } from '@tagalong/contract/features/connections/introductions.contract.ts'
import {
  changePlace,
  stopPlaceChange,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { leaveChild, stayWithChild } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
  stopGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { acceptPlaydate, cancelPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { languages } from '@tagalong/contract/values/language.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguage } from '#language.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { allMailed } from '#test/outbox.ts'
import { allHandedOver, hoursPass } from '#test/places.ts'
import { addGuardian, addHelper, addParent, addPerson, addRequest, connect, inHours } from '#test/world.ts'
import { announceEndingHelp } from './places/help.service.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.reset()
})
afterAll(() => t.close())

const at = '2026-11-24T15:12:00Z'
/** By message, the parameters that it takes, and nothing else. */
const messages: Record<string, object> = {
  'child.changed': {},
  'guardian.opened': {},
  'guardian.stopped': {},
  'guardian.soon': { at },
  'guardian.soonYou': { at },
  'guardian.began': {},
  'guardian.beganYou': {},
  'guardian.leaves': { at },
  'guardian.leavesYou': { at },
  'guardian.stays': {},
  'guardian.left': {},
  'helper.began': { date: '2027-02-20' },
  'helper.ends': { date: '2027-02-20' },
  'helper.endsYou': { date: '2027-02-20' },
  'side.sent': { times: [at] },
  'side.confirmed': { times: [at] },
  'side.declined': { times: [at] },
  'side.changed': { times: [at] },
  'side.cancelled': { times: [at] },
  'side.yes': { times: [at] },
  'side.no': { times: [at] },
  'help.confirmed': { times: [at] },
  'help.changed': { times: [at] },
  'help.cancelled': { times: [at] },
  'introduction.made': {},
  'place.ends': { at },
  'place.returns': { at },
  'place.stays': {},
}

test.each(Object.entries(messages))(
  'the notice %s has its words, and no place for a child’s name',
  (message, params) => {
    for (const language of languages) {
      const typed = { ...params, child: 'Anika', name: 'Anika', firstName: 'Anika', text: 'Anika' }
      const kept = { message, params: typed, title: '', about: 'Dev', invitee: 'Dev', group: 'Dev' }
      const { title, detail } = inLanguage(language, () => renderNotice(kept, 'America/New_York'))
      expect(title).toMatch(/\w{3}/)
      expect(`${title} ${detail}`).not.toMatch(/Anika|[{}]/)
    }
  },
)

test('whatever grown-ups do, a child’s name is in no notice, push or mail', {
  tags: ['HOME-98'],
}, async () => {
  const { database } = t
  const priya = await addParent(database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  const dev = await addParent(database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
  const noa = await addParent(database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
  const asha = await addParent(database, { name: 'Asha', children: [] })
  const child = priya.children[0] ?? ''
  await addGuardian(database, child, dev)
  await addHelper(database, child, asha, { adder: priya })
  await connect(database, priya, noa)

  await t.call(
    saveChild,
    { params: { id: child }, body: { firstName: 'Anika', lastNameInitial: 'E', school: 'Oak Street' } },
    { as: priya },
  )
  await t.call(
    createIntroduction,
    { body: { child, to: dev.caregiverId, friends: [noa.caregiverId] } },
    { as: priya },
  )
  for (const role of ['guardian', 'helper'] as const) {
    const until = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    const body = { label: 'Anika’s aunt', role, ...(role === 'helper' && { until }) }
    const made = await t.call(createGuardianInvite, { params: { id: child }, body }, { as: priya })
    const { invite, inviteUrl } = made.body.data
    const other = await addParent(database, { name: 'Kim', children: [] })
    const token = inviteUrl.split('/').at(-1) ?? ''
    await t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: other })
    const confirmed = { params: { id: invite._id }, body: { version: 2 } }
    expect((await t.call(confirmGuardianInvite, confirmed, { as: priya })).status).toBe(200)
    if (role === 'guardian')
      await t.call(stopGuardianInvite, { params: { invite: invite._id }, query: {} }, { as: dev })
  }
  await t.call(leaveChild, { params: { id: child } }, { as: dev })
  await t.call(stayWithChild, { params: { id: child }, body: {} }, { as: dev })
  const { id } = await addRequest(database, noa, priya)
  const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString(), version: 1 }
  expect((await t.call(acceptPlaydate, { body }, { as: dev })).status).toBe(200)
  expect((await t.call(cancelPlaydate, { body: { id } }, { as: dev })).status).toBe(200)

  const [admin, second] = [
    await addPerson(database, { isAdmin: true }),
    await addPerson(database, { isAdmin: true }),
  ]
  const ofDev = { params: { id: child, caregiverId: dev.caregiverId } }
  const ended = { ...ofDev, body: { action: 'end' as const, reason: 'As a court in Oakland decided.' } }
  expect((await t.call(changePlace, ended, { as: admin })).status).toBe(200)
  expect((await t.call(stopPlaceChange, ofDev, { as: second })).status).toBe(200)
  await database.pool.query(
    `update guardianship set since = now() - interval '20 days', until = now() + interval '6 days'
      where child_id = $1 and caregiver_id = $2`,
    [child, asha.caregiverId],
  )
  await announceEndingHelp({
    db: database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
  })
  expect((await t.call(leaveChild, { params: { id: child } }, { as: dev })).status).toBe(200)
  await hoursPass(t, child, 25)
  await allHandedOver(t)

  await allMailed(t)
  const { rows } = await database.pool.query('select message, title, params, url from notification')
  const told = new Set(rows.map(({ message }) => message))
  for (const message of [
    'child.changed',
    'guardian.opened',
    'guardian.soon',
    'guardian.soonYou',
    'guardian.stopped',
    'guardian.leaves',
    'guardian.leavesYou',
    'guardian.stays',
    'helper.began',
    'guardian.beganYou',
    'introduction.made',
    'side.confirmed',
    'side.cancelled',
    'help.confirmed',
    'help.cancelled',
    'place.ends',
    'place.stays',
    'helper.ends',
    'helper.endsYou',
    'guardian.left',
  ])
    expect(told, message).toContain(message)
  const jobs = await database.pool.query('select data from pgboss.job')
  const outbox = join(t.dataDir, 'outbox')
  const letters = await Promise.all(
    (await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')),
  )
  expect(letters.length).toBeGreaterThan(5)
  for (const written of [JSON.stringify(rows), JSON.stringify(jobs.rows), ...letters]) {
    expect(written).not.toMatch(/Anika|Rohan|Zuri/)
  }
})
