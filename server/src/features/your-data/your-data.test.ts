import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { createDaysAway } from '@tagalong/contract/features/children/away.contract.ts'
import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { downloadMyData } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import { allMailed, readLetter } from '#test/outbox.ts'
import { givePhoto } from '#test/reports.ts'
import { unzip } from '#test/unzip.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addMember,
  addParent,
  addPerson,
  addRequest,
  addSession,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let carl: Parent
beforeAll(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, {
    name: 'Anna',
    children: [
      { firstName: 'Mia', school: 'Elm School' },
      { firstName: 'Noa', availability: hours(6) },
    ],
  })
  ben = await addParent(t.database, {
    name: 'Ben',
    children: [{ firstName: 'Leo', availability: hours(17) }],
  })
  carl = await addParent(t.database, { name: 'Carl', children: [{ firstName: 'Zoe' }] })
  await connect(t.database, anna, ben)
  await connect(t.database, carl, anna, 'pending')
})
afterAll(() => t.close())

const hours = (start: number) => [{ day: 'Mon' as const, blocks: [{ start, end: start + 3 }] }]
const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const say = (as: Parent, chatRoom: string, text: string) =>
  t.call(sendMessage, { body: { chatRoom, message: { text } } }, { as })
const report = (as: Parent, about: Parent, words: string) => {
  const body = { kind: 'person', target: about.caregiverId, reason: 'other', words }
  return t.call(createReport, { body }, { as })
}
const block = (as: Parent, other: Parent) =>
  t.call(blockCaregiver, { params: { caregiver: other.caregiverId } }, { as })
/** Adds notices of these ages for Anna, titled by their age. */
async function tell(...ages: string[]): Promise<void> {
  await sql(
    `insert into notification (id, user_id, title, url, created_at)
      select gen_random_uuid(), $1, age, '/', now() - age::interval from unnest($2::text[]) age`,
    anna.userId,
    ages,
  )
}
/** Suspends Anna, or only warns her if no end is given. Replaces the decision before. */
const decide = ({ begin, end }: { begin: string; end?: string }) =>
  sql(
    `insert into decision (id, subject_caregiver_id, kind, words, created_at, until, replaces)
      values (gen_random_uuid(), $1, $2, 'Somebody was hurt by it.', now() - $3::interval,
        now() + $4::interval, (select id from decision order by created_at desc limit 1))`,
    anna.caregiverId,
    end ? 'suspend' : 'warn',
    begin,
    end,
  )
const download = (as: Tokens, { call } = t) => call(downloadMyData, {}, { as })

async function filesOf(as: Tokens) {
  const { status, bytes } = await download(as)
  expect(status).toBe(200)
  const files = unzip(bytes)
  const text = (name: string) => files.get(name)?.toString() ?? ''
  const all = [...files.values()].map(String).join('\n')
  return { files, text, all, json: (name: string) => JSON.parse(text(name)) }
}

