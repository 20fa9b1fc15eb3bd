import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { getRoom } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listChildrenOfCaregiver } from '@tagalong/contract/features/children/children.contract.ts'
import { signView } from '@tagalong/contract/features/files/files.contract.ts'
import { getGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import {
  decideReports,
  getReports,
  listReports,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { appeal, getStanding } from '@tagalong/contract/features/safety/standing.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen } from '#db/listen.ts'
import { grantAdmin } from '#features/users/users.service.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { readLetter } from '#test/outbox.ts'
import { about, addReport, givePhoto, say } from '#test/reports.ts'
import {
  addEvent,
  addGroup,
  addMember,
  addParent,
  addPerson,
  addRequest,
  connect,
  fingerprint,
  type Parent,
  type Person,
} from '#test/world.ts'

const words = 'A message of yours hurt somebody. Please be kind.'

let t: TestApp
let anna: Parent
let ben: Parent
let admin: Person
let other: Person
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo' }] })
  admin = await addAdministrator()
  other = await addAdministrator()
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const addAdministrator = (): Promise<Person> => addPerson(t.database, { isAdmin: true })

const decide = (body: object, { as = admin, subject = ben.caregiverId } = {}) =>
  t.call(decideReports, { params: { subject }, body }, { as })
const warn = (reports: string[]) => ({ reports, kind: 'warn', words })
const pause = (reports: string[], more = {}) => ({ reports, kind: 'suspend', words, ...more })
const close = (reports: string[]) => ({ reports, kind: 'close', words })
const none = (reports: string[], more = {}) => ({ reports, kind: 'none', ...more })
const standingOf = async (as: Person) => (await t.call(getStanding, {}, { as })).body.data
const titlesFor = async (as: Person) =>
  (await t.call(listNotifications, {}, { as })).body.data?.map(({ title }) => title)
const opened = async (subject = ben.caregiverId) =>
  (await t.call(getReports, { params: { subject } }, { as: admin })).body.data
const inbox = async (tab: string) =>
  (await t.call(listReports, { query: { tab } }, { as: admin })).body.data.map(({ subject }) => subject._id)
const latest = async () => (await opened()).decisions.find(({ isLatest }) => isLatest)?._id

describe('a decision', () => {
  test('that nothing was wrong closes the reports that it names, and notifies their reporters', {
    tags: ['SAFE-37', 'SAFE-39'],
  }, async () => {
    const [first, second] = [await addReport(t, anna, about(ben)), await photoReport()]
    const reply = await decide(none([first]))
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.reports.map(({ _id, closedAt }) => [_id, closedAt === null])).toEqual([
      [second, true],
      [first, false],
    ])
    expect([await inbox('waiting'), await inbox('closed')]).toEqual([[ben.caregiverId], [ben.caregiverId]])
    const states = (await t.call(getSafety, {}, { as: anna })).body.data.reports
    expect(states.map(({ state }) => state)).toEqual(['sent', 'nothing'])
    expect(await titlesFor(anna)).toEqual(['We looked at your report'])
    expect(await titlesFor(ben)).toEqual([])
  })

  test('to warn reaches the person by notice and mail, and changes nothing else', {
    tags: ['SAFE-44', 'SAFE-37'],
  }, async () => {
    const report = await addReport(t, anna, { ...about(ben), words: 'Anna says so' })
    expect((await decide(warn([report]))).status).toBe(200)
    expect(await titlesFor(ben)).toEqual(['A word from us'])
    const { rows } = await t.database.pool.query(`select url from notification where user_id = $1`, [
      ben.userId,
    ])
    expect(rows).toEqual([{ url: '/account-notice' }])
    const letter = await readLetter(t, ben.email)
    expect(letter).toContain('Subject: A word from us')
    expect(letter).toContain(words)
    expect(letter).toContain('/account-notice')
    expect(letter).not.toContain('Anna')
    expect(await standingOf(ben)).toEqual({
      standing: 'good',
      kind: 'warn',
      until: null,
      words,
      decidedAt: expect.any(String),
      appeal: 'possible',
    })
    expect((await t.call(getSafety, {}, { as: ben })).status).toBe(200)
    const states = (await t.call(getSafety, {}, { as: anna })).body.data.reports
    expect(states.map(({ state }) => state)).toEqual(['acted'])
  })

  test('to warn leaves a paused or closed account as it is', {
    tags: ['SAFE-44', 'SAFE-88'],
  }, async () => {
    const bars = async () => (await t.database.pool.query('select * from barred')).rows
    await t.database.pool.query('update app_user set email_opened_at = now() where id = $1', [ben.userId])
    for (const grave of [pause([], { days: 7 }), pause([]), close([])]) {
      const report = await addReport(t, anna, about(ben))
      await decide({ ...grave, reports: [report] })
      const [before, barred] = [await standingOf(ben), await bars()]
      expect(barred).toHaveLength(grave.kind === 'close' ? 1 : 0)
      expect((await decide({ ...warn([]), replaces: await latest() }, { as: other })).status).toBe(200)
      expect(await standingOf(ben)).toEqual({ ...before, kind: 'warn', decidedAt: expect.any(String) })
      expect([await bars(), (await t.call(getSafety, {}, { as: ben })).status]).toEqual([barred, 409])
      await decide(none([], { replaces: await latest() }))
      expect([await standingOf(ben), await bars()]).toMatchObject([{ standing: 'good', kind: null }, []])
    }
  })

  test('about a group is sent to its admins, and can only be a warning', { tags: ['SAFE-44'] }, async () => {
    const group = await addGroup(t.database, { name: 'Maple' })
    await addMember(t.database, group, ben, { isGroupAdmin: true })
    const report = await addReport(t, anna, { kind: 'group', target: group.id })
    const to = { subject: group.id }
    await t.database.pool.query('delete from connection')
    expect((await decide(pause([report]), to)).body.fields).toEqual({ kind: 'A group can only be warned' })
    expect((await decide(warn([report]), to)).status).toBe(200)
    expect(await titlesFor(ben)).toEqual(['A word from us about Maple'])
    expect(await readLetter(t, ben.email)).toContain(words)
    expect((await standingOf(ben)).kind).toBeNull()
  })

  test('needs words of 20 to 600 characters, unless nothing was wrong', { tags: ['SAFE-44'] }, async () => {
    const report = await addReport(t, anna, about(ben))
    const before = await fingerprint(t.database)
    for (const body of [
      { reports: [report], kind: 'warn' },
      { reports: [report], kind: 'warn', words: 'Too short' },
      { reports: [report], kind: 'warn', words: ' y ' },
      { reports: [report], kind: 'none', words },
    ]) {
      expect((await decide(body)).body.fields).toEqual({ words: 'Please write 20 to 600 characters' })
    }
    expect((await decide({ reports: [], kind: 'none' })).body.fields).toEqual({
      reports: 'Please choose a report',
    })
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('to pause or close needs a session that was confirmed recently', {
    tags: ['SAFE-49'],
  }, async () => {
    const eve = await addParent(t.database, { name: 'Eve' })
    await connect(t.database, eve, ben)
    const report = await addReport(t, anna, about(ben))
    const other = await addReport(t, eve, about(ben))
    await t.database.pool.query(`update session set confirmed_at = now() - interval '15 minutes'`)
    const before = await fingerprint(t.database)
    for (const body of [pause([report]), close([report])]) {
      const refused = await decide(body)
      expect([refused.status, refused.body.error]).toEqual([409, "Please confirm that it's you."])
    }
    expect(await fingerprint(t.database)).toBe(before)
    expect((await decide(warn([report]))).status).toBe(200)
    await t.database.pool.query('update session set confirmed_at = now()')
    expect((await decide({ ...pause([other]) })).status).toBe(200)
  })

  test('is in the audit log with ids only', { tags: ['SAFE-42'] }, async () => {
    const report = await addReport(t, anna, about(ben))
    const made = (await decide(warn([report]))).body.data.decisions[0]?._id
    const { data } = (await t.call(listAuditLog, {}, { as: admin })).body
    expect(data).toMatchObject([
      {
        action: 'reports.decide',
        subject: { kind: 'decision', _id: made },
        changes: {
          kind: { before: null, after: 'warn' },
          caregiver: { before: null, after: ben.caregiverId },
          reports: { before: null, after: report },
        },
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Anna|Ben|kind\.",/)
  })

  test('about reports of which one was closed meanwhile changes nothing', { tags: ['SAFE-39'] }, async () => {
    const [first, second] = [await addReport(t, anna, about(ben)), await photoReport()]
    await decide(warn([first]), { as: other })
    const before = await fingerprint(t.database)
    expect((await decide(pause([first, second]))).status).toBe(409)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('doesn’t close a report to which something was added after it was read', {
    tags: ['SAFE-36', 'SAFE-39'],
  }, async () => {
    const report = await addReport(t, anna, { ...about(ben), reason: 'spam', words: 'He sells' })
    const versionsNow = async () =>
      Object.fromEntries((await opened()).reports.map(({ _id, version }) => [_id, version]))
    const versions = await versionsNow()
    expect(await addReport(t, anna, { ...about(ben), reason: 'danger', words: 'He hits Leo' })).toBe(report)
    const before = await fingerprint(t.database)
    const late = await decide({ ...none([report], { versions }) })
    expect(late.body).toMatchObject({
      status: 409,
      error: 'Something was added to a report. Please read it first.',
    })
    expect(await fingerprint(t.database)).toBe(before)
    expect((await opened()).reports).toMatchObject([
      { closedAt: null, reason: 'danger', words: 'He sells\nHe hits Leo' },
    ])
    const read = { ...warn([report]), versions: await versionsNow() }
    expect((await decide(read)).status).toBe(200)
  })

  test('replaces the earlier one, and lifts it if nothing was wrong', {
    tags: ['SAFE-88'],
  }, async () => {
    const report = await addReport(t, anna, about(ben))
    await decide(pause([report]))
    expect((await t.call(getSafety, {}, { as: ben })).body).toMatchObject({
      status: 409,
      error: 'Your account is paused.',
    })
    const replaces = await latest()
    expect((await decide(none([report]), { as: other })).status).toBe(409)
    expect((await decide(none([report], { replaces }), { as: other })).status).toBe(200)
    expect((await t.call(getSafety, {}, { as: ben })).status).toBe(200)
    expect(await standingOf(ben)).toMatchObject({ standing: 'good', kind: null })
    expect((await opened()).decisions.map(({ kind, isLatest }) => [kind, isLatest])).toEqual([
      ['none', true],
      ['suspend', false],
    ])
    // An administrator who saw the decision before is too late.
    expect((await decide(none([], { replaces }))).status).toBe(409)
  })

  test('that is in force or appealed can be replaced only by an administrator who may read it', {
    tags: ['SAFE-41', 'SAFE-88'],
  }, async () => {
    const [eve, carla] = [await addParent(t.database), await addParent(t.database)]
    await connect(t.database, eve, ben)
    await connect(t.database, carla, anna)
    await grantAdmin(t.database, carla.email)
    for (const [made, isAppealed] of [
      [pause, false],
      [close, false],
      [warn, true],
    ] as const) {
      const open = await addReport(t, eve, about(ben))
      await decide(made([await addReport(t, anna, about(ben))]))
      if (isAppealed) await t.call(appeal, { body: { words: 'It was a joke' } }, { as: ben })
      const reply = await decide(none([open]), { as: carla })
      expect(reply.body).toMatchObject({ status: 409, error: 'Somebody else has to decide this.' })
      expect(await standingOf(ben)).toMatchObject({ appeal: isAppealed ? 'asked' : 'possible' })
      expect((await decide(none([open]), { as: other })).status).toBe(200)
    }
    const open = await addReport(t, eve, about(ben))
    await decide(warn([await addReport(t, anna, about(ben))]))
    expect((await decide(none([open]), { as: carla })).status).toBe(200)
  })

  test('can’t pause the last administrator', { tags: ['SAFE-51'] }, async () => {
    await t.database.pool.query('update app_user set is_admin = false')
    const eve = await addParent(t.database, { name: 'Eve' })
    await t.database.pool.query('delete from connection')
    const group = await addGroup(t.database)
    for (const member of [anna, ben, eve]) await addMember(t.database, group, member)
    for (const { email } of [ben, eve]) await grantAdmin(t.database, email)
    const [aboutBen, aboutEve] = [await addReport(t, anna, about(ben)), await addReport(t, anna, about(eve))]
    const replies = await Promise.all([
      decide(pause([aboutBen]), { as: eve }),
      decide(pause([aboutEve]), { as: ben, subject: eve.caregiverId }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect([m.prompt_auth_last_admin(), m.refusal_account_paused()]).toContain(refused?.body.error)
  })

  async function photoReport(): Promise<string> {
    await givePhoto(t, ben)
    return addReport(t, anna, { kind: 'photo', target: ben.children[0] })
  }
})

describe('removal', () => {
  test('of a message hides it from both sides, and keeps it as evidence', { tags: ['SAFE-45'] }, async () => {
    const { id, roomId } = await addRequest(t.database, ben, anna)
    const message = await say(t, ben, roomId, 'Go away')
    const report = await addReport(t, anna, { kind: 'message', target: message })
    const reply = await decide({ ...warn([report]), remove: [report] })
    expect(reply.body.data.reports).toMatchObject([
      {
        isRemovable: false,
        removedAt: expect.any(String),
        evidence: { messages: [{ text: 'Go away' }] },
      },
    ])
    for (const [as, language, text] of [
      [anna, 'en', 'This message was removed.'],
      [ben, 'es', 'Este mensaje fue quitado.'],
    ] as const) {
      const headers = { 'accept-language': language }
      const room = await t.call(getRoom, { params: { id } }, { as, headers })
      expect(room.body.data.messages.map(({ message }) => message.text)).toEqual([text])
    }
    expect(
      (await decide({ ...none([], { replaces: await latest() }), remove: [report] })).body.fields,
    ).toEqual({
      remove: 'There is nothing to remove',
    })
  })

  test('of a photo takes it off the child and ends every link to it', { tags: ['SAFE-45'] }, async () => {
    const { key } = await givePhoto(t, ben)
    const link = (await t.call(signView, { params: { fileKey: key } }, { as: anna })).body.data.signedUrl
    const follow = async () =>
      (await t.app.inject({ method: 'GET', url: link.slice(new URL(link).origin.length) })).statusCode
    expect(await follow()).toBe(200)
    const report = await addReport(t, anna, { kind: 'photo', target: ben.children[0] })
    await decide({ ...warn([report]), remove: [report] })
    expect(await follow()).toBe(404)
    for (const as of [anna, ben]) {
      const children = await t.call(
        listChildrenOfCaregiver,
        { params: { caregiverId: ben.caregiverId } },
        { as },
      )
      expect(children.body.data).toMatchObject([{ photo: null }])
    }
    expect((await opened()).reports).toMatchObject([{ hasPicture: true }])
  })

  test('of a photo that was replaced removes nothing', { tags: ['SAFE-45'] }, async () => {
    await givePhoto(t, ben)
    const report = await addReport(t, anna, { kind: 'photo', target: ben.children[0] })
    const { key } = await givePhoto(t, ben)
    await decide({ ...warn([report]), remove: [report] })
    const photo = async () =>
      (await t.database.pool.query('select photo from child where id = $1', [ben.children[0]])).rows[0].photo
    expect(await photo()).toBe(key)
    expect((await opened()).reports).toMatchObject([{ removedAt: null }])

    const another = await addReport(t, anna, { kind: 'photo', target: ben.children[0] })
    await decide({ ...none([another]), remove: [another] })
    expect(await photo()).toBeNull()
    expect((await opened()).reports.map(({ _id, removedAt }) => [_id, removedAt !== null])).toEqual([
      [another, true],
      [report, false],
    ])
  })

  test('counts only for content that was still there, in all reports about it', {
    tags: ['SAFE-37', 'SAFE-45'],
  }, async () => {
    const requests = [
      await addRequest(t.database, ben, anna),
      await addRequest(t.database, ben, anna),
      await addRequest(t.database, ben, anna),
    ]
    const [moved, to, changed] = requests.map(({ id }) => id)
    const { pool } = t.database
    await pool.query('update playdate set replaces_id = $1 where id = $2', [moved, to])
    const reports = [
      await addReport(t, anna, { kind: 'playdate', target: moved }),
      await addReport(t, anna, { kind: 'playdate', target: to }),
      await addReport(t, anna, { kind: 'playdate', target: changed }),
    ]
    await pool.query(`update playdate set location1 = 'The zoo', location2 = null where id = $1`, [changed])
    await decide({ ...none(reports), remove: [reports[0], reports[2]] })
    const states = (await t.call(getSafety, {}, { as: anna })).body.data.reports
    expect(states.map(({ _id, state }) => [_id, state]).toReversed()).toEqual([
      [reports[0], 'acted'],
      [reports[1], 'acted'],
      [reports[2], 'nothing'],
    ])
  })

  test('of a playdate or group deletes its words', { tags: ['SAFE-45'] }, async () => {
    const event = await addEvent(t.database, ben, [anna])
    const report = await addReport(t, anna, { kind: 'playdate', target: event.id })
    await decide({ ...warn([report]), remove: [report] })
    const playdate = (await t.call(getPlaydate, { params: { id: event.id } }, { as: anna })).body.data
    expect([playdate.description, playdate.acceptedLocation]).toEqual(['', ''])

    const group = await addGroup(t.database, { name: 'Maple' })
    await t.database.pool.query(`update caregiver_group set description = 'Buy here'`)
    const ad = await addReport(t, anna, { kind: 'group', target: group.id, reason: 'spam' })
    await decide({ ...warn([ad]), remove: [ad] }, { subject: group.id })
    const shown = (await t.call(getGroup, { params: { id: group.id } }, { as: anna })).body.data
    expect([shown.name, shown.description]).toEqual(['Maple', ''])
  })

  test('of an event’s words also deletes them on its other dates, and for guests who were taken off', {
    tags: ['SAFE-45'],
  }, async () => {
    const carl = await addParent(t.database, { name: 'Carl', children: [{ firstName: 'Zoe' }] })
    const [date, next, other] = [
      await addEvent(t.database, ben, [anna, carl]),
      await addEvent(t.database, ben, [anna, carl], inHours(72)),
      await addEvent(t.database, ben, [anna, carl], inHours(96)),
    ]
    const { pool } = t.database
    await pool.query('update playdate set series_id = $1, every_weeks = 1', [newId()])
    await pool.query(`update playdate set description = 'Bring a coat' where id = $1`, [other.id])
    const alone = await addEvent(t.database, ben, [anna, carl])
    const unconcerned = await addEvent(t.database, ben, [anna])
    await t.call(blockCaregiver, { params: { caregiver: carl.caregiverId } }, { as: ben })
    const wordsFor = async (as: Parent, ...events: { id: string }[]) => {
      const read = events.map(({ id }) => t.call(getPlaydate, { params: { id } }, { as }))
      return (await Promise.all(read)).map(({ body }) => body.data.description)
    }
    const all = [date, next, other, alone]
    expect(await wordsFor(carl, ...all)).toEqual(await wordsFor(anna, ...all))
    const heard: unknown[] = []
    const listener = await listen(t.database.url, {
      onSignal: (signal) => void (signal.kind === 'frame' && heard.push(signal.frame.playdate)),
      onGap: () => undefined,
      onError: () => undefined,
    })
    const reports = [
      await addReport(t, anna, { kind: 'playdate', target: date.id }),
      await addReport(t, carl, { kind: 'playdate', target: alone.id }),
    ]
    expect((await decide({ ...warn(reports), remove: reports })).status).toBe(200)
    for (const as of [anna, carl]) expect(await wordsFor(as, ...all)).toEqual(['', '', 'Bring a coat', ''])
    expect(await wordsFor(anna, unconcerned)).toEqual(['Bring a hat'])
    await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(all.map(({ id }) => id))), {
      timeout: 10_000,
    })
    await listener.close()
    const { rows } = await pool.query('select id from playdate where copy_of is not null')
    expect(rows.filter(({ id }) => heard.includes(id))).toEqual([])
  })

  test('of a request’s words also deletes them on the requests it was moved from and to', {
    tags: ['SAFE-45'],
  }, async () => {
    const requests = [
      await addRequest(t.database, ben, anna),
      await addRequest(t.database, ben, anna),
      await addRequest(t.database, ben, anna),
      await addRequest(t.database, ben, anna),
    ]
    const { pool } = t.database
    await pool.query(`update playdate set status = 'cancelled'`)
    const [first, second, third] = requests.map(({ id }) => id)
    for (const [newer, older] of [
      [second, first],
      [third, second],
    ]) {
      await pool.query('update playdate set replaces_id = $2 where id = $1', [newer, older])
    }
    const placeOf = async (id: string) =>
      (await t.call(getPlaydate, { params: { id } }, { as: anna })).body.data.proposedLocations.option1
    for (const target of [first, third]) {
      await pool.query(`update playdate set location1 = 'The zoo'`)
      const report = await addReport(t, anna, { kind: 'playdate', target })
      expect((await decide({ ...none([report]), remove: [report] })).status).toBe(200)
      expect(await Promise.all(requests.map(({ id }) => placeOf(id)))).toEqual(['', '', '', 'The zoo'])
    }
  })

  test('is refused for a person, and for what another account was reported for', {
    tags: ['SAFE-45'],
  }, async () => {
    const eve = await addParent(t.database, { name: 'Eve' })
    await connect(t.database, anna, eve)
    const [person, foreign] = [await addReport(t, anna, about(ben)), await addReport(t, anna, about(eve))]
    for (const remove of [[person], [foreign]]) {
      expect((await decide({ ...warn([person]), remove })).body.fields).toEqual({
        remove: 'There is nothing to remove',
      })
    }
  })
})

describe('an appeal', () => {
  const ask = (as: Person, said = 'It was a joke') => t.call(appeal, { body: { words: said } }, { as })

  test('is possible once per decision, within 30 days, and waits in the inbox', {
    tags: ['SAFE-50'],
  }, async () => {
    const report = await addReport(t, anna, about(ben))
    expect((await ask(ben)).status).toBe(409)
    await decide(pause([report]))
    expect((await ask(ben)).status).toBe(201)
    expect((await standingOf(ben)).appeal).toBe('asked')
    expect((await ask(ben)).body).toMatchObject({
      status: 409,
      error: "You can't ask for another look any more.",
    })
    expect(await inbox('waiting')).toEqual([ben.caregiverId])
    expect((await opened()).decisions).toMatchObject([{ appeal: { words: 'It was a joke' } }])
    await decide({ ...warn([]), replaces: await latest() }, { as: other })
    expect(await inbox('waiting')).toEqual([])
    t.clock.shift(30 * 86_400_000 - 60_000)
    expect((await standingOf(ben)).appeal).toBe('possible')
    t.clock.shift(120_000)
    expect([(await standingOf(ben)).appeal, (await ask(ben)).status]).toEqual(['over', 409])
  })

  test('is read by another administrator than the one who decided, if there is one', {
    tags: ['SAFE-50'],
  }, async () => {
    const report = await addReport(t, anna, about(ben))
    await decide(pause([report]))
    await ask(ben)
    const again = none([], { replaces: await latest() })
    const refused = await decide(again)
    expect(refused.body).toMatchObject({ status: 409, error: 'Somebody else has to read this appeal.' })
    expect((await standingOf(ben)).standing).toBe('suspended')
    expect((await decide(again, { as: other })).status).toBe(200)
    expect((await standingOf(ben)).standing).toBe('good')
  })

  test('is about the decision that was read, and no other', { tags: ['SAFE-50'] }, async () => {
    await decide(warn([await addReport(t, anna, about(ben))]))
    const { decidedAt } = await standingOf(ben)
    await decide(close([await addReport(t, anna, about(ben))]))
    const late = await t.call(appeal, { body: { words: 'It was a joke', decidedAt } }, { as: ben })
    expect(late.body).toMatchObject({ status: 409, error: 'This has changed. Please take another look.' })
    const now = await standingOf(ben)
    expect(now).toMatchObject({ kind: 'close', appeal: 'possible' })
    const body = { words: 'It was a joke', decidedAt: now.decidedAt ?? '' }
    expect((await t.call(appeal, { body }, { as: ben })).status).toBe(201)
  })

  test('can’t be closed by an administrator who hasn’t seen it', { tags: ['SAFE-50'] }, async () => {
    const report = await addReport(t, anna, about(ben))
    await decide(pause([report]))
    const replaces = await latest()
    await ask(ben)
    const late = await decide(none([], { replaces, hasAppeal: false }), { as: other })
    expect(late.body).toMatchObject({ status: 409, error: 'An appeal has come in. Please read it first.' })
    expect(await inbox('waiting')).toEqual([ben.caregiverId])
    expect((await decide(none([], { replaces, hasAppeal: true }), { as: other })).status).toBe(200)
  })

  test('is read by the administrator who decided if nobody else may', { tags: ['SAFE-50'] }, async () => {
    const report = await addReport(t, anna, about(ben))
    await decide(pause([report]))
    await ask(ben)
    await t.database.pool.query('update app_user set is_admin = false where id = $1', [other.userId])
    await grantAdmin(t.database, anna.email)
    expect((await decide(none([], { replaces: await latest() }))).status).toBe(200)
  })
})
