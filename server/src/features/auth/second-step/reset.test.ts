import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { login, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { changeEmail } from '@tagalong/contract/features/auth/links.contract.ts'
import {
  getSecurity,
  resetSecondStep,
  takeSecondStep,
} from '@tagalong/contract/features/auth/security.contract.ts'
import { getUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCaregiver } from '#features/caregivers/caregivers.db.ts'
import { updateAdmin } from '#features/users/users.db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { allMailed, readLetter } from '#test/outbox.ts'
import { isRefusedWithinASecond } from '#test/refused.ts'
import { run } from '#test/runtime/processes.ts'
import { addPersonWithApp, type PersonWithApp, password } from '#test/second-step.ts'
import { addParent, addPerson, aPhoneNumber, fingerprint, type Person } from '#test/world.ts'

let t: TestApp
let admin: Person
let anna: PersonWithApp
let userId: string
let made = 0
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  admin = await addPerson(t.database, { isAdmin: true })
  // A new one per test: mails of earlier tests stay in the outbox.
  made += 1
  anna = await addPersonWithApp(t, `anna${made}@example.org`)
  userId = (await t.call(whoami, {}, { as: anna.as })).body.data.user._id
  await t.database.pool.query(
    `insert into passkey (credential_id, user_id, public_key, counter, backed_up, rp_id, name)
      values ('a', $1, '', 0, false, 'localhost', 'Phone')`,
    [userId],
  )
})
afterAll(() => t.close())

const signIn = async () => (await t.call(login, { body: { email: anna.email, password } })).body.data
const makeAdmin = () => t.database.pool.query('update app_user set is_admin = true where id = $1', [userId])
const switchOff = (id = userId, as = admin) => t.call(resetSecondStep, { params: { id }, body: {} }, { as })
const entries = async () => (await t.call(listAuditLog, {}, { as: admin })).body.data
const nothingLeft = { passkeys: [], totp: false, secondStep: false, codesLeft: 0 }

async function expectReset(ticket: string | undefined): Promise<void> {
  await readLetter(t, anna.email, 'Subject: Signing in to your account takes no second step any more')
  await isRefusedWithinASecond(() => t.call(whoami, {}, { as: anna.as }))
  const body = { ticket, recoveryCode: anna.recoveryCodes[0] }
  expect((await t.call(takeSecondStep, { body })).body.error).toBe('That took a while. Please sign in again.')
  const { token, secondStep } = await signIn()
  expect(secondStep).toBeUndefined()
  expect((await t.call(getSecurity, {}, { as: token })).body.data).toMatchObject(nothingLeft)
}

test('resetting the second step cancels a pending change of address and a password reset', {
  tags: ['SAFE-89'],
}, async () => {
  await t.database.pool.query(
    `insert into mail_token (id, user_id, kind, hash, expires_at)
      values (gen_random_uuid(), $1, 'reset', '\\x00', now() + interval '1 hour')`,
    [userId],
  )
  const asked = await t.call(changeEmail, { body: { email: 'thief@example.org' } }, { as: anna.as })
  expect(asked.status).toBe(200)
  expect((await switchOff()).status).toBe(200)
  const { rows } = await t.database.pool.query(
    `select kind, used_at is not null as is_over from mail_token
      where kind in ('confirm-email', 'reset') order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'confirm-email', is_over: true },
    { kind: 'reset', is_over: true },
  ])
})

describe('an administrator who switches a user’s second step off', () => {
  test('removes the ways, codes, sessions and tickets, and leaves an audit log entry', {
    tags: ['SAFE-89'],
  }, async () => {
    const { secondStep } = await signIn()
    expect((await switchOff()).body).toEqual({ status: 200, data: {} })
    await expectReset(secondStep?.ticket)
    expect(await entries()).toMatchObject([
      {
        actor: { _id: admin.userId },
        action: 'auth.resetSecondStep',
        subject: { kind: 'user', _id: userId },
        changes: { secondStep: { before: true, after: false } },
      },
    ])
    expect((await t.call(getUser, { params: { id: userId } }, { as: admin })).body.data.secondStep).toBe(
      false,
    )
  })

  test('can’t do so for an administrator or an unknown user, or in a session that isn’t fresh', {
    tags: ['SAFE-89', 'SAFE-71'],
  }, async () => {
    await makeAdmin()
    const stranger = await addPerson(t.database)
    await allMailed(t)
    const before = await fingerprint(t.database)
    const refused = await switchOff()
    expect([refused.status, refused.body.error]).toEqual([409, 'Administrators need a second step.'])
    expect((await switchOff(newId())).status).toBe(404)
    expect((await switchOff(userId, stranger)).status).toBe(403)
    expect(await fingerprint(t.database)).toBe(before)
    await t.database.pool.query(`update session set confirmed_at = now() - interval '15 minutes'`)
    const stale = await switchOff()
    expect([stale.status, stale.body.error]).toEqual([409, "Please confirm that it's you."])
    expect((await t.call(whoami, {}, { as: anna.as })).status).toBe(200)
  })
})

test('an administrator gets 404 for another grown-up of their own child', { tags: ['SAFE-89'] }, async () => {
  const other = await addParent(t.database, { name: 'Dev' })
  await updateAdmin(t.database.kysely, other.userId, true)
  const mine = newId()
  await insertCaregiver(t.database.kysely, {
    id: mine,
    userId,
    name: 'Anna',
    lastName: 'Example',
    phoneNumber: aPhoneNumber(),
    zipCode: '94601',
    timeZone: 'America/New_York',
  })
  await t.database.pool.query(
    `insert into guardianship (child_id, caregiver_id, role) values ($1, $2, 'guardian')`,
    [other.children[0], mine],
  )
  // Meanwhile the mails about the second step are written, with their links.
  await allMailed(t)
  const before = await fingerprint(t.database)
  const refused = await switchOff(userId, other)
  expect([refused.status, refused.text]).toEqual([404, (await switchOff(newId(), other)).text])
  expect(await fingerprint(t.database)).toBe(before)
  await t.database.pool.query('delete from guardianship where caregiver_id = $1', [mine])
  expect((await switchOff(userId, other)).status).toBe(200)
})

describe('npm run admin -- reset-second-step', () => {
  const command = async (email: string) => {
    const env = { DATABASE_URL: await testDatabaseUrl(), DATA_DIR: t.dataDir }
    const ran = run(['server/src/admin.ts', 'reset-second-step', email], env)
    return { code: await ran.code, said: ran.output(), failed: ran.errors() }
  }

  test('also works for an administrator, and is in the audit log without an actor’s name', {
    tags: ['SAFE-66'],
  }, async () => {
    await makeAdmin()
    const { secondStep } = await signIn()
    const { code, said } = await command(anna.email.toUpperCase())
    expect([code, said]).toEqual([
      0,
      `${anna.email.toUpperCase()} signs in with the password alone now. Passkeys, app, recovery codes, calendar link and sessions are gone.\n`,
    ])
    await expectReset(secondStep?.ticket)
    expect(await entries()).toMatchObject([
      {
        actor: { _id: '00000000-0000-0000-0000-000000000000', email: null },
        action: 'auth.resetSecondStep',
        subject: { kind: 'user', _id: userId },
        changes: { secondStep: { before: true, after: false } },
      },
    ])
  })

  test('reports an unknown address', { tags: ['SAFE-66'] }, async () => {
    const { code, failed } = await command('nobody@example.org')
    expect([code, failed]).toEqual([1, 'Nobody is registered as nobody@example.org.\n'])
  })
})