describe('a download', () => {
  test('has one readable file for each kind of data, and the photos', { tags: ['SAFE-77'] }, async () => {
    const { bytes } = await givePhoto(t, anna)
    const request = await addRequest(t.database, ben, anna)
    await say(ben, request.roomId, 'Bring boots!')
    const event = await addEvent(t.database, anna, [ben])
    const group = await addGroup(t.database, { name: 'Elm Street', pods: ['Room 12'] })
    await addMember(t.database, group, anna, { isGroupAdmin: true, pod: group.pods[0] })
    await report(anna, ben, 'He shouted at me.')
    const soon = inHours(72).toISOString().slice(0, 10)
    const away = { from: soon, to: soon, children: anna.children.slice(1) }
    expect((await t.call(createDaysAway, { body: away }, { as: anna })).status).toBe(201)
    await sql(
      `with asking as (
          insert into ask (id, owner_id, own_children, location1, times, duration_minutes)
          values (gen_random_uuid(), $1, $2, 'The park', '{}', 120) returning id)
        insert into ask_step (ask_id, position, child_id, caregiver_id) select id, 1, $3, $4 from asking`,
      anna.caregiverId,
      anna.children,
      ben.children[0],
      ben.caregiverId,
    )
    await sql(`update app_user set mail = 'daily', quiet_from = 22, quiet_to = 6 where id = $1`, anna.userId)
    const { files, text, json } = await filesOf(anna)
    expect([...files.keys()]).toEqual([
      'README.txt',
      'profile.json',
      'children.json',
      'days-away.json',
      'grown-ups.json',
      'connections.json',
      'groups.json',
      'playdates.json',
      'orders.json',
      'messages.json',
      'blocks-and-reports.json',
      'notifications.json',
      'consents.json',
      'devices.json',
      'photos/1.webp',
    ])
    for (const name of [...files.keys()].slice(1, -1)) expect(text('README.txt')).toContain(`${name}: `)
    expect(json('profile.json')).toMatchObject({
      email: anna.email,
      mails: 'daily',
      quietHours: { from: 22, to: 6 },
      profile: { firstName: 'Anna', phoneNumber: anna.phoneNumber, zipCode: '94601' },
      decision: null,
    })
    expect(json('children.json')).toMatchObject([
      { firstName: 'Mia', school: 'Elm School', photo: 'photos/1.webp' },
      { firstName: 'Noa', hours: hours(6), helpsFriends: true, photo: null },
    ])
    expect(json('days-away.json')).toEqual([{ from: soon, to: soon, children: ['Noa'], enteredBy: 'you' }])
    expect(files.get('photos/1.webp')).toEqual(bytes)
    expect(json('connections.json')).toMatchObject([
      { name: 'Carl Example', askedBy: 'them', status: 'pending' },
      { name: 'Ben Example', askedBy: 'you', status: 'accepted' },
    ])
    expect(json('grown-ups.json')).toMatchObject({
      places: [{ child: 'Mia', role: 'guardian', until: null, sharesPlaces: true }, { child: 'Noa' }],
      links: [],
    })
    expect(json('orders.json')).toMatchObject([
      { status: 'asking', places: ['The park'], families: [{ grownUp: 'Ben Example', state: 'next' }] },
    ])
    expect(json('groups.json')).toMatchObject([
      { group: 'Elm Street', isGroupAdmin: true, children: [{ firstName: 'Mia', pod: 'Room 12' }, {}] },
    ])
    expect(json('playdates.json')).toMatchObject([
      {
        id: request.id,
        kind: 'playdate',
        status: 'pending',
        plannedBy: 'Ben Example',
        childrenOfPlanner: [{ firstName: 'Leo', family: 'Ben Example' }],
        proposedPlaces: ['The park', 'The library'],
      },
      { id: event.id, kind: 'event', place: 'The zoo', description: 'Bring a hat' },
    ])
    expect(json('messages.json')).toMatchObject([
      { playdate: request.id, from: 'Ben Example', text: 'Bring boots!' },
    ])
    expect(json('blocks-and-reports.json')).toMatchObject({
      reported: [{ about: 'Ben Example', words: 'He shouted at me.', state: 'sent' }],
    })
    expect(json('notifications.json')).toMatchObject([
      { title: 'A copy of your data was downloaded' },
      { title: expect.stringContaining('Ben') },
    ])
    expect(json('devices.json')).toMatchObject({ signedIn: [{ isThisOne: true }], passkeys: [] })
  })

  test('has the user’s appeals, also against former decisions, and what they wrote in crash reports', {
    tags: ['SAFE-77'],
  }, async () => {
    await decide({ begin: '3 days' })
    await sql(`update decision set appeal = 'It was not me.', appealed_at = now() - interval '2 days'`)
    await decide({ begin: '1 day' })
    const error = { name: 'Error', message: 'no', stack: '' }
    for (const [as, userDescription] of [
      [anna, 'I pressed Save.'],
      [anna, ''],
      [ben, 'I only looked.'],
    ] as const) {
      const body = { componentName: 'Profile', error, userDescription }
      expect((await t.call(submitCrashReport, { body }, { as })).status).toBe(201)
    }
    const at = expect.any(String)
    const profile = (await filesOf(anna)).json('profile.json')
    expect(profile.appeals).toEqual([{ words: 'It was not me.', at }])
    expect(profile.crashReports).toEqual([{ words: 'I pressed Save.', at }])
    expect((await filesOf(ben)).json('profile.json')).toMatchObject({ appeals: [] })
  })

  test('has no other user’s number, email or hours, and no words of a reporter', {
    tags: ['SAFE-77'],
  }, async () => {
    await addRequest(t.database, ben, anna)
    await addEvent(t.database, carl, [anna, ben])
    const group = await addGroup(t.database)
    for (const each of [anna, ben, carl]) await addMember(t.database, group, each)
    await report(ben, anna, 'She never answers.')
    const { all } = await filesOf(anna)
    const { rows } = await sql(
      `select phone_number as word from caregiver where id <> $1
        union select invitee_phone_number from connection where invitee_phone_number <> $3
        union select email from app_user where id <> $2`,
      anna.caregiverId,
      anna.userId,
      anna.phoneNumber,
    )
    expect(rows.length).toBeGreaterThanOrEqual(4)
    expect(rows.filter(({ word }) => all.includes(word))).toEqual([])
    expect(all).not.toContain('"start": 17')
    expect(all).not.toMatch(/never answers/)
    expect(all).toContain(anna.phoneNumber)
  })

  test('shows a caregiver who blocked the user as another family everywhere', {
    tags: ['SAFE-77'],
  }, async () => {
    const past = await addRequest(t.database, ben, anna)
    await say(ben, past.roomId, 'See you!')
    await sql(
      `update playdate set status = 'accepted', accepted_location = 'The park',
        accepted_time = now() - interval '3 days' where id = $1`,
      past.id,
    )
    expect((await filesOf(anna)).all).toContain('Ben Example')
    expect((await block(ben, anna)).status).toBe(200)
    const { all, json } = await filesOf(anna)
    expect(all).not.toMatch(/Ben|Leo/)
    expect(json('playdates.json')).toMatchObject([{ plannedBy: 'Another family' }])
    expect(json('messages.json')).toMatchObject([{ from: 'Another family', text: 'See you!' }])
  })

  test('names a caregiver whom the user blocked only in the list of blocks', {
    tags: ['SAFE-77'],
  }, async () => {
    expect((await block(anna, ben)).status).toBe(200)
    const { all, json } = await filesOf(anna)
    expect(json('blocks-and-reports.json').blocked).toMatchObject([{ name: 'Ben Example' }])
    expect(all.match(/Ben/g)).toHaveLength(1)
  })

  test('has phrases as they were written, whatever the account’s language', {
    tags: ['SAFE-77', 'TIME-118'],
  }, async () => {
    const { roomId } = await addRequest(t.database, ben, anna)
    await say(ben, roomId, 'On our way')
    await sql(`update message set phrase = 'on-our-way'`)
    await sql(`update app_user set language = 'es' where id = $1`, anna.userId)
    const { json } = await filesOf(anna)
    expect(json('messages.json').map(({ text }: { text: string }) => text)).toEqual(['On our way'])
  })

  test('has all playdates and messages, beyond one page', { tags: ['SAFE-77'] }, async () => {
    const { id, roomId } = await addRequest(t.database, ben, anna)
    await sql(
      `insert into message (id, room_id, sender_id, text)
        select gen_random_uuid(), $1, $2, 'Message ' || n from generate_series(1, 160) n`,
      roomId,
      ben.caregiverId,
    )
    for (let left = 110; left > 0; left -= 1) await addRequest(t.database, anna, ben)
    const { json } = await filesOf(anna)
    const ids = json('playdates.json').map((each: { id: string }) => each.id)
    expect([ids.length, new Set(ids).size, ids[0]]).toEqual([111, 111, id])
    expect(new Set(json('messages.json').map(({ text }: { text: string }) => text)).size).toBe(160)
  })

  test('also works without a profile and for a paused account', { tags: ['SAFE-77'] }, async () => {
    const nobody = await addPerson(t.database)
    const { files, json } = await filesOf(nobody)
    expect([...files.keys()]).toEqual([
      'README.txt',
      'profile.json',
      'notifications.json',
      'consents.json',
      'devices.json',
    ])
    expect(json('profile.json').email).toBe(nobody.email)
    await sql(
      `update app_user set standing = 'suspended', standing_until = 'infinity' where id = $1`,
      anna.userId,
    )
    expect((await filesOf(anna)).json('children.json')).toHaveLength(2)
  })

  test('of a paused account has nothing to come and nothing that others did since', {
    tags: ['SAFE-46', 'SAFE-77'],
  }, async () => {
    const [mia] = anna.children
    const dev = { ...(await addParent(t.database, { name: 'Dev' })), children: [mia ?? ''] }
    await addGuardian(t.database, mia, dev)
    const group = await addGroup(t.database, { name: 'Elm Street', pods: ['Room 14'] })
    for (const each of [anna, dev]) await addMember(t.database, group, each, { pod: group.pods[0] })
    await givePhoto(t, anna)
    const [past, coming] = [await addRequest(t.database, anna, ben), await addRequest(t.database, ben, dev)]
    const accept = (id: string, time: string) =>
      sql(
        `update playdate set status = 'accepted', accepted_location = 'The lido',
          accepted_time = now() + $2::interval where id = $1`,
        id,
        time,
      )
    await accept(past.id, '-3 days')
    await accept(coming.id, '2 days')
    await say(ben, past.roomId, 'Ben before')
    await say(anna, coming.roomId, 'Anna before')
    await say(ben, coming.roomId, 'Ben of what is to come')
    await sql(`update message set created_at = now() - interval '5 days'`)
    await sql('delete from notification')
    await tell('35 days', '21 days', '5 days', '1 day')
    // A suspension that ran out, and one that was prolonged, with warnings between that changed nothing.
    await decide({ begin: '30 days', end: '-23 days' })
    await decide({ begin: '25 days' })
    await decide({ begin: '2 days', end: '5 days' })
    await decide({ begin: '1 hour', end: '9 days' })
    await decide({ begin: '30 minutes' })
    await decide({ begin: '20 minutes' })
    await sql(
      `update app_user set standing = 'suspended', standing_until = now() + interval '9 days' where id = $1`,
      anna.userId,
    )
    expect((await say(dev, past.roomId, 'Dev after')).status).toBe(200)
    const soon = inHours(72).toISOString().slice(0, 10)
    const away = { from: soon, to: soon, children: dev.children }
    expect((await t.call(createDaysAway, { body: away }, { as: dev })).status).toBe(201)

    // A new session: actors are cached for a second.
    const paused = await filesOf(await addSession(t.database, anna))
    const texts = ({ json }: typeof paused, file: string) =>
      json(file).map(({ text, title }: Record<string, string>) => text ?? title)
    expect(paused.json('playdates.json').map(({ id }: { id: string }) => id)).toEqual([past.id])
    expect(texts(paused, 'messages.json').toSorted()).toEqual(['Anna before', 'Ben before'])
    expect(paused.json('days-away.json')).toEqual([])
    expect(texts(paused, 'notifications.json')).toEqual(['5 days', '21 days', '35 days'])
    expect(paused.text('README.txt')).toContain('Your account is paused.')
    expect(paused.text('README.txt')).toContain('of a child with another grown-up, all but the name')
    expect(paused.json('children.json')).toEqual([
      { firstName: 'Mia', lastNameInitial: 'E', createdAt: expect.any(String) },
      expect.objectContaining({ firstName: 'Noa', hours: hours(6), photo: null }),
    ])
    expect(paused.json('groups.json')[0].children[0]).toEqual({ firstName: 'Mia', lastNameInitial: 'E' })
    expect([...paused.files.keys()]).not.toContain('photos/1.webp')

    await sql(`update app_user set standing_until = now() where id = $1`, anna.userId)
    const back = await filesOf(await addSession(t.database, anna))
    expect(back.json('playdates.json')).toHaveLength(2)
    expect(texts(back, 'messages.json')).toHaveLength(4)
    expect(back.json('days-away.json')).toMatchObject([{ children: ['Mia'], enteredBy: 'Dev' }])
    expect(texts(back, 'notifications.json')).toEqual(expect.arrayContaining(['1 day']))
    expect(back.text('README.txt')).not.toContain('paused')
    expect(back.json('groups.json')[0].children[0]).toMatchObject({ firstName: 'Mia', pod: 'Room 14' })
    expect(back.json('children.json')).toMatchObject([{ school: 'Elm School', photo: 'photos/1.webp' }, {}])
  })

  test('is in the account’s language', { tags: ['SAFE-77'] }, async () => {
    const { id } = await addRequest(t.database, ben, anna)
    await block(ben, anna)
    await sql(`update app_user set language = 'es' where id = $1`, anna.userId)
    const { text, json } = await filesOf(anna)
    expect(text('README.txt')).toContain('playdates.json: tus citas')
    expect(json('playdates.json')).toMatchObject([{ id, plannedBy: 'Otra familia' }])
  })

  test('is neither cached nor stored, and changes nothing but that its owner is notified', {
    tags: ['SAFE-70', 'SAFE-77'],
  }, async () => {
    await givePhoto(t, anna)
    const rowsOf = () => fingerprint(t.database, ['notification', 'mail_token'])
    const photos = () => readdir(join(t.dataDir, 'files'), { recursive: true })
    const [rows, kept] = [await rowsOf(), await photos()]
    const { headers } = await download(anna)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
    })
    expect(await rowsOf()).toBe(rows)
    expect(await photos()).toEqual(kept)
    expect(await readLetter(t, anna.email)).toContain(
      'Subject: A copy of your data was downloaded (Tagalong)',
    )
  })
})

