import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteAccount, login, register, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { changeEmail, requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { deleteChild, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  createConnection,
  listConnections,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { signUpload } from '@tagalong/contract/features/files/files.contract.ts'
import { listMembers } from '@tagalong/contract/features/groups/groups.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { acceptPlaydate, getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateAdmin } from '#features/users/users.db.ts'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addGroup,
  addMember,
  addParent,
  addPerson,
  addRequest,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'

const password = 'Zebra-Crossing-77'

let t: TestApp
let anna: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
})
afterAll(() => t.close())

/** Signs up by the app's own calls, so that everything they keep is there to be erased. */
async function signUp(): Promise<Parent> {
  const email = 'quetzal@example.org'
  const body = { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] }
  const { token } = (await t.call(register, { body })).body.data
  const profile = { name: 'Quetzal', lastName: 'Xylander', phoneNumber: '+15103340999', zipCode: '94607' }
  const children = [{ firstName: 'Leonard', lastNameInitial: 'X', school: 'Oak Street School', photo: null }]
  const made = (
    await t.call(
      submitOnboarding,
      { body: { ...profile, children } },
      { as: token, headers: { 'idempotency-key': 'k1' } },
    )
  ).body.data
  const { user } = (await t.call(whoami, {}, { as: token })).body.data
  const caregiverId = made.profile._id
  const [child] = made.children
  return {
    ...token,
    ...profile,
    userId: user._id,
    sessionId: '',
    email,
    caregiverId,
    children: child ? [child._id] : [],
  }
}

async function photoFor(as: Parent): Promise<void> {
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const params = { fileName: 'leonard.png', contentType: 'image/png' }
  const { signedPostUrl, fileKey } = (await t.call(signUpload, { params }, { as })).body.data
  const { pathname, search } = new URL(signedPostUrl)
  const headers = { 'content-type': 'image/png' }
  await t.app.inject({ method: 'PUT', url: pathname + search, headers, payload: picture })
  const body = { firstName: 'Leonard', lastNameInitial: 'X', school: 'Oak Street School', photo: fileKey }
  const reply = await t.call(saveChild, { params: { id: as.children[0] }, body }, { as })
  expect(reply.body.data.photo).toMatch(/^[\w-]{32}$/)
}

const say = (as: Tokens, roomId: string, text: string) =>
  t.call(sendMessage, { body: { chatRoom: roomId, message: { text } } }, { as })
const leave = (as: Tokens, tried = password) => t.call(deleteAccount, { body: { password: tried } }, { as })

/** Recorded in the audit log, which must keep nothing of them either. */
async function deletedByAdmin({ userId }: Parent) {
  const admin = await addPerson(t.database, { isAdmin: true })
  return t.call(deleteUser, { params: { id: userId } }, { as: admin })
}

/** Every row of every table, the queue's too, as text. */
async function everything(): Promise<string> {
  const tables = await t.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const texts = await Promise.all(
    tables.rows.map(({ name }) =>
      t.database.pool.query<{ text: string }>(`select x::text as text from ${name} x`),
    ),
  )
  return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n')
}

const storedFiles = async () => {
  const folder = join(t.dataDir, 'files')
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  return names.filter((name) => name.includes('/'))
}

/** Completes the mails that are sent to an address instead of a user. */
async function mailedByAddress(leo: Parent): Promise<void> {
  const body = { email: 'Quetzal@example.org', confirmEmail: 'Quetzal@example.org' }
  expect((await t.call(requestToken, { body })).status).toBe(200)
  const changed = await t.call(changeEmail, { body: { email: 'xylander.new@example.org' } }, { as: leo })
  expect(changed.status).toBe(200)
  await vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query(
        `select name from pgboss.job where data ? 'email' and state = 'completed' order by 1`,
      )
      expect(rows.map(({ name }) => name)).toEqual(['mail-confirm-email', 'mail-reset'])
    },
    { timeout: 10_000 },
  )
}

