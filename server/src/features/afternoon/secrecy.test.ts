import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCalendarFeed } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { downloadMyData } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Listener, listen, type Signal } from '#db/listen.ts'
import { updateAdmin } from '#features/users/users.db.ts'
import { lines } from '#http/server/logging.ts'
import { afternoonOf, nothingOffered } from '#test/afternoon.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { readEverything } from '#test/reading.ts'
import { unzip } from '#test/unzip.ts'
import { addGuardian, addHelper, addParent, addPerson, connect, type Parent } from '#test/world.ts'

const line = 'zebrafruit allergy'
const mark = 'zebrafruit'
const SEAL_KEY = randomBytes(32).toString('base64')

let t: TestApp
/** The same database with another key, and with none. */
let otherKey: TestApp
let noKey: TestApp
let listener: Listener
let signals: Signal[]
let priya: Parent
let dev: Parent
let amara: Parent

beforeAll(async () => {
  t = await testApp({ SEAL_KEY, LOG_LEVEL: 'trace' })
  const { database } = t
  otherKey = await testApp({ SEAL_KEY: randomBytes(32).toString('base64') }, { database })
  noKey = await testApp({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }, { database })
  listener = await listen(t.database.url, {
    onSignal: (signal) => void signals.push(signal),
    onGap() {},
    onError() {},
  })
})
beforeEach(async () => {
  signals = []
  vi.spyOn(lines, 'write').mockReturnValue(true)
  await t.reset()
  priya = await addParent(t.database, {
    name: 'Priya',
    children: [{ firstName: 'Anika' }, { firstName: 'Rohan' }],
  })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  await addGuardian(t.database, anika(), dev)
  await connect(t.database, priya, amara)
})
afterAll(async () => {
  await listener.close()
  for (const each of [noKey, otherKey, t]) await each.close()
})

const anika = () => priya.children[0] ?? ''
const rohan = () => priya.children[1] ?? ''
const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const ofAfternoon = (app = t) => afternoonOf(app)
const offer = async () => {
  expect((await ofAfternoon().save(priya, { showsNumber: true })).status).toBe(200)
  expect((await ofAfternoon().write(priya, anika(), line)).status).toBe(200)
}
const notesIn = async () => (await sql('select child_id from child_note')).rows

