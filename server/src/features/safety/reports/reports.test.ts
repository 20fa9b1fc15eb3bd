import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteAccount } from '@tagalong/contract/features/auth/auth.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { cancelPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '#env.ts'
import { hashPassword } from '#features/auth/passwords.ts'
import { sweepFiles } from '#features/files/sweep.service.ts'
import { updateAdmin, updatePassword } from '#features/users/users.db.ts'
import { openFileStore } from '#integrations/open-file-store.ts'
import { type CallOptions, type TestApp, testApp } from '#test/app.ts'
import { readLetter, withoutTokens } from '#test/outbox.ts'
import { about, givePhoto, say } from '#test/reports.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addParent,
  addPerson,
  addRequest,
  connect,
  fingerprint,
  type Parent,
  type Person,
} from '#test/world.ts'
import { mailAdministratorKind, notifyAdministrators } from './notify.service.ts'

const hour = 3_600_000

let t: TestApp
let anna: Parent
let ben: Parent
let eve: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  // A time at which it is morning for nobody here.
  t.clock.shift(((24 + 20 - new Date().getUTCHours()) % 24) * hour)
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo' }] })
  eve = await addParent(t.database, { name: 'Eve' })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const report = (as: Parent, body: object, options: CallOptions = {}) =>
  t.call(createReport, { body: { reason: 'hurtful', ...body } }, { as, ...options })

async function rows() {
  const { rows } = await t.database.pool.query('select * from report order by created_at, id')
  return rows
}

const photoAt = (key: string) => readFile(join(t.dataDir, 'files/photos', key))
const noticesOf = async (as: Person) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
const administrator = () => addPerson(t.database, { isAdmin: true })

/** Runs the job as the clock would; returns its mails, and to whom. */
async function notifyByClock(): Promise<string[]> {
  const mails: string[] = []
  const queue = {
    async enqueue(_db: unknown, kind: { name: string }, data: object) {
      if (kind.name !== mailAdministratorKind.name) return
      const { user, what } = data as { user: string; what: string }
      mails.push(`${what} ${user}`)
    },
    close: async () => undefined,
  }
  await notifyAdministrators({ db: t.database.kysely, queue, clock: t.clock })
  return mails.sort()
}

