import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { login, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { resetPassword } from '@tagalong/contract/features/auth/links.contract.ts'
import {
  deleteUser,
  getUser,
  listUsers,
  listUserValues,
  saveUser,
} from '@tagalong/contract/features/users/users.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAdmin } from '#features/users/users.db.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inTurn } from '#test/in-turn.ts'
import { readLetter } from '#test/outbox.ts'
import { addGuardian, addParent, addPerson, fingerprint, makePremium, type Person } from '#test/world.ts'

let t: TestApp
let admin: Person
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  admin = await addPerson(t.database, { isAdmin: true })
})
afterAll(() => t.close())

const save = (id: string, body: object, as = admin) => t.call(saveUser, { params: { id }, body }, { as })
const entries = async () => (await t.call(listAuditLog, {}, { as: admin })).body.data

describe('managing users', () => {
  test('the list shows email, query parameters, dates and profile', {
    tags: ['ADMIN-67', 'ADMIN-68', 'ADMIN-69', 'ADMIN-70', 'API-004', 'API-143'],
  }, async () => {
    const parent = await addParent(t.database, { name: 'Priya' })
    const queryParams = [{ name: 'utm_source', value: 'school' }]
    await t.database.pool.query('update app_user set query_params = $2, second_step = true where id = $1', [
      parent.userId,
      JSON.stringify(queryParams),
    ])
    const { body } = await t.call(listUsers, { query: { sort: '-createdAt' } }, { as: admin })
    expect([body.total, body.nextCursor, body.data.length]).toEqual([2, null, 2])
    expect(body.data[0]).toEqual({
      _id: parent.userId,
      email: parent.email,
      permissions: { isAdmin: false },
      standing: 'good',
      standingUntil: null,
      secondStep: true,
      queryParams,
      createdAt: expect.stringMatching(/Z$/),
      lastLoginAt: expect.stringMatching(/Z$/),
      caregiverProfile: { _id: parent.caregiverId, name: 'Priya', lastName: 'Example' },
      profileImageKey: null,
    })
    expect((await t.call(getUser, { params: { id: parent.userId } }, { as: admin })).body.data).toEqual(
      body.data[0],
    )
    const values = await t.call(listUserValues, { query: { column: 'queryParams' } }, { as: admin })
    expect(values.body.data).toEqual([null, 'utm_source : school'])
  })

  test('a saved email and administrator right take effect at the next call', {
    tags: ['ADMIN-76', 'ADMIN-79', 'API-151'],
  }, async () => {
    const person = await addPerson(t.database)
    const reply = await save(person.userId, { email: 'new@example.org', isAdmin: true })
    expect(reply.body.data).toMatchObject({ email: 'new@example.org', permissions: { isAdmin: true } })
    expect((await t.call(getUser, { params: { id: person.userId } }, { as: admin })).body.data).toEqual(
      reply.body.data,
    )
    const { user } = (await t.call(whoami, {}, { as: person })).body.data
    expect(user.permissions.isAdmin).toBe(true)
    expect((await t.call(listUsers, {}, { as: person })).status).toBe(200)
  })

  test('omitted fields stay unchanged; a new user needs an email', {
    tags: ['ADMIN-76', 'ADMIN-79'],
  }, async () => {
    const person = await addPerson(t.database, { isAdmin: true })
    const saved = await save(person.userId, { email: 'new@example.org' })
    expect(saved.body.data).toMatchObject({ email: 'new@example.org', permissions: { isAdmin: true } })
    const demoted = await save(person.userId, { isAdmin: false })
    expect(demoted.body.data).toMatchObject({ email: 'new@example.org', permissions: { isAdmin: false } })
    const reply = await save('new', { isAdmin: true })
    expect([reply.status, reply.body.fields]).toEqual([400, { email: 'Invalid email address' }])
  })

  test('a demoted administrator gets 403 at the next call, reading or writing', {
    tags: ['ADMIN-03', 'API-045'],
  }, async () => {
    const other = await addPerson(t.database, { isAdmin: true })
    expect((await t.call(listUsers, {}, { as: other })).status).toBe(200)
    await save(other.userId, { email: other.email, isAdmin: false })
    const before = await fingerprint(t.database)
    expect((await t.call(listUsers, {}, { as: other })).status).toBe(403)
    expect((await save(other.userId, { email: other.email, isAdmin: true }, other)).status).toBe(403)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('a new user gets a mail, chooses a password and signs in', {
    tags: ['ADMIN-73', 'API-151'],
  }, async () => {
    const { data } = (await save('new', { email: 'kim@example.org', isAdmin: false })).body
    expect(data).toMatchObject({ email: 'kim@example.org', lastLoginAt: null, caregiverProfile: null })
    const refused = await t.call(login, { body: { email: 'kim@example.org', password: 'Abcdef1!' } })
    expect(refused.status).toBe(400)
    const letter = await readLetter(t, 'kim@example.org')
    expect(letter).toContain('Subject: Choose your password for Tagalong')
    const link = new URL(/https?:\S+reset-password\S+/.exec(letter)?.[0] ?? '')
    const body = {
      password: 'Abcdef1!',
      confirmPassword: 'Abcdef1!',
      token: link.searchParams.get('token'),
      id: link.searchParams.get('id'),
    }
    expect((await t.call(resetPassword, { body })).status).toBe(200)
    const signedIn = await t.call(login, { body: { email: 'kim@example.org', password: 'Abcdef1!' } })
    expect(signedIn.status).toBe(200)
  })

  test('another user’s email gets 409 at its field and changes nothing', {
    tags: ['ADMIN-76'],
  }, async () => {
    const person = await addPerson(t.database)
    const before = await fingerprint(t.database)
    for (const id of ['new', person.userId]) {
      const reply = await save(id, { email: admin.email.toUpperCase(), isAdmin: false })
      expect([reply.status, reply.body.fields]).toEqual([
        409,
        { email: 'Another user has this email address already' },
      ])
    }
    expect((await save(newId(), { email: 'x@example.org', isAdmin: false })).status).toBe(404)
    expect((await save(person.userId, { email: 'no address', isAdmin: false })).status).toBe(400)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('an address that its former owner may still take back can’t be given to another user', {
    tags: ['ADMIN-76', 'PROFILE-32'],
  }, async () => {
    const [owner, person] = [await addPerson(t.database), await addPerson(t.database)]
    const [id, kept] = [newId(), 'kept@example.org']
    await t.database.pool.query(
      `insert into mail_token (id, user_id, kind, hash, email, expires_at)
        values ($1, $2, 'undo-email', 'x', $3, now() + interval '1 hour')`,
      [id, owner.userId, kept],
    )
    const before = await fingerprint(t.database)
    for (const who of ['new', person.userId]) {
      const reply = await save(who, { email: kept.toUpperCase(), isAdmin: false })
      expect([reply.status, reply.body.fields]).toEqual([
        409,
        { email: 'Another user has this email address already' },
      ])
    }
    expect(await fingerprint(t.database)).toBe(before)
    expect((await save(owner.userId, { email: kept })).status).toBe(200)
    // The user who has the address already keeps it.
    await t.database.pool.query('update mail_token set used_at = null, user_id = $1', [person.userId])
    expect((await save(owner.userId, { email: kept, isAdmin: true })).status).toBe(200)
  })

  test('links mailed to the old address end when an administrator changes it', {
    tags: ['ADMIN-76'],
  }, async () => {
    const person = await addPerson(t.database)
    const kinds = ['reset', 'confirm-email', 'undo-email', 'not-me']
    for (const kind of kinds)
      await t.database.pool.query(
        `insert into mail_token (id, user_id, kind, hash, email, expires_at)
          values ($1, $2, $3::text, $3::text::bytea,
            case when $3 <> 'reset' then 'x@example.org' end, now() + interval '1 hour')`,
        [newId(), person.userId, kind],
      )
    await save(person.userId, { email: 'new@example.org', isAdmin: false })
    const { rows } = await t.database.pool.query('select kind from mail_token where used_at is not null')
    expect(rows.map(({ kind }) => kind).sort()).toEqual(kinds.sort())
  })

  test('the old address is notified without a link when an administrator changes it', {
    tags: ['ADMIN-76'],
  }, async () => {
    const person = await addPerson(t.database)
    await save(person.userId, { email: 'changed@example.org' })
    const letter = await readLetter(t, person.email, 'Subject: Your email address for Tagalong was changed')
    expect(letter).toContain('You no longer sign in to Tagalong with this address.')
    expect(letter).not.toMatch(/changed@example|\/confirm-email|\/reset-password/)
  })

  test('changing only the case of an address sends no mail', { tags: ['ADMIN-76'] }, async () => {
    const person = await addPerson(t.database)
    await save(person.userId, { email: person.email.toUpperCase() })
    const { rows } = await t.database.pool.query(
      `select count(*)::int from pgboss.job where name = 'mail-email-changed' and data->>'userId' = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('changing an address and deleting need a fresh session, changing the right alone doesn’t', {
    tags: ['ADMIN-72', 'ADMIN-76', 'ADMIN-79'],
  }, async () => {
    const person = await addPerson(t.database)
    await t.database.pool.query(`update session set confirmed_at = now() - interval '15 minutes'`)
    const before = await fingerprint(t.database)
    const changed = await save(person.userId, { email: 'new@example.org' })
    const deleted = await t.call(deleteUser, { params: { id: person.userId } }, { as: admin })
    for (const { status, body } of [changed, deleted]) {
      expect([status, body.error]).toEqual([409, "Please confirm that it's you."])
    }
    expect(await fingerprint(t.database)).toBe(before)
    expect((await save(person.userId, { email: person.email, isAdmin: true })).status).toBe(200)
  })

  test('an administrator can’t save or delete another grown-up of their own child', {
    tags: ['ADMIN-72', 'ADMIN-76', 'ADMIN-79'],
  }, async () => {
    const [priya, dev] = [await addParent(t.database), await addParent(t.database)]
    await addGuardian(t.database, priya.children[0], dev)
    await updateAdmin(t.database.kysely, dev.userId, true)
    const remove = (id: string) => t.call(deleteUser, { params: { id } }, { as: dev })
    const before = await fingerprint(t.database)
    for (const call of [(id: string) => save(id, { email: 'dev@example.org' }, dev), remove]) {
      const refused = await call(priya.userId)
      expect([refused.status, refused.text]).toEqual([404, (await call(newId())).text])
    }
    expect(await fingerprint(t.database)).toBe(before)
    expect((await save(dev.userId, { email: 'dev@example.org' }, dev)).status).toBe(200)
    await t.database.pool.query('delete from guardianship where caregiver_id = $1 and child_id = $2', [
      dev.caregiverId,
      priya.children[0],
    ])
    expect((await remove(priya.userId)).status).toBe(200)
  })

  test('the last administrator can neither be demoted nor deleted', { tags: ['ADMIN-72'] }, async () => {
    const before = await fingerprint(t.database)
    const demoted = await save(admin.userId, { email: admin.email, isAdmin: false })
    const deleted = await t.call(deleteUser, { params: { id: admin.userId } }, { as: admin })
    expect([demoted.status, deleted.status]).toEqual([409, 409])
    expect(demoted.body.error).toContain('last administrator')
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('an administrator who never signed in doesn’t count as another one', {
    tags: ['ADMIN-72'],
  }, async () => {
    const other = await addPerson(t.database, { isAdmin: true })
    const demote = () => save(admin.userId, { email: admin.email, isAdmin: false })
    await t.database.pool.query('update app_user set last_login_at = null where id = $1', [other.userId])
    expect((await demote()).status).toBe(409)
    await t.database.pool.query('update app_user set last_login_at = now() where id = $1', [other.userId])
    expect((await demote()).status).toBe(200)
    admin = other
  })

  test('two administrators who demote or delete each other at once leave one administrator', {
    tags: ['ADMIN-72'],
  }, async () => {
    for (let round = 0; round < 8; round += 1) {
      await t.reset()
      const [one, two] = [
        await addPerson(t.database, { isAdmin: true }),
        await addPerson(t.database, { isAdmin: true }),
      ]
      await Promise.all([
        save(two.userId, { email: two.email, isAdmin: false }, one),
        t.call(deleteUser, { params: { id: one.userId } }, { as: two }),
      ])
      const { rows } = await t.database.pool.query('select id from app_user where is_admin')
      expect(rows).toHaveLength(1)
    }
    admin = await addPerson(t.database, { isAdmin: true })
  })

  test('of two administrators who demote each other at once one succeeds, without a deadlock', {
    tags: ['ADMIN-79', 'API-151'],
  }, async () => {
    const [one, two] = [
      await addPerson(t.database, { isAdmin: true }),
      await addPerson(t.database, { isAdmin: true }),
    ]
    const conflicts = countConflicts(t.database)
    const replies = await inTurn<Reply>(
      t.database,
      `select from app_user where id = '${one.userId}' for update`,
      [
        () => save(two.userId, { email: two.email, isAdmin: false }, one),
        () => save(one.userId, { email: one.email, isAdmin: false }, two),
      ],
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 403])
    expect(conflicts()).toBe(0)
  })

  test('a deleted user’s sessions, billing, children and profile are gone', {
    tags: ['ADMIN-72', 'API-143'],
  }, async () => {
    const parent = await addParent(t.database)
    await makePremium(t.database, parent)
    const reply = await t.call(deleteUser, { params: { id: parent.userId } }, { as: admin })
    expect([reply.status, reply.body.data]).toEqual([200, {}])
    expect((await t.call(whoami, {}, { as: { ...parent, refreshToken: '' } })).status).toBe(401)
    const { rows } = await t.database.pool.query(`select
      (select count(*)::int from app_user where id = '${parent.userId}') as users,
      (select count(*)::int from caregiver where deleted_at is null) as caregivers,
      (select count(*)::int from child where deleted_at is null) as children,
      (select count(*)::int from billing_customer where user_id is not null) as customers`)
    expect(rows).toEqual([{ users: 0, caregivers: 0, children: 0, customers: 0 }])
    expect((await t.call(deleteUser, { params: { id: parent.userId } }, { as: admin })).status).toBe(404)
  })

  test('every write is in the audit log, in order and without email addresses', {
    tags: ['API-151', 'API-143'],
  }, async () => {
    const person = await addPerson(t.database)
    await save(person.userId, { email: 'new@example.org', isAdmin: true })
    await save(person.userId, { email: 'new@example.org', isAdmin: false })
    await t.call(deleteUser, { params: { id: person.userId } }, { as: admin })
    const actor = { _id: admin.userId, email: admin.email }
    const subject = { kind: 'user', _id: person.userId }
    const hidden = '[hidden]'
    expect(await entries()).toMatchObject([
      {
        actor,
        subject,
        action: 'users.delete',
        changes: { email: { before: hidden, after: null }, isAdmin: { before: false, after: null } },
      },
      { actor, subject, action: 'users.save', changes: { isAdmin: { before: true, after: false } } },
      {
        actor,
        subject,
        action: 'users.save',
        changes: { email: { before: hidden, after: hidden }, isAdmin: { before: false, after: true } },
      },
    ])
    const { rows } = await t.database.pool.query('select row_to_json(a)::text as text from audit_log a')
    expect(rows.map(({ text }) => text).join()).not.toMatch(/example\.org/)
  })

  test('the audit log can’t be updated, deleted from or truncated, even by SQL', {
    tags: ['API-001'],
  }, async () => {
    await save(admin.userId, { email: admin.email, isAdmin: true })
    for (const change of [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(t.database.pool.query(change)).rejects.toThrow('only ever added to')
    }
    expect(await entries()).toHaveLength(1)
  })

  test('a refused write leaves nothing in the audit log', { tags: ['API-001'] }, async () => {
    await save('new', { email: admin.email, isAdmin: false })
    await save(admin.userId, { email: admin.email, isAdmin: false })
    expect(await entries()).toEqual([])
  })

  test('a form sent twice makes one user and one entry', { tags: ['API-151'] }, async () => {
    const headers = { 'idempotency-key': newId() }
    const body = { email: 'kim@example.org', isAdmin: false }
    const send = () => t.call(saveUser, { params: { id: 'new' }, body }, { as: admin, headers })
    const [one, two] = await Promise.all([send(), send()])
    expect([one.status, two.text]).toEqual([200, one.text])
    expect(await entries()).toHaveLength(1)
  })
})
