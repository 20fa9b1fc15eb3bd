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
import type { NoticeMessage } from '@tagalong/contract/features/notices/notice-messages.ts'
import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { subscribe } from '@tagalong/contract/features/push/push.contract.ts'
import { languages } from '@tagalong/contract/values/language.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inLanguage } from '#language.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { allMailed, withoutTokens } from '#test/outbox.ts'
import { allHandedOver, hoursPass } from '#test/places.ts'
import {
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  addRequest,
  connect,
  makePremium,
  type Parent,
} from '#test/world.ts'
import { announceEndingHelp } from './places/help.service.ts'

let t: TestApp
let push: FakePush
let priya: Parent
let dev: Parent
let noa: Parent
/** Anika's id. */
let id: string
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  await t.reset()
})
afterAll(async () => {
  await t.close()
  await push.close()
})

const at = '2026-11-24T15:12:00Z'
type About = 'guardian' | 'helper' | 'side' | 'help' | 'place' | 'introduction' | 'child'
/** All messages about grown-ups, with exactly the parameters that each takes. */
const messages: Record<Extract<NoticeMessage, `${About}.${string}`>, object> = {
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
  'the notice %s has a text in each language, and no place for a child’s name',
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

test('whatever grown-ups do, no notice, push or mail contains a child’s name', {
  tags: ['HOME-98'],
}, async () => {
  const { database } = t
  priya = await addParent(database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
  noa = await addParent(database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
  const asha = await addParent(database, { name: 'Asha', children: [] })
  id = priya.children[0] ?? ''
  await addGuardian(database, id, dev)
  await addHelper(database, id, asha, { adder: priya })
  await connect(database, priya, noa)
  for (const each of [priya, noa]) await makePremium(database, each)
  for (const as of [priya, dev, noa, asha])
    await done(t.call(subscribe, { body: { subscription: push.device(as.name) } }, { as }))

  const saved = { firstName: 'Anika', lastNameInitial: 'E', school: 'Oak Street' }
  await done(t.call(saveChild, { params: { id }, body: saved }, { as: priya }))
  const introduction = { child: id, to: dev.caregiverId, friends: [noa.caregiverId] }
  await done(t.call(createIntroduction, { body: introduction }, { as: priya }))
  await inviteAndBegin()
  await arrange()
  await helpAlmostOver(asha)
  await leaveAndReturn()

  await allMailed(t)
  await allPushed()
  const { rows } = await database.pool.query('select message, title, params, url from notification')
  const said = new Set(rows.map(({ message }) => message))
  for (const message of Object.keys(messages)) expect(said, message).toContain(message)
  const jobs = await database.pool.query('select data from pgboss.job')
  const outbox = join(t.dataDir, 'outbox')
  const letters = await Promise.all(
    (await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')),
  )
  expect(Math.min(letters.length, push.received.length)).toBeGreaterThan(20)
  const pushes = push.received.map((each) => each.message)
  for (const written of [rows, jobs.rows, pushes, ...letters.map(withoutTokens)]) {
    expect(JSON.stringify(written)).not.toMatch(/Anika|Rohan|Zuri/)
  }
})

async function done<Data>(call: Promise<Reply<Data>>): Promise<Data> {
  const { status, text, body } = await call
  expect([200, 201], text).toContain(status)
  return body.data
}

/** A guardian and a helper who begin, and a guardian who is stopped before that. */
async function inviteAndBegin(): Promise<void> {
  const invited = async (role: 'guardian' | 'helper') => {
    const until = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    const body = { label: 'Anika’s aunt', role, ...(role === 'helper' && { until }) }
    const made = await done(t.call(createGuardianInvite, { params: { id }, body }, { as: priya }))
    const token = made.inviteUrl.split('/').at(-1) ?? ''
    const kim = await addParent(t.database, { name: 'Kim', children: [] })
    await done(t.call(acceptGuardianInvite, { params: { token }, body: {} }, { as: kim }))
    const confirmed = { params: { id: made.invite._id }, body: { version: 2 } }
    return await done(t.call(confirmGuardianInvite, confirmed, { as: priya }))
  }
  await invited('helper')
  const { _id: invite } = await invited('guardian')
  await done(t.call(stopGuardianInvite, { params: { invite }, query: {} }, { as: dev }))
  await invited('guardian')
  const { pool } = t.database
  await pool.query(`update guardian_invite set begins_at = now() where status = 'confirmed'`)
  await pool.query(`update pgboss.job set start_after = now() where name = 'guardian-begins'`)
  await vi.waitFor(
    async () => {
      const { rowCount } = await pool.query(`select from notification where message = 'guardian.began'`)
      expect(rowCount).toBeGreaterThan(0)
    },
    { timeout: 10_000 },
  )
}

/** Requests and events: sent, changed, answered and cancelled by one guardian of the child or the other. */
async function arrange(): Promise<void> {
  const plan = (type: 'single' | 'group', by: Parent, other: Parent) => ({
    type,
    ownerChildren: by.children.slice(0, 1),
    recipientChildren: other.children.slice(0, 1),
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(48).toISOString()],
  })
  const change = (of: { _id: string }, body: object) =>
    done(t.call(counterPlaydate, { params: { id: of._id }, body: { ...body, version: 1 } }, { as: priya }))
  const event = await done(t.call(createPlaydate, { body: plan('group', priya, noa) }, { as: priya }))
  await change(event, plan('group', priya, noa))
  const party = await done(t.call(createPlaydate, { body: plan('group', noa, priya) }, { as: noa }))
  for (const [as, response] of [
    [priya, 'accepted'],
    [dev, 'rejected'],
    [priya, 'accepted'],
  ] as const) {
    await done(t.call(respondToEvent, { body: { playdate: party._id, response } }, { as }))
  }
  const [first, second] = [await addRequest(t.database, noa, priya), await addRequest(t.database, noa, priya)]
  const body = { acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString(), version: 1 }
  await done(t.call(acceptPlaydate, { body: { id: first.id, ...body } }, { as: dev }))
  await done(t.call(cancelPlaydate, { body: { id: first.id } }, { as: dev }))
  await done(t.call(rejectPlaydate, { body: { id: second.id } }, { as: dev }))
}

async function helpAlmostOver(helper: Parent): Promise<void> {
  await t.database.pool.query(
    `update guardianship set since = now() - interval '20 days', until = now() + interval '6 days'
      where child_id = $1 and caregiver_id = $2`,
    [id, helper.caregiverId],
  )
  await announceEndingHelp({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
  })
}

/** Dev leaves, stays and returns, by himself and by administrators. */
async function leaveAndReturn(): Promise<void> {
  const admins = [
    await addPerson(t.database, { isAdmin: true }),
    await addPerson(t.database, { isAdmin: true }),
  ] as const
  const ofDev = { params: { id, caregiverId: dev.caregiverId } }
  const change = (action: 'end' | 'restore') => {
    const body = { action, reason: 'As a court in Oakland decided.' }
    return done(t.call(changePlace, { ...ofDev, body }, { as: admins[0] }))
  }
  await done(t.call(leaveChild, { params: { id } }, { as: dev }))
  await done(t.call(stayWithChild, { params: { id }, body: {} }, { as: dev }))
  await change('end')
  await done(t.call(stopPlaceChange, ofDev, { as: admins[1] }))
  await done(t.call(leaveChild, { params: { id } }, { as: dev }))
  await hoursPass(t, id, 25)
  await allHandedOver(t)
  await change('restore')
}

/** Waits until every push has been delivered. */
function allPushed(): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query(
        `select name from pgboss.job where name like 'push-%' and state < 'completed'`,
      )
      if (rows.length > 0) throw new Error(`${rows.length} pushes wait`)
    },
    { timeout: 15_000 },
  )
}