describe('a user who downloads their data', () => {
  /** Holds up a download midway. */
  const lock = 'lock table ask in access exclusive mode'

  test('can have one download at a time, across all processes', { tags: ['SAFE-77'] }, async () => {
    const other = await testApp()
    try {
      const [first, second, another] = await inTurn(t.database, lock, [
        () => download(anna),
        () => download(anna, other),
        () => download(ben, other),
      ])
      expect([second?.status, second?.body.error]).toEqual([409, 'Your data is being packed already.'])
      for (const each of [first, another]) expect(unzip(each?.bytes ?? Buffer.alloc(0)).size).toBe(14)
    } finally {
      await other.close()
    }
    // Refusals for that reason don't count.
    for (let left = 2; left > 0; left -= 1) expect((await download(anna)).status).toBe(200)
  })

  test('gets three downloads a day', { tags: ['SAFE-77'] }, async () => {
    for (let left = 3; left > 0; left -= 1) expect((await download(anna)).status).toBe(200)
    await allMailed(t)
    const before = await fingerprint(t.database)
    const { status, headers } = await download(anna)
    expect([status, Number(headers['retry-after']) > 86_000]).toEqual([429, true])
    expect(await fingerprint(t.database)).toBe(before)
    expect((await download(ben)).status).toBe(200)
  })

  test('needs a fresh session', { tags: ['SAFE-71', 'SAFE-77'] }, async () => {
    await sql(`update session set confirmed_at = now() - interval '15 minutes' where id = $1`, anna.sessionId)
    const { status, body } = await download(anna)
    expect([status, body.error]).toEqual([409, "Please confirm that it's you."])
  })

  test('can start again after being cut off in the middle', { tags: ['SAFE-77'] }, async () => {
    const onTheirWay = async () =>
      (await sql('select from app_user where packing_until is not null')).rowCount
    const headers = { authorization: `Bearer ${anna.accessToken}` }
    const { port } = t.app.server.address() as AddressInfo
    const sent = request({ host: '127.0.0.1', port, path: fullPath(downloadMyData), headers })
    const begun = new Promise<Buffer>((done) => {
      sent.on('response', (reply) => reply.on('error', () => undefined).once('data', done))
    })
    const closed = new Promise<void>((done) => sent.on('close', done))
    const ask = () => {
      sent.end()
      return closed
    }
    await inTurn(t.database, lock, [ask], async () => {
      expect((await begun).subarray(0, 2).toString()).toBe('PK')
      expect(await onTheirWay()).toBe(1)
      sent.destroy()
    })
    await vi.waitFor(async () => expect(await onTheirWay()).toBe(0), { timeout: 10_000 })
    expect(unzip((await download(anna)).bytes).size).toBe(14)
  })

  test('can start again once the mark of a dead process has expired', { tags: ['SAFE-77'] }, async () => {
    const left = (time: string) =>
      sql(`update app_user set packing_until = ${time} where id = $1`, anna.userId)
    await left(`now() + interval '1 minute'`)
    expect((await download(anna)).status).toBe(409)
    await left(`now() - interval '1 second'`)
    expect((await download(anna)).status).toBe(200)
  })
})
