import type { AddressInfo } from 'node:net'
import { getChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  changeHelper,
  endHelp,
  leaveChild,
  listGrownUps,
  listHelp,
  saveOwnPlace,
  stayWithChild,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { createGuardianInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { dateIn, startOfDate } from '@tagalong/contract/values/calendar-date.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { openListeningPage } from '#test/listening-page.ts'
import { readLetter } from '#test/outbox.ts'
import { addGuardian, addHelper, addParent, connect, fingerprint, type Parent } from '#test/world.ts'
import { lastDayOf } from '../last-day.ts'

let t: TestApp
let url: string
let priya: Parent
let dev: Parent
let gran: Parent
let noa: Parent
let id: string
beforeAll(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
  gran = await addParent(t.database, { name: 'Gran', children: [] })
  noa = await addParent(t.database, { name: 'Noa' })
  await connect(t.database, priya, noa)
  id = priya.children[0] ?? ''
})
afterAll(() => t.close())

const read = (as: Parent) => t.call(listGrownUps, { params: { id } }, { as })
const leave = (as: Parent) => t.call(leaveChild, { params: { id } }, { as })
const stay = (as: Parent) => t.call(stayWithChild, { params: { id } }, { as })
const child = (as: Parent) => t.call(getChild, { params: { id } }, { as })
const madeUp = '0190a1b2-0000-7000-8000-000000000000'
const namesOf = (rows: readonly { caregiver: { name: string } }[]) => rows.map((row) => row.caregiver.name)

/** Makes the places of the child that much older. */
const hoursPass = (hours: number) =>
  t.database.pool.query(
    `update guardianship set since = since - make_interval(hours => $2), until = until - make_interval(hours => $2)
      where child_id = $1`,
    [id, hours],
  )
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
const notFresh = ({ sessionId }: Parent) =>
  t.database.pool.query(`update session set confirmed_at = now() - interval '16 minutes' where id = $1`, [
    sessionId,
  ])

describe('the grown-ups of a child', () => {
  beforeEach(async () => {
    await addGuardian(t.database, id, dev)
    await addHelper(t.database, id, gran, { adder: priya })
  })

  test('are shown in full to guardians, in part to helpers, and to nobody else', {
    tags: ['HOME-02'],
  }, async () => {
    const body = { label: 'Grandpa', role: 'guardian' }
    await t.call(createGuardianInvite, { params: { id }, body }, { as: priya })
    const { guardians, helpers, invites } = (await read(dev)).body.data
    expect([namesOf(guardians), namesOf(helpers)]).toEqual([['Dev', 'Priya'], ['Gran']])
    expect(invites).toMatchObject([{ label: 'Grandpa', status: 'sent', invitedBy: { name: 'Priya' } }])
    expect(helpers[0]?.addedBy?.name).toBe('Priya')
    const ofGran = (await read(gran)).body.data
    expect([namesOf(ofGran.guardians), namesOf(ofGran.helpers), ofGran.invites]).toEqual([
      ['Priya'],
      ['Gran'],
      [],
    ])
    const missing = await t.call(listGrownUps, { params: { id: madeUp } }, { as: noa })
    for (const as of [noa, await addParent(t.database)]) {
      const refused = await read(as)
      expect([refused.status, refused.text]).toEqual([404, missing.text])
    }
  })

  test('show sharesPlaces only in the reader’s own row', async () => {
    expect(
      (await t.call(saveOwnPlace, { params: { id }, body: { sharesPlaces: false } }, { as: priya })).body
        .data,
    ).toMatchObject({ role: 'guardian', sharesPlaces: false })
    for (const as of [priya, dev]) {
      const { guardians } = (await read(as)).body.data
      const shared = guardians.map(({ caregiver, sharesPlaces }) => [caregiver.name, sharesPlaces])
      expect(Object.fromEntries(shared)).toEqual(
        as === priya ? { Priya: false, Dev: undefined } : { Priya: undefined, Dev: true },
      )
    }
    expect((await read(gran)).text).not.toContain('sharesPlaces')
    expect(await titles(dev)).toEqual([])
  })

  test('don’t include a guardian who has not begun', async () => {
    const soon = await addParent(t.database, { name: 'Soon', children: [] })
    await addGuardian(t.database, id, soon, { since: '1 hour' })
    expect((await read(soon)).status).toBe(404)
    expect(namesOf((await read(priya)).body.data.guardians)).not.toContain('Soon')
    expect((await leave(soon)).status).toBe(404)
    await hoursPass(1)
    expect((await read(soon)).status).toBe(200)
  })

  test('can end no place except that of a helper they added', { tags: ['HOME-29', 'HOME-35'] }, async () => {
    const end = (as: Parent, caregiverId: string) => t.call(endHelp, { params: { id, caregiverId } }, { as })
    const before = await fingerprint(t.database)
    expect((await end(priya, dev.caregiverId)).status).toBe(403)
    expect((await end(dev, priya.caregiverId)).status).toBe(403)
    expect((await end(dev, gran.caregiverId)).status).toBe(403)
    expect((await end(dev, dev.caregiverId)).status).toBe(403)
    expect((await end(dev, noa.caregiverId)).status).toBe(404)
    expect((await end(gran, gran.caregiverId)).status).toBe(404)
    expect((await end(noa, gran.caregiverId)).status).toBe(404)
    expect(
      (await t.call(endHelp, { params: { id: madeUp, caregiverId: gran.caregiverId } }, { as: priya }))
        .status,
    ).toBe(404)
    const until = lastDayOf(new Date(t.clock.now() + 86_400_000), 'UTC')
    const change = (as: Parent) =>
      t.call(changeHelper, { params: { id, caregiverId: gran.caregiverId }, body: { until } }, { as })
    expect((await change(dev)).status).toBe(403)
    expect(await fingerprint(t.database)).toBe(before)
    expect((await child(dev)).status).toBe(200)
    expect((await change(priya)).status).toBe(200)
    expect((await end(priya, gran.caregiverId)).body).toEqual({ status: 200, data: {} })
    expect((await read(gran)).status).toBe(404)
    expect((await end(priya, gran.caregiverId)).status).toBe(404)
  })
})

test('changing or ending a help sends frames to the helper and the other guardian', {
  tags: ['HOME-29'],
}, async () => {
  await addGuardian(t.database, id, dev)
  await addHelper(t.database, id, gran, { adder: priya })
  const [ofGran, ofDev] = [await openListeningPage(url, gran), await openListeningPage(url, dev)]
  const params = { id, caregiverId: gran.caregiverId }
  const until = lastDayOf(new Date(t.clock.now() + 86_400_000), 'UTC')
  const deeds = [
    () => t.call(changeHelper, { params, body: { until } }, { as: priya }),
    () => t.call(endHelp, { params }, { as: priya }),
  ]
  const [guardian, playdate] = ['guardian', 'playdate'].map((what) =>
    JSON.stringify({ [what]: gran.caregiverId }),
  )
  for (const [at, deed] of deeds.entries()) {
    expect((await deed()).status).toBe(200)
    await vi.waitFor(
      () => {
        expect(ofGran.frames.slice(2 * at)).toEqual([guardian, playdate])
        expect(ofDev.frames.slice(at)).toEqual([JSON.stringify({ guardian: dev.userId })])
      },
      { timeout: 10_000 },
    )
  }
  for (const page of [ofGran, ofDev]) page.leave()
})

describe('a help', () => {
  const help = async () => (await t.call(listHelp, {}, { as: gran })).body.data
  const change = (until: string) =>
    t.call(changeHelper, { params: { id, caregiverId: gran.caregiverId }, body: { until } }, { as: priya })
  const zone = 'America/New_York'
  const dayIn = (days: number) => dateIn(startOfDate(dateIn(t.clock.now(), zone), zone, days), zone)

  test('ends with its last day in the time zone of the guardian who added the helper, without a job', {
    tags: ['HOME-27'],
  }, async () => {
    await addHelper(t.database, id, gran, { adder: priya })
    expect((await change('2026-13-40')).status).toBe(400)
    const { until } = (await change(dayIn(0))).body.data
    const midnight = Date.parse(until ?? '')
    expect(new Date(midnight).toLocaleTimeString('en-US', { timeZone: 'America/New_York' })).toBe(
      '12:00:00 AM',
    )
    expect(midnight - t.clock.now()).toBeLessThanOrEqual(86_400_000 + 3_600_000)
    expect(midnight).toBeGreaterThan(t.clock.now())
    expect(await help()).toMatchObject([{ child: { firstName: 'Anika' }, addedBy: { name: 'Priya' }, until }])
    const past = async (seconds: number) => {
      await t.database.pool.query(
        `update guardianship set until = now() + make_interval(secs => $2) where child_id = $1 and role = 'helper'`,
        [id, -seconds],
      )
    }
    await past(-30)
    expect((await read(gran)).status).toBe(200)
    await past(0)
    expect((await read(gran)).status).toBe(404)
    expect(await help()).toEqual([])
    const ended = await change(dayIn(3))
    expect(ended.status).toBe(404)
  })

  test('lasts at most 365 days, and can’t end before today', async () => {
    await addHelper(t.database, id, gran, { adder: priya })
    const far = await change(dayIn(366))
    expect([far.status, far.body.fields]).toEqual([400, { until: 'At most 365 days ahead, please' }])
    const past = await change(dayIn(-1))
    expect([past.status, past.body.fields]).toEqual([400, { until: 'Please choose the last day' }])
    expect((await change(dayIn(365))).status).toBe(200)
    expect(
      (await t.call(changeHelper, { params: { id, caregiverId: gran.caregiverId }, body: {} }, { as: priya }))
        .status,
    ).toBe(400)
  })

  test('ends with the place of the guardian who added the helper', async () => {
    await addGuardian(t.database, id, dev)
    await addHelper(t.database, id, gran, { adder: priya })
    expect((await leave(priya)).status).toBe(200)
    const [{ until } = { until: '' }] = await help()
    expect(Date.parse(until) - Date.now()).toBeLessThan(86_400_000 + 1_000)
    await hoursPass(24)
    expect((await read(gran)).status).toBe(404)
    expect(await help()).toEqual([])
  })

  test('can be ended by the helper at once, even in a session that isn’t fresh', async () => {
    await addHelper(t.database, id, gran, { adder: priya })
    await notFresh(gran)
    expect((await leave(gran)).body).toEqual({ status: 200, data: null })
    expect((await read(gran)).status).toBe(404)
    expect((await leave(gran)).status).toBe(404)
    expect((await stay(gran)).status).toBe(404)
    expect(
      (await t.call(saveOwnPlace, { params: { id }, body: { sharesPlaces: true } }, { as: gran })).status,
    ).toBe(404)
  })
})

describe('leaving', () => {
  test('takes effect after a day, is notified at once and can be undone by staying', {
    tags: ['HOME-31'],
  }, async () => {
    await addGuardian(t.database, id, dev)
    await notFresh(dev)
    const before = await fingerprint(t.database)
    const refused = await leave(dev)
    expect([refused.status, refused.body.error]).toEqual([409, "Please confirm that it's you."])
    expect(await fingerprint(t.database)).toBe(before)
    await t.database.pool.query('update session set confirmed_at = now() where id = $1', [dev.sessionId])

    const left = (await leave(dev)).body.data
    expect(Date.parse(left?.until ?? '') - Date.now()).toBeGreaterThan(86_390_000)
    expect((await titles(priya))[0]).toMatch(/^Dev leaves as a grown-up of your child at /)
    expect((await titles(dev))[0]).toMatch(/^You stop being a child's grown-up at /)
    const own = await readLetter(t, dev.email, /You stop being a child's grown-up/)
    expect(own).toMatch(/^Stay/m)
    expect(own).toContain(`/child/${id}/grown-ups`)
    expect(own).not.toContain('Anika')
    await readLetter(t, priya.email, /Dev leaves as a grown-up/)
    expect((await leave(dev)).status).toBe(409)

    await hoursPass(23)
    expect((await child(dev)).status).toBe(200)
    expect((await stay(dev)).body.data.until).toBeNull()
    expect((await titles(priya))[0]).toBe('Dev stays a grown-up of your child')
    expect((await stay(dev)).status).toBe(409)
    await hoursPass(2)
    expect((await child(dev)).status).toBe(200)

    expect((await leave(dev)).status).toBe(200)
    await hoursPass(24)
    expect((await child(dev)).status).toBe(404)
    expect((await read(dev)).status).toBe(404)
    expect((await stay(dev)).status).toBe(404)
  })

  test('is refused for the last guardian, even if another begins tomorrow or is leaving, too', {
    tags: ['HOME-32'],
  }, async () => {
    const refuse = async () => {
      const before = await fingerprint(t.database)
      const refused = await leave(priya)
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'Anika needs at least one grown-up. You can delete the child instead.',
      ])
      expect(await fingerprint(t.database)).toBe(before)
    }
    await refuse()
    await addGuardian(t.database, id, dev, { since: '24 hours' })
    await refuse()
    await addHelper(t.database, id, gran, { adder: priya })
    await refuse()
    await hoursPass(24)
    expect((await leave(dev)).status).toBe(200)
    await refuse()
    expect((await child(priya)).status).toBe(200)
  })

  test('can be done and undone at most ten times a day', async () => {
    await addGuardian(t.database, id, dev)
    for (let n = 0; n < 10; n += 1) {
      expect((await leave(dev)).status).toBe(200)
      expect((await stay(dev)).status).toBe(200)
    }
    const before = await fingerprint(t.database)
    expect((await leave(dev)).status).toBe(429)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('can’t be undone if an administrator ended the place', async () => {
    await addGuardian(t.database, id, dev)
    await t.database.pool.query(
      `update guardianship set until = now() + interval '24 hours', ended_by = $3
        where child_id = $1 and caregiver_id = $2`,
      [id, dev.caregiverId, noa.userId],
    )
    const refused = await stay(dev)
    expect([refused.status, refused.body.error]).toEqual([409, 'This has changed. Please take another look.'])
    expect((await leave(dev)).status).toBe(409)
  })
})