describe('a report', () => {
  test('stores the text of a phrase as it was sent, whatever the reporter’s language', {
    tags: ['SAFE-30', 'TIME-118'],
  }, async () => {
    const { roomId } = await addRequest(t.database, ben, anna)
    const target = await say(t, ben, roomId, 'On our way')
    await t.database.pool.query(`update message set phrase = 'on-our-way'`)
    const inSpanish = { headers: { 'accept-language': 'es' } }
    expect((await report(anna, { kind: 'message', target }, inSpanish)).status).toBe(201)
    const [row] = await rows()
    expect(row.evidence.messages).toEqual([
      { sender: 'Ben Example', text: 'On our way', createdAt: expect.any(String) },
    ])
  })

  test('can be made about anything of another that one sees, and stores a copy of it', {
    tags: ['SAFE-30'],
  }, async () => {
    const { id, roomId } = await addRequest(t.database, ben, anna)
    const group = await addGroup(t.database, { name: 'Maple' })
    const message = await say(t, ben, roomId, 'Give me your keys')
    const { key } = await givePhoto(t, ben)
    const targets = {
      person: ben.caregiverId,
      message,
      photo: ben.children[0],
      playdate: id,
      group: group.id,
    }
    for (const [kind, target] of Object.entries(targets)) {
      expect((await report(anna, { kind, target })).status, kind).toBe(201)
    }
    const bare = { name: 'Ben Example', child: null, messages: [], words: [], photo: null }
    expect((await rows()).map(({ kind, evidence }) => [kind, evidence])).toEqual([
      ['person', bare],
      [
        'message',
        {
          ...bare,
          messages: [{ sender: 'Ben Example', text: 'Give me your keys', createdAt: expect.any(String) }],
        },
      ],
      ['photo', { ...bare, child: 'Leo E', photo: key }],
      ['playdate', { ...bare, words: ['The park', 'The library'] }],
      ['group', { ...bare, name: 'Maple', words: ['Maple'] }],
    ])
    expect((await rows()).map((row) => row.subject_caregiver_id ?? row.subject_group_id)).toEqual([
      ...Array(4).fill(ben.caregiverId),
      group.id,
    ])
  })

  test('of a photo is about the guardian who uploaded it, by the name that the reporter knows', {
    tags: ['SAFE-30'],
  }, async () => {
    const dev = await addParent(t.database, { name: 'Dev', children: [] })
    await addGuardian(t.database, ben.children[0], dev)
    await givePhoto(t, ben)
    await t.database.pool.query('update file set user_id = $1', [dev.userId])
    expect((await report(anna, { kind: 'photo', target: ben.children[0] })).status).toBe(201)
    // A former guardian answers for nothing there.
    await connect(t.database, eve, ben)
    await t.database.pool.query(
      `update guardianship set until = now() - interval '1 minute' where caregiver_id = $1`,
      [dev.caregiverId],
    )
    expect((await report(eve, { kind: 'photo', target: ben.children[0] })).status).toBe(201)
    expect((await rows()).map((row) => [row.subject_caregiver_id, row.evidence.name])).toEqual([
      [dev.caregiverId, 'Ben Example'],
      [ben.caregiverId, 'Ben Example'],
    ])
  })

  test('of a stranger’s things is 404, with the same bytes as for things that don’t exist', {
    tags: ['SAFE-30'],
  }, async () => {
    const { id, roomId } = await addRequest(t.database, ben, anna)
    const message = await say(t, ben, roomId, 'Hello')
    await givePhoto(t, ben)
    const before = await fingerprint(t.database)
    const absent = await report(eve, { kind: 'person', target: newId() })
    const targets = { person: ben.caregiverId, message, photo: ben.children[0], playdate: id, group: newId() }
    for (const [kind, target] of Object.entries(targets)) {
      expect((await report(eve, { kind, target })).text, kind).toBe(absent.text)
    }
    expect(absent.status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('of one’s own things is 404', { tags: ['SAFE-30'] }, async () => {
    const { id, roomId } = await addRequest(t.database, anna, ben)
    const message = await say(t, anna, roomId, 'Hello')
    await givePhoto(t, anna)
    const targets = { person: anna.caregiverId, message, photo: anna.children[0], playdate: id }
    for (const [kind, target] of Object.entries(targets)) {
      expect((await report(anna, { kind, target })).status, kind).toBe(404)
    }
  })

  test('of an event’s private message is possible only for readers of that room', {
    tags: ['SAFE-30'],
  }, async () => {
    await connect(t.database, anna, eve)
    const event = await addEvent(t.database, anna, [ben, eve])
    const { rows: rooms } = await t.database.pool.query(
      'select id from chat_room where playdate_id = $1 and recipient_id = $2',
      [event.id, ben.caregiverId],
    )
    const message = await say(t, ben, rooms[0].id, 'Between us')
    expect((await report(eve, { kind: 'message', target: message })).status).toBe(404)
    expect((await report(anna, { kind: 'message', target: message })).status).toBe(201)
  })

  test('of a message is about its writer even after they blocked its reader', {
    tags: ['SAFE-30'],
  }, async () => {
    const { roomId } = await addRequest(t.database, ben, anna)
    const target = await say(t, ben, roomId, 'I know where you live')
    await t.call(blockCaregiver, { params: { caregiver: anna.caregiverId } }, { as: ben })
    expect((await report(anna, { kind: 'message', target })).status).toBe(201)
    expect((await report(anna, about(ben))).status).toBe(404)
    const [row] = await rows()
    expect([row.subject_caregiver_id, row.evidence.name]).toEqual([ben.caregiverId, 'Another family'])
  })

  test('of a cancelled playdate includes the reason', { tags: ['SAFE-30'] }, async () => {
    const { id } = await addRequest(t.database, ben, anna)
    await t.call(cancelPlaydate, { body: { id, reason: 'You smell' } }, { as: ben })
    expect((await report(anna, { kind: 'playdate', target: id })).status).toBe(201)
    expect((await rows())[0].evidence.words).toEqual(['The park', 'The library', 'You smell'])
  })

  test('of a cancelled playdate contains only the words of the other side', {
    tags: ['SAFE-30'],
  }, async () => {
    const theirs = await addRequest(t.database, ben, anna)
    const own = await addRequest(t.database, anna, ben)
    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_time = proposed_times[1], accepted_location = location1`,
    )
    const evidence = async (canceller: Parent, reported: string) => {
      const body = { id: reported, reason: `From ${canceller.name}` }
      expect((await t.call(cancelPlaydate, { body }, { as: canceller })).status).toBe(200)
      expect((await report(anna, { kind: 'playdate', target: reported })).status).toBe(201)
      const row = (await rows()).at(-1)
      expect([row.subject_caregiver_id, row.evidence.name]).toEqual([ben.caregiverId, 'Ben Example'])
      return row.evidence.words
    }
    expect(await evidence(anna, theirs.id)).toEqual(['The park', 'The library'])
    expect(await evidence(ben, own.id)).toEqual(['From Ben'])
  })

  test('of a playdate is about the grown-up on the other side who wrote the words', {
    tags: ['SAFE-30'],
  }, async () => {
    const [omar, dev] = [
      await addParent(t.database, { name: 'Omar', children: [] }),
      await addParent(t.database, { name: 'Dev', children: [] }),
    ]
    await addGuardian(t.database, ben.children[0], omar)
    await addGuardian(t.database, anna.children[0], dev)
    const theirs = await addRequest(t.database, ben, anna)
    const own = await addRequest(t.database, { ...dev, children: anna.children }, ben)
    const seen = async () =>
      (await rows()).map(({ kind, subject_caregiver_id, evidence: { name, words } }) => ({
        kind,
        by: subject_caregiver_id,
        name,
        words,
      }))
    const proposal = {
      kind: 'playdate',
      by: ben.caregiverId,
      name: 'Ben Example',
      words: ['The park', 'The library'],
    }
    expect((await report(anna, { kind: 'playdate', target: theirs.id })).status).toBe(201)
    expect(await seen()).toEqual([proposal])

    await t.database.pool.query(
      `update playdate set status = 'accepted', accepted_time = proposed_times[1], accepted_location = location1`,
    )
    const cancel = (as: Parent, id: string) =>
      t.call(cancelPlaydate, { body: { id, reason: `${as.name} says you smell` } }, { as })
    expect((await cancel(omar, theirs.id)).status).toBe(200)
    expect((await cancel(ben, own.id)).status).toBe(200)
    for (const target of [theirs.id, theirs.id, own.id]) {
      expect((await report(anna, { kind: 'playdate', target })).status).toBe(201)
    }
    const reasonOf = (as: Parent) => ({
      by: as.caregiverId,
      name: `${as.name} Example`,
      words: [`${as.name} says you smell`],
    })
    expect(await seen()).toEqual([
      proposal,
      { kind: 'person', ...reasonOf(omar) },
      { kind: 'playdate', ...reasonOf(ben) },
    ])
  })

  test('of a message includes up to ten before it, and outlives the writer’s account', {
    tags: ['SAFE-33'],
  }, async () => {
    const { roomId } = await addRequest(t.database, ben, anna)
    for (let n = 1; n <= 11; n += 1) await say(t, n % 2 ? anna : ben, roomId, `Message ${n} to Mia`)
    const target = await say(t, ben, roomId, 'You will be sorry')
    await say(t, anna, roomId, 'After it')
    expect((await report(anna, { kind: 'message', target })).status).toBe(201)
    const [{ evidence }] = await rows()
    expect(evidence.messages.map(({ text }: { text: string }) => text)).toEqual([
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `Message ${n} to Mia`),
      'You will be sorry',
    ])
    await updatePassword(t.database.kysely, ben.userId, await hashPassword('Zebra-Crossing-77'))
    const gone = await t.call(deleteAccount, { body: { password: 'Zebra-Crossing-77' } }, { as: ben })
    expect(gone.status).toBe(200)
    expect((await rows())[0]).toMatchObject({ evidence, subject_caregiver_id: ben.caregiverId })
  })

  test('of a photo keeps a copy of its own, which the sweep doesn’t delete', {
    tags: ['SAFE-33'],
  }, async () => {
    const { key, bytes } = await givePhoto(t, ben)
    expect((await report(anna, { kind: 'photo', target: ben.children[0] })).status).toBe(201)
    const [{ photo_key: copy }] = await rows()
    expect(copy).not.toBe(key)
    await t.database.pool.query('update child set photo = null where id = $1', [ben.children[0]])
    await t.database.pool.query(`update file set created_at = now() - interval '2 days'`)
    const env = readEnv({ DATA_DIR: t.dataDir })
    await sweepFiles({ db: t.database.kysely, files: await openFileStore(env) })
    expect((await photoAt(copy)).equals(bytes)).toBe(true)
    await expect(photoAt(key)).rejects.toThrow('ENOENT')
  })

  test('of another photo of the child is a report of its own, about the guardian who uploaded it', {
    tags: ['SAFE-30', 'SAFE-33', 'SAFE-34'],
  }, async () => {
    const dev = await addParent(t.database, { name: 'Dev', children: [] })
    await addGuardian(t.database, ben.children[0], dev)
    const photo = { kind: 'photo', target: ben.children[0] }
    const seen: unknown[] = []
    for (const uploader of [ben, dev]) {
      const { key, bytes } = await givePhoto(t, ben)
      await t.database.pool.query('update file set user_id = $1 where photo_key = $2', [uploader.userId, key])
      const first = await report(anna, photo)
      expect((await report(anna, { ...photo, words: 'Again' })).body.data._id).toBe(first.body.data._id)
      seen.push([uploader.caregiverId, key, bytes])
    }
    const kept = (await rows()).map(async (row) => [
      row.subject_caregiver_id,
      row.evidence.photo,
      await photoAt(row.photo_key),
    ])
    expect(await Promise.all(kept)).toEqual(seen)
  })

  test('of a photo whose file is gone is refused and changes nothing', { tags: ['SAFE-33'] }, async () => {
    const { key } = await givePhoto(t, ben)
    await rm(join(t.dataDir, 'files/photos', key))
    const before = await fingerprint(t.database)
    expect((await report(anna, { kind: 'photo', target: ben.children[0] })).status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('about the same thing adds words to the first one while that is open', {
    tags: ['SAFE-34'],
  }, async () => {
    const first = await report(anna, { ...about(ben), words: 'He shouts' })
    const second = await report(anna, { ...about(ben), reason: 'spam', words: 'And sells' })
    expect([second.status, second.body.data._id]).toEqual([201, first.body.data._id])
    expect(await rows()).toMatchObject([{ words: 'He shouts\nAnd sells', reason: 'hurtful' }])
    await t.database.pool.query('update report set closed_at = now()')
    const third = await report(anna, about(ben))
    expect(third.body.data._id).not.toBe(first.body.data._id)
  })

  test('about the same thing stores the words that were written since, too', {
    tags: ['SAFE-33', 'SAFE-34'],
  }, async () => {
    const group = await addGroup(t.database, { name: 'Maple' })
    const target = { kind: 'group', target: group.id }
    await t.database.pool.query(`update caregiver_group set description = 'Buy here'`)
    await report(anna, target)
    await t.database.pool.query(`update caregiver_group set description = 'Sell here'`)
    await report(anna, target)
    const [{ evidence }, ...others] = await rows()
    expect([evidence.words, others]).toEqual([['Maple', 'Buy here', 'Sell here'], []])
  })

  test('sent four times at once is stored once', { tags: ['SAFE-34'] }, async () => {
    await givePhoto(t, ben)
    const body = { kind: 'photo', target: ben.children[0], words: 'No' }
    const replies = await Promise.all([1, 2, 3, 4].map(() => report(anna, body)))
    expect(new Set(replies.map((reply) => reply.body.data._id)).size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  test('repeated with the same Idempotency-Key is stored once and answered alike', {
    tags: ['SAFE-34'],
  }, async () => {
    const headers = { 'idempotency-key': newId() }
    const body = { ...about(ben), words: 'He shouts' }
    const replies = [await report(anna, body, { headers }), await report(anna, body, { headers })]
    expect(replies[1]?.text).toBe(replies[0]?.text)
    expect(await rows()).toMatchObject([{ words: 'He shouts' }])
  })

  test('for another reason needs words', { tags: ['SAFE-31'] }, async () => {
    const bare = await report(anna, { ...about(ben), reason: 'other', words: ' ' })
    expect(bare.body).toMatchObject({
      status: 400,
      fields: { words: 'Please tell us what happened' },
    })
    const withWords = await report(anna, { ...about(ben), reason: 'other', words: 'He shouts' })
    expect(withWords.status).toBe(201)
  })

  test('is possible 20 times a day', { tags: ['SAFE-35'] }, async () => {
    for (let n = 1; n <= 20; n += 1) expect((await report(anna, about(ben))).status).toBe(201)
    const more = await report(anna, about(ben))
    expect(more.body).toMatchObject({
      status: 429,
      error: 'That was a lot at once. Please try again later.',
    })
    expect(more.headers['retry-after']).toBeDefined()
  })

  test('shows its outcome to the reporter and to nobody else', { tags: ['SAFE-37'] }, async () => {
    await report(anna, { ...about(ben), words: 'He shouts' })
    const mine = async (as: Parent) => (await t.call(getSafety, {}, { as })).body.data.reports
    const sent = {
      _id: expect.any(String),
      about: 'Ben Example',
      reason: 'hurtful',
      createdAt: expect.any(String),
      state: 'sent',
    }
    expect([await mine(anna), await mine(ben)]).toEqual([[sent], []])
    await t.database.pool.query('update report set closed_at = now()')
    expect(await mine(anna)).toMatchObject([{ state: 'nothing' }])
    await t.database.pool.query('update report set removed_at = now()')
    expect(await mine(anna)).toMatchObject([{ state: 'acted' }])
  })

  test('outlives the connection through which the reporter saw the person', {
    tags: ['SAFE-33'],
  }, async () => {
    const connection = await connect(t.database, anna, eve)
    await report(anna, about(eve))
    await t.call(removeConnection, { params: { id: connection } }, { as: eve })
    expect((await rows())[0].evidence.name).toBe('Eve Example')
    expect((await report(anna, about(eve))).status).toBe(404)
  })
})

describe('administrators', () => {
  test('who aren’t involved are notified at once that a report waits', { tags: ['SAFE-85'] }, async () => {
    const admin = await administrator()
    await connect(t.database, eve, ben)
    await updateAdmin(t.database.kysely, eve.userId, true)
    await report(anna, { ...about(ben), reason: 'spam' })
    expect([await noticesOf(admin), await noticesOf(eve)]).toEqual([['A report is waiting'], []])
    const { rows: pushes } = await t.database.pool.query(
      `select data from pgboss.job where name = 'push-notifications' and data::text like '%' || (
        select id::text from notification where message = 'report.waiting') || '%'`,
    )
    expect(pushes).toEqual([])
    expect(await notifyByClock()).toEqual([])
  })

  test('are mailed once a day, at eight in their morning, while a report waits', {
    tags: ['SAFE-85'],
  }, async () => {
    const admin = await administrator()
    await updateAdmin(t.database.kysely, eve.userId, true)
    await report(anna, { ...about(ben), reason: 'spam' })
    t.clock.shift(new Date(t.clock.now()).setUTCHours(24 + 8, 30, 0, 0) - t.clock.now())
    const mails: string[] = []
    for (let n = 0; n < 24; n += 1) {
      mails.push(...(await notifyByClock()), ...(await notifyByClock()))
      t.clock.shift(hour)
    }
    // Noon or one o'clock in UTC is eight where Eve lives.
    expect(mails).toEqual([`waiting ${admin.userId}`, `waiting ${eve.userId}`])
    expect(await notifyByClock()).toEqual([`waiting ${admin.userId}`])
    await t.database.pool.query('update report set closed_at = now()')
    t.clock.shift(24 * hour)
    expect(await notifyByClock()).toEqual([])
  })

  test('are notified and mailed about a child in danger, without names, every hour until one of them looks', {
    tags: ['SAFE-36'],
  }, async () => {
    const admin = await administrator()
    await report(anna, { ...about(ben), reason: 'danger', words: 'Ben hits Leo' })
    const title = "A report about a child's safety is waiting"
    expect(await noticesOf(admin)).toEqual([title])
    const letter = await readLetter(t, admin.email)
    expect(letter).toContain(`Subject: ${title}`)
    expect(letter).toContain('/admin/reports')
    expect(withoutTokens(letter)).not.toMatch(/Anna|Ben|Leo/)
    expect(await notifyByClock()).toEqual([])
    t.clock.shift(hour)
    expect(await notifyByClock()).toContain(`danger ${admin.userId}`)
    expect(await noticesOf(admin)).toEqual([title, title])
    expect(await notifyByClock()).not.toContain(`danger ${admin.userId}`)
    await t.database.pool.query('update report set opened_at = now()')
    t.clock.shift(hour)
    expect(await notifyByClock()).not.toContain(`danger ${admin.userId}`)
  })

  test('are notified of danger even if it is added to a report later', { tags: ['SAFE-36'] }, async () => {
    const admin = await administrator()
    await report(anna, { ...about(ben), reason: 'spam' })
    await t.database.pool.query('update report set opened_at = now()')
    await report(anna, { ...about(ben), reason: 'danger' })
    expect(await rows()).toMatchObject([{ reason: 'danger', opened_at: null }])
    expect(await noticesOf(admin)).toEqual([
      "A report about a child's safety is waiting",
      'A report is waiting',
    ])
  })

  test('who are all involved are notified that none of them may read the report', {
    tags: ['SAFE-86'],
  }, async () => {
    await updateAdmin(t.database.kysely, anna.userId, true)
    await updateAdmin(t.database.kysely, ben.userId, true)
    await report(anna, about(ben))
    const text = 'A report waits that none of you may read. Please make another administrator.'
    expect([await noticesOf(anna), await noticesOf(ben)]).toEqual([[text], [text]])
    await updateAdmin(t.database.kysely, eve.userId, true)
    await report(anna, { ...about(ben), reason: 'danger' })
    expect(await noticesOf(eve)).toEqual(["A report about a child's safety is waiting"])
  })

  test('are mailed in the morning about an appeal that none of them may read', {
    tags: ['SAFE-50', 'SAFE-86'],
  }, async () => {
    await updateAdmin(t.database.kysely, anna.userId, true)
    await t.database.pool.query(
      `insert into decision (id, subject_caregiver_id, kind, words, appeal, appealed_at)
        values ($1, $2, 'warn', 'Please be kind to all of us.', 'It was a joke', now())`,
      [newId(), ben.caregiverId],
    )
    const aDay = async () => {
      const mails: string[] = []
      for (let n = 0; n < 24; n += 1) {
        mails.push(...(await notifyByClock()))
        t.clock.shift(hour)
      }
      return mails
    }
    expect(await aDay()).toEqual([`nobody ${anna.userId}`])
    const admin = await administrator()
    expect(await aDay()).toEqual([`waiting ${admin.userId}`])
  })

  test('see the number of open reports in the metrics', { tags: ['SAFE-85'] }, async () => {
    await report(anna, { ...about(ben), reason: 'danger' })
    const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
    expect(body).toContain('reports_open{reason="danger"} 1')
    expect(body).toContain('reports_open{reason="spam"} 0')
  })
})