/** Each row of each table as text, by table. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await sql(`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`)
  const texts = new Map<string, string>()
  for (const { name } of rows) {
    const { rows: found } = await sql(`select each::text as row from ${name} each`)
    texts.set(name, found.map(({ row }) => row).join('\n'))
  }
  return texts
}

async function bytesBelow(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((each) => each.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
}

test('the number and line reach only permitted readers, and no export, calendar, signal, log or file', {
  tags: ['PLAN-100', 'PLAN-99'],
  timeout: 60_000,
}, async () => {
  const [friend, helper, stranger, admin] = await Promise.all(
    ['Friend', 'Helper', 'Stranger', 'Admin'].map((name) => addParent(t.database, { name })),
  )
  if (!(friend && helper && stranger && admin)) throw new Error('somebody is missing')
  await updateAdmin(t.database.kysely, admin.userId, true)
  await sql('update app_user set second_step = true where id = $1', admin.userId)
  await connect(t.database, priya, friend)
  await addHelper(t.database, amara.children[0], helper, { adder: amara })
  await offer()
  const id = await ofAfternoon().confirmed(priya, amara)
  await ofAfternoon().write(dev, anika(), `${line}!`)
  const feed = await t.call(createCalendarFeed, { body: { saysWhoAndWhere: true } }, { as: amara })
  const calendar = await t.send('GET', new URL(feed.body.data.url).pathname)
  expect(calendar.text).toContain('VEVENT')

  const ids = [id, anika(), priya.caregiverId, priya.userId]
  const seen = async (as: Parent) => {
    const text = await readEverything(t, as, { ids, isAdmin: as === admin, queriesOf })
    return { line: text.includes(mark), number: text.includes(priya.phoneNumber) }
  }
  const both = { line: true, number: true }
  const nothing = { line: false, number: false }
  // Amara reads both by one call; see below. An administrator sees the number anyway.
  for (const [as, expected] of [
    [priya, both],
    [dev, { line: true, number: false }],
    [amara, both],
    [friend, nothing],
    [helper, nothing],
    [stranger, nothing],
    [admin, { line: false, number: true }],
  ] as const) {
    expect([as.name, await seen(as)]).toEqual([as.name, expected])
  }
  // Of what Amara reads, only that one call holds them: once the playdate is over, nothing does.
  t.clock.shift(60 * 3_600_000)
  expect(await seen(amara)).toEqual(nothing)
  // Her export doesn't hold them either.
  await sql(`delete from rate_limit where key like 'my-data:%'`)
  t.clock.shift(-60 * 3_600_000)
  const exported = await filesOf(amara)
  expect(exported).toContain('Anika')
  for (const secret of [mark, priya.phoneNumber]) {
    expect(exported.includes(secret), secret).toBe(false)
    expect(calendar.text.includes(secret), secret).toBe(false)
    expect(JSON.stringify(signals).includes(secret), secret).toBe(false)
    expect(vi.mocked(lines.write).mock.calls.join('\n').includes(secret), secret).toBe(false)
  }
  expect(signals.length).toBeGreaterThan(0)
  expect(vi.mocked(lines.write).mock.calls.length).toBeGreaterThan(0)
  for (const bytes of await bytesBelow(t.dataDir)) {
    expect(bytes.includes(mark) || bytes.includes(priya.phoneNumber)).toBe(false)
  }
  const tables = [...(await dump())]
  expect(tables.filter(([, text]) => text.includes(mark))).toEqual([])
  expect(tables.flatMap(([name, text]) => (text.includes(priya.phoneNumber) ? name : []))).toEqual([
    'public.caregiver',
  ])
})

function queriesOf(path: string): object[] {
  if (path === '/playdate') return [{ status: 'pending' }, { status: 'accepted' }]
  if (path.endsWith('/values')) return [{ column: 'createdAt' }]
  if (path === '/phone-number' || path === '/find-user') return [{}]
  return [{}, { search: mark }]
}

async function filesOf(as: Parent): Promise<string> {
  const { status, bytes } = await t.call(downloadMyData, {}, { as })
  expect(status).toBe(200)
  return [...unzip(bytes).values()].map(String).join('\n')
}

test('a caregiver’s own download has both number and line', { tags: ['PLAN-100'] }, async () => {
  await offer()
  const { bytes } = await t.call(downloadMyData, {}, { as: priya })
  const files = unzip(bytes)
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? '')
  expect(json('profile.json').profile).toMatchObject({
    phoneNumber: priya.phoneNumber,
    showsNumberInTheAfternoon: true,
  })
  expect(json('children.json')).toMatchObject([
    { firstName: 'Anika', goodToKnow: line, isGoodToKnowShown: true },
    { firstName: 'Rohan', goodToKnow: null, isGoodToKnowShown: false },
  ])
})

describe('the line', () => {
  test('is stored nowhere in plain text, neither in the database nor in the data folder', {
    tags: ['PLAN-101'],
  }, async () => {
    await offer()
    const id = await ofAfternoon().confirmed(priya, amara)
    const { chatRoom } = {
      chatRoom: (await sql('select id from chat_room where playdate_id = $1', id)).rows[0]?.id,
    }
    await t.call(sendMessage, { body: { chatRoom, message: { text: 'Hello' } } }, { as: amara })
    const tables = await dump()
    expect(tables.get('public.child_note')).toContain(anika())
    const forms = [mark, Buffer.from(line).toString('hex'), Buffer.from(line).toString('base64')]
    for (const [name, text] of tables) {
      for (const form of forms) expect(text.includes(form), name).toBe(false)
    }
    for (const bytes of await bytesBelow(t.dataDir)) expect(bytes.includes(mark)).toBe(false)
  })

  test('can be unsealed only for its own child and version', { tags: ['PLAN-101'] }, async () => {
    await offer()
    await ofAfternoon().write(priya, rohan(), 'Afraid of dogs')
    const id = await ofAfternoon().confirmed(priya, amara)
    const texts = async () => (await ofAfternoon().own(priya)).notes.map(({ text }) => text)
    expect(await texts()).toEqual([line, 'Afraid of dogs'])
    const before = (await sql('select sealed from child_note where child_id = $1', anika())).rows[0]?.sealed
    const swap = `update child_note set sealed = other.sealed from child_note other
      where other.child_id <> child_note.child_id`
    await sql(swap)
    expect(await texts()).toEqual([null, null])
    expect((await ofAfternoon().read(amara, id)).body.data).toMatchObject({ notes: [] })
    await sql(swap)
    expect(await texts()).toEqual([line, 'Afraid of dogs'])
    // An older line put back.
    await ofAfternoon().write(priya, anika(), 'Something else')
    await sql('update child_note set sealed = $2 where child_id = $1', anika(), before)
    expect(await texts()).toEqual([null, 'Afraid of dogs'])
  })

  test('sealed with another key is unreadable, and a guardian can write it again', {
    tags: ['PLAN-101', 'PLAN-103'],
  }, async () => {
    await offer()
    const id = await ofAfternoon().confirmed(priya, amara)
    const there = ofAfternoon(otherKey)
    expect(await there.own(dev)).toMatchObject({ isSetUp: true, notes: [{ text: null, isShown: true }] })
    expect((await there.read(amara, id)).body.data).toMatchObject({ number: { name: 'Priya' }, notes: [] })
    expect((await there.write(dev, anika(), 'Written again')).status).toBe(200)
    expect((await there.read(amara, id)).body.data.notes.map(({ text }) => text)).toEqual(['Written again'])
  })

  test('is not available without a key, while numbers are', { tags: ['PLAN-103'] }, async () => {
    await offer()
    const id = await ofAfternoon().confirmed(priya, amara)
    const there = ofAfternoon(noKey)
    expect(await there.own(priya)).toEqual({ showsNumber: true, isAsked: true, isSetUp: false, notes: [] })
    const refused = await there.write(priya, anika(), 'Anything')
    expect([refused.status, refused.body.error]).toEqual([409, 'Not set up on this server'])
    expect((await there.read(amara, id)).body.data).toMatchObject({
      number: { phone: priya.phoneNumber },
      notes: [],
    })
    expect((await there.save(priya, { showsNumber: false })).status).toBe(200)
    expect((await there.read(amara, id)).body.data).toMatchObject(nothingOffered)
    // With the right key it is there again.
    expect((await ofAfternoon().own(priya)).notes[0]?.text).toBe(line)
  })

  test('is erased with its last guardian’s account, and kept if another guardian remains', {
    tags: ['PLAN-104'],
  }, async () => {
    await offer()
    await ofAfternoon().write(priya, rohan(), line)
    const admin = await addPerson(t.database, { isAdmin: true })
    const reply = await t.call(deleteUser, { params: { id: priya.userId } }, { as: admin })
    expect(reply.status, reply.text).toBe(200)
    expect(await notesIn()).toEqual([{ child_id: anika() }])
    expect((await ofAfternoon().own(dev)).notes).toMatchObject([{ text: line }])
    const { rows } = await sql(
      'select shows_number, afternoon_asked_at from caregiver where id = $1',
      priya.caregiverId,
    )
    for (const row of rows) expect(row).toEqual({ shows_number: false, afternoon_asked_at: null })
  })

  test('is erased with its child', { tags: ['PLAN-104'] }, async () => {
    await ofAfternoon().write(priya, anika(), line)
    await ofAfternoon().write(priya, rohan(), line)
    await sql('update guardianship set until = now() where caregiver_id = $1', dev.caregiverId)
    expect(await notesIn()).toHaveLength(2)
    const reply = await t.call(deleteChild, { params: { id: anika() } }, { as: priya })
    expect(reply.status, reply.text).toBe(200)
    expect(await notesIn()).toEqual([{ child_id: rohan() }])
  })
})
