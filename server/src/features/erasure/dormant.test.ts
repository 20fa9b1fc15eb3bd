import { confirmEmail } from '@tagalong/contract/features/auth/links.contract.ts'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '#env.ts'
import { insertMailToken } from '#features/auth/links/links.db.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { AddressRefused, type Mail, type Mailer } from '#integrations/mailer.ts'
import type { Queue } from '#jobs/queue.ts'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, addPerson, addSession, makePremium, type Parent, type Person } from '#test/world.ts'
import { mailDormant, warnDormant } from './dormant.service.ts'
import { eraseOverdue } from './overdue.service.ts'

let t: TestApp
let anna: Parent
let mails: Mail[]
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  mails = []
})
afterAll(() => t.close())

const sql = async (text: string, ...values: unknown[]) => (await t.database.pool.query(text, values)).rows

/** Runs the daily job, and the mail jobs that it enqueues. */
async function warn(send: Mailer['send'] = async (mail) => void mails.push(mail)): Promise<void> {
  const db = t.database.kysely
  const owed: { userId: string }[] = []
  const enqueue = async (_db: unknown, _kind: unknown, data: object) =>
    void owed.push(data as { userId: string })
  await warnDormant({ db, queue: { enqueue, close: async () => undefined } })
  const mailer = { send, close: () => undefined }
  const env = readEnv({ PUBLIC_URL: 'https://play.example.org' })
  for (const each of owed) await mailDormant(each, { db, env, mailer })
}

async function night(enqueue: Queue['enqueue'] = async () => undefined): Promise<number> {
  const db = t.database.kysely
  const queue = { enqueue, close: async () => undefined }
  const log = pino({ level: 'silent' })
  const erased = await eraseOverdue({ db, queue, clock: t.clock, log })
  await sweep(db)
  return [...erased.values()].reduce((sum, count) => sum + count, 0)
}

/** Moves everything that far into the past. */
async function wait(time: string): Promise<void> {
  await sql(
    `update app_user set created_at = created_at - $1::interval, last_login_at = last_login_at - $1::interval,
      visited_at = visited_at - $1::interval, dormant_told_at = dormant_told_at - $1::interval`,
    time,
  )
  await sql(
    `update session set created_at = created_at - $1::interval, last_seen_at = last_seen_at - $1::interval,
      expires_at = expires_at - $1::interval`,
    time,
  )
}

const isThere = async ({ userId }: Person) =>
  (await sql('select id from app_user where id = $1', userId)).length > 0

describe('an unused account', () => {
  test('is mailed once, 30 days before it is erased', { tags: ['SAFE-75'] }, async () => {
    await wait('22 months')
    await warn()
    expect(mails).toEqual([])
    await wait('1 month')
    await warn()
    await warn()
    expect(mails).toMatchObject([
      { to: anna.email, subject: 'Your Tagalong account will be deleted in 30 days' },
    ])
    expect(mails[0]?.text).toContain('https://play.example.org/login')
    await wait('29 days')
    expect(await night()).toBe(0)
    await wait('3 days')
    await warn()
    expect(await night()).toBe(1)
    expect([await isThere(anna), mails.length]).toEqual([false, 1])
    expect(await sql('select id from caregiver')).toEqual([])
    expect(await sql('select id from child')).toEqual([])
  })

  test('is not erased before its mail is 30 days old, however late that was sent', {
    tags: ['SAFE-75'],
  }, async () => {
    await wait('25 months')
    expect(await night()).toBe(0)
    await warn()
    expect([mails.length, await night()]).toEqual([1, 0])
    await wait('31 days')
    expect(await night()).toBe(1)
  })

  test('is not erased while its mail can’t be sent, and is mailed later', {
    tags: ['SAFE-75'],
  }, async () => {
    await wait('23 months')
    const fail = async () => {
      throw new Error('no mail server')
    }
    await expect(warn(fail)).rejects.toThrow('no mail server')
    await wait('2 months')
    expect(await night()).toBe(0)
    await warn()
    expect([mails.length, await night()]).toEqual([1, 0])
    await wait('31 days')
    expect(await night()).toBe(1)
  })

  test('is erased even if its address is permanently refused', { tags: ['SAFE-75'] }, async () => {
    await wait('23 months')
    await warn(async () => {
      throw new AddressRefused('550 no such user')
    })
    await wait('31 days')
    await warn()
    expect([mails, await night()]).toEqual([[], 1])
  })

  test('is kept after a sign-in, and mailed again when it becomes unused again', {
    tags: ['SAFE-75'],
  }, async () => {
    await wait('23 months')
    await warn()
    await addSession(t.database, anna)
    await wait('2 months')
    expect(await night()).toBe(0)
    await warn()
    expect(mails).toHaveLength(1)
    await wait('22 months')
    // Its sessions are swept by now, but its last visit is kept.
    expect(await night()).toBe(0)
    expect(await sql('select id from session')).toEqual([])
    await warn()
    expect(mails).toHaveLength(2)
    await wait('31 days')
    expect(await night()).toBe(1)
  })

  test('counts as used when a session is refreshed', { tags: ['SAFE-75'] }, async () => {
    await wait('24 months')
    await sql(`update session set created_at = now(), expires_at = now() + interval '1 day'`)
    const headers = { 'x-refresh-token': anna.refreshToken }
    expect((await t.send('GET', '/api/auth/refresh', { headers })).status).toBe(200)
    await warn()
    expect([mails, await night()]).toEqual([[], 0])
  })

  test('doesn’t count as used when a mailed link is opened', { tags: ['SAFE-75'] }, async () => {
    const [id, token] = [newId(), newId()]
    await wait('23 months')
    await warn()
    const email = 'other@example.org'
    const link = { id, userId: anna.userId, kind: 'confirm-email' as const, hash: hashOf(token), email }
    await insertMailToken(t.database.kysely, { ...link, minutes: 60 })
    expect((await t.call(confirmEmail, { body: { id, token } })).status).toBe(200)
    await wait('31 days')
    expect(await night()).toBe(1)
  })

  test('that can’t be erased doesn’t hold up the others', { tags: ['SAFE-75'] }, async () => {
    const ben = await addParent(t.database, { name: 'Ben' })
    // A former customer: only such accounts enqueue anything.
    await makePremium(t.database, anna)
    await sql(`update billing_customer set status = 'canceled'`)
    await wait('23 months')
    await warn()
    await wait('2 months')
    const fail = async () => {
      throw new Error('the queue takes nothing')
    }
    await expect(night(fail)).rejects.toThrow('not all that is overdue was erased')
    expect([await isThere(anna), await isThere(ben)]).toEqual([true, false])
    expect(await night()).toBe(1)
  })

  test('is kept if it is an administrator’s or has premium', { tags: ['SAFE-75'] }, async () => {
    const admin = await addPerson(t.database, { isAdmin: true })
    const ben = await addParent(t.database)
    await makePremium(t.database, ben)
    await wait('23 months')
    await warn()
    expect(mails.map(({ to }) => to)).toEqual([anna.email])
    await sql(`update app_user set dormant_told_at = now()`)
    await wait('2 months')
    expect(await night()).toBe(1)
    expect([await isThere(admin), await isThere(ben)]).toEqual([true, true])
  })
})