/** A past playdate and one to come with Anna, messages that name the child, a photo, a crash report, mails. */
async function livedHere(): Promise<{ leo: Parent; past: string; coming: string; pastRoom: string }> {
  const leo = await signUp()
  await photoFor(leo)
  await connect(t.database, leo, anna)
  const past = await addRequest(t.database, anna, leo)
  await t.database.pool.query(
    `update playdate set status = 'accepted', accepted_time = $2, accepted_location = 'Leonard''s garden',
      location1 = 'Leonard''s garden' where id = $1`,
    [past.id, inHours(-48)],
  )
  const coming = await addRequest(t.database, anna, leo)
  const body = { id: coming.id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
  await t.call(acceptPlaydate, { body }, { as: leo })
  for (const { roomId } of [past, coming]) {
    await say(leo, roomId, 'Leonard is looking forward to it!')
    await say(anna, roomId, 'So is Mia. Tell Leonard hello (not Leonardo).')
  }
  await t.call(
    submitCrashReport,
    {
      body: {
        componentName: 'Home',
        error: { name: 'Error', message: 'x', stack: 'x' },
        userDescription: 'Leonard pressed it',
      },
    },
    { as: leo },
  )
  await mailedByAddress(leo)
  return { leo, past: past.id, coming: coming.id, pastRoom: past.roomId }
}

describe('deleting an account', () => {
  test.each([
    ['by themself', (leo: Parent) => leave(leo)],
    ['by an administrator', deletedByAdmin],
  ])(
    '%s leaves no trace of the user, while others keep their playdates and messages',
    { tags: ['API-087', 'ADMIN-72', 'API-143'] },
    async (_who, end) => {
      const { leo, past, coming, pastRoom } = await livedHere()
      expect((await end(leo)).status).toBe(200)
      expect((await t.call(whoami, {}, { as: leo })).status).toBe(401)
      await vi.waitFor(async () => expect(await storedFiles()).toEqual([]), { timeout: 10_000 })
      const all = await everything()
      for (const trace of [
        'Leonard is',
        "Leonard's",
        'Tell Leonard hello',
        '"Leonard"',
        'Quetzal',
        'quetzal@',
        'Quetzal@',
        'Xylander',
        'xylander.new',
        '5103340999',
        'Oak Street',
        'leonard.png',
      ]) {
        expect(all.includes(trace), trace).toBe(false)
      }
      expect(all).not.toMatch(/\bLeonard\b/)
      // Not within ids, hashes and times.
      expect(all).not.toMatch(/(?<![\da-f.])94607(?![\da-f])/)
      const seen = async (id: string) =>
        (await t.call(getPlaydate, { params: { id } }, { as: anna })).body.data
      expect(await seen(past)).toMatchObject({
        status: 'accepted',
        acceptedLocation: "a child's garden",
        recipientChildren: [{ firstName: 'A child', photo: null }],
      })
      expect(await seen(coming)).toMatchObject({ status: 'cancelled', recipientChildren: [] })
      const { messages } = (await t.call(getRoom, { params: { id: past } }, { as: anna })).body.data
      expect(pastRoom).toBeTruthy()
      expect(messages.map(({ message }) => message.text).sort()).toEqual([
        'So is Mia. Tell a child hello (not Leonardo).',
        'a child is looking forward to it!',
      ])
      expect((await t.call(listConnections, {}, { as: anna })).body.data).toEqual([])
    },
  )

  test('signs it out everywhere and frees its address and number', {
    tags: ['API-087'],
  }, async () => {
    const leo = await signUp()
    const body = { email: leo.email, password }
    const other = (await t.call(login, { body })).body.data.token
    expect((await leave(leo)).status).toBe(200)
    for (const as of [leo, other]) expect((await t.call(whoami, {}, { as })).status).toBe(401)
    expect((await t.call(login, { body })).status).toBe(400)
    expect((await signUp()).userId).not.toBe(leo.userId)
    const invite = { inviteeName: 'Leo', inviteePhoneNumber: leo.phoneNumber }
    expect((await t.call(createConnection, { body: invite }, { as: anna })).body.data.message).toBe(
      'Connection created with existing user',
    )
  })

  test('with a wrong password changes nothing, and is blocked after ten tries', {
    tags: ['API-087'],
  }, async () => {
    const leo = await signUp()
    const before = await fingerprint(t.database)
    for (let n = 0; n < 10; n += 1) {
      const reply = await leave(leo, 'wrong')
      expect([reply.status, reply.body.fields]).toEqual([400, { password: m.prompt_auth_password_wrong() }])
    }
    expect((await leave(leo)).status).toBe(429)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('is refused to the last administrator, but not to one of two', { tags: ['API-087'] }, async () => {
    const leo = await signUp()
    await updateAdmin(t.database.kysely, leo.userId, true)
    const refused = await leave(leo)
    expect([refused.status, refused.body.error]).toEqual([409, m.prompt_auth_last_admin()])
    await updateAdmin(t.database.kysely, anna.userId, true)
    expect((await leave(leo)).status).toBe(200)
  })

  test('removes it from its groups and pods', { tags: ['API-087'] }, async () => {
    const group = await addGroup(t.database, { pods: ['Bees'] })
    const leo = await signUp()
    await addMember(t.database, group, anna, { isGroupAdmin: true })
    await addMember(t.database, group, leo, { pod: group.pods[0] })
    const members = async () =>
      (await t.call(listMembers, { params: { groupId: group.id } }, { as: anna })).body.data
    expect(await members()).toHaveLength(2)
    await leave(leo)
    expect(await members()).toMatchObject([{ caregiver: { name: 'Anna' } }])
    const { rows } = await t.database.pool.query('select 1 from pod_child')
    expect(rows).toEqual([])
  })

  test('also works without a profile or without children', { tags: ['API-087'] }, async () => {
    const body = {
      email: 'early@example.org',
      password,
      confirmPassword: password,
      tos: true,
      privacy: true,
      queryParams: [],
    }
    const { token } = (await t.call(register, { body })).body.data
    expect((await leave(token)).status).toBe(200)
    const leo = await signUp()
    await t.call(deleteChild, { params: { id: leo.children[0] } }, { as: leo })
    expect((await leave(leo)).status).toBe(200)
  })
})

describe('deleting a child', () => {
  test('removes its name and photo from every table, file and queue, but keeps a namesake’s name', {
    tags: ['API-087'],
  }, async () => {
    const { leo, past } = await livedHere()
    const cleo = await addParent(t.database, { name: 'Cleo', children: [{ firstName: 'Leonard' }] })
    await connect(t.database, cleo, anna)
    const namesake = await addRequest(t.database, cleo, anna)
    await say(cleo, namesake.roomId, 'Leonard the other')
    await t.call(deleteChild, { params: { id: leo.children[0] } }, { as: leo })
    await vi.waitFor(async () => expect(await storedFiles()).toEqual([]), { timeout: 10_000 })
    const all = (await everything())
      .split('\n')
      .filter((line) => !line.includes('Leonard the other') && !line.includes(cleo.children[0] ?? '-'))
    // What was written in a crash report is deleted with the report after 30 days.
    expect(all.filter((line) => /\bLeonard\b/.test(line) && !line.includes('pressed it'))).toEqual([])
    expect(
      (await t.call(getPlaydate, { params: { id: past } }, { as: anna })).body.data.recipientChildren,
    ).toMatchObject([{ firstName: 'A child' }])
    const kept = (await t.call(getRoom, { params: { id: namesake.id } }, { as: cleo })).body.data.messages
    expect(kept.map(({ message }) => message.text)).toEqual(['Leonard the other'])
  })
})
