import { deleteAccount, register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { confirmEmail, resetPassword } from '@tagalong/contract/features/auth/links.contract.ts'
import {
  checkPhoneProof,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import { decideReports, getReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertMailToken } from '#features/auth/links/links.db.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { type Bar, insertBars } from '#features/users/bars.db.ts'
import type { Queue } from '#jobs/queue.ts'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { codesSentTo } from '#test/phone-codes.ts'
import { about, addReport } from '#test/reports.ts'
import {
  addParent,
  addPerson,
  addSession,
  connect,
  makePremium,
  type Parent,
  type Person,
} from '#test/world.ts'
import { eraseClosedAccounts } from './closed.service.ts'

const password = 'Zebra-Crossing-77'
const words = 'A message of yours hurt somebody. Please be kind.'
const day = 86_400_000

let t: TestApp
let anna: Parent
let ben: Parent
let admin: Person
beforeAll(async () => {
  t = await testApp({ SAFETY: 'strict', PHONE_PROVIDER: 'outbox' })
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  admin = await addPerson(t.database, { isAdmin: true })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const sql = async (text: string, ...values: unknown[]) => (await t.database.pool.query(text, values)).rows
const subject = () => ({ params: { subject: ben.caregiverId } })

const closeBen = () => decideAboutBen({ kind: 'close' })

async function decideAboutBen(fields: { kind: 'suspend' | 'close'; days?: number }): Promise<void> {
  const reports = [await addReport(t, anna, about(ben))]
  const body = { reports, words, ...fields }
  const reply = await t.call(decideReports, { ...subject(), body }, { as: admin })
  expect(reply.status, reply.text).toBe(200)
}

/** Runs the job; discards what it enqueues, unless told otherwise. */
const erase = (enqueue: Queue['enqueue'] = async () => undefined) =>
  eraseClosedAccounts({
    db: t.database.kysely,
    clock: t.clock,
    queue: { enqueue, close: async () => undefined },
    log: pino({ level: 'silent' }),
  })

function registerAs(email: string) {
  const body = { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] }
  return t.call(register, { body })
}

async function openLink(kind: 'reset' | 'confirm-email', email: string | null): Promise<number> {
  const [id, token] = [newId(), newId()]
  const link = { id, userId: ben.userId, kind, hash: hashOf(token), email, minutes: 60 }
  await insertMailToken(t.database.kysely, link)
  const body = { id, token, password, confirmPassword: password }
  const reply =
    kind === 'reset' ? t.call(resetPassword, { body }) : t.call(confirmEmail, { body: { id, token } })
  return (await reply).status
}

describe('a closed account', () => {
  test('is erased after 30 days, and not before', { tags: ['SAFE-48'] }, async () => {
    await closeBen()
    expect((await sql('select standing from app_user where id = $1', ben.userId))[0]).toEqual({
      standing: 'closed',
    })
    t.clock.shift(30 * day - 60_000)
    expect(await erase()).toBe(0)
    t.clock.shift(120_000)
    expect([await erase(), await erase()]).toEqual([1, 0])
    expect(await sql('select id from app_user where id = $1', ben.userId)).toEqual([])
    expect((await t.call(getReports, subject(), { as: admin })).body.data.subject).toMatchObject({
      name: 'Ben Example',
      user: null,
    })
  })

  test('that can’t be erased doesn’t hold up the others', { tags: ['SAFE-48'] }, async () => {
    const cleo = await addParent(t.database, { name: 'Cleo' })
    await makePremium(t.database, ben)
    const both = [ben.userId, cleo.userId]
    await sql(`update app_user set standing = 'closed', standing_until = now() where id = any($1)`, both)
    // Only accounts with a billing customer enqueue anything.
    const fail = async () => {
      throw new Error('the queue takes nothing')
    }
    await expect(erase(fail)).rejects.toThrow('not all closed accounts were erased')
    expect(await sql('select id from app_user where id = any($1)', both)).toEqual([{ id: ben.userId }])
    expect(await erase()).toBe(1)
  })

  test('whose closure was withdrawn is not erased', { tags: ['SAFE-48', 'SAFE-88'] }, async () => {
    await closeBen()
    const { decisions } = (await t.call(getReports, subject(), { as: admin })).body.data
    const body = { reports: [], kind: 'none', replaces: decisions[0]?._id }
    expect((await t.call(decideReports, { ...subject(), body }, { as: admin })).status).toBe(200)
    t.clock.shift(31 * day)
    expect(await erase()).toBe(0)
    expect(await sql('select kind from barred')).toEqual([])
  })

  test('bars its address for 24 months if a link mailed there was opened', {
    tags: ['SAFE-48'],
  }, async () => {
    expect(await openLink('reset', null)).toBe(200)
    await closeBen()
    t.clock.shift(31 * day)
    await erase()
    const refused = await registerAs(ben.email.toUpperCase())
    expect(refused.body).toMatchObject({
      status: 400,
      fields: { email: 'An account with this email address already exists. Please sign in.' },
    })
    const [bar] = await sql(`select until > now() + interval '23 months' as is_long, hash from barred`)
    expect(bar.is_long).toBe(true)
    expect(bar.hash.toString()).not.toContain(ben.email)
    await sql(`update barred set until = now() - interval '1 second'`)
    expect((await registerAs(ben.email)).status).toBe(201)
    await sweep(t.database.kysely)
    expect(await sql('select kind from barred')).toEqual([])
  })

  test('doesn’t bar its address if no link mailed there was opened', { tags: ['SAFE-48'] }, async () => {
    await closeBen()
    t.clock.shift(31 * day)
    await erase()
    expect((await registerAs(ben.email)).status).toBe(201)
  })

  test('bars an address that was confirmed by a link', { tags: ['SAFE-48'] }, async () => {
    expect(await openLink('confirm-email', 'another@example.org')).toBe(200)
    await closeBen()
    t.clock.shift(31 * day)
    await erase()
    expect((await registerAs('another@example.org')).status).toBe(400)
  })

  test('bars its phone number from being proven if it was proven by code', {
    tags: ['SAFE-48'],
  }, async () => {
    await sql(
      `update caregiver set phone_proof = 'code', phone_proven_at = now() where id = $1`,
      ben.caregiverId,
    )
    await closeBen()
    t.clock.shift(31 * day)
    await erase()
    const eve = await addParent(t.database, { name: 'Eve' })
    await sql(
      'update caregiver set phone_proof = null, phone_number = $2 where id = $1',
      eve.caregiverId,
      ben.phoneNumber,
    )
    expect((await t.call(startPhoneProof, {}, { as: eve })).status).toBe(200)
    const code = (await codesSentTo(t, ben.phoneNumber)).at(-1)
    const check = () => t.call(checkPhoneProof, { body: { code } }, { as: eve })
    expect((await check()).body).toMatchObject({
      status: 409,
      error: 'This phone number is already in use',
    })
    await sql('delete from barred')
    expect((await check()).body.data).toEqual({ proven: true })
  })
})

describe('a suspended account that its owner deletes', () => {
  beforeEach(async () => {
    expect(await openLink('reset', null)).toBe(200)
    // Opening the link ended the session.
    ben = await addSession(t.database, ben)
  })

  const deleteBen = async () => {
    const reply = await t.call(deleteAccount, { body: { password } }, { as: ben })
    expect(reply.status, reply.text).toBe(200)
  }

  test('bars its address until the suspension would have ended', { tags: ['SAFE-48'] }, async () => {
    await decideAboutBen({ kind: 'suspend', days: 7 })
    await deleteBen()
    expect((await registerAs(ben.email)).body.fields).toEqual({
      email: 'An account with this email address already exists. Please sign in.',
    })
    expect(await sql(`select until - now() between '6 days' and '7 days' as is_week from barred`)).toEqual([
      { is_week: true },
    ])
    await sql(`update barred set until = now() - interval '1 second'`)
    expect((await registerAs(ben.email)).status).toBe(201)
  })

  test('bars its address also if an administrator deletes it', { tags: ['SAFE-48'] }, async () => {
    await decideAboutBen({ kind: 'suspend', days: 7 })
    expect((await t.call(deleteUser, { params: { id: ben.userId } }, { as: admin })).status).toBe(200)
    expect((await registerAs(ben.email)).body.fields).toEqual({
      email: 'An account with this email address already exists. Please sign in.',
    })
  })

  test('bars its address for 24 months if the suspension has no end', { tags: ['SAFE-48'] }, async () => {
    await decideAboutBen({ kind: 'suspend' })
    await deleteBen()
    expect(
      await sql(
        `select until between now() + interval '23 months' and now() + interval '24 months' as is_long from barred`,
      ),
    ).toEqual([{ is_long: true }])
  })

  test('doesn’t shorten an existing bar', { tags: ['SAFE-48'] }, async () => {
    await decideAboutBen({ kind: 'suspend' })
    await deleteBen()
    const bars = (await sql(`select kind, hash, until from barred`)) as (Bar & { until: Date })[]
    const again = bars.map(({ kind, hash }) => ({ kind, hash }))
    await insertBars(t.database.kysely, again, new Date(Date.now() + 86_400_000))
    expect(await sql(`select kind, hash, until from barred`)).toEqual(bars)
  })

  test('bars nothing once the suspension is over', { tags: ['SAFE-48'] }, async () => {
    await decideAboutBen({ kind: 'suspend', days: 7 })
    await sql(`update app_user set standing_until = now() - interval '1 second' where id = $1`, ben.userId)
    await deleteBen()
    expect((await registerAs(ben.email)).status).toBe(201)
  })
})
