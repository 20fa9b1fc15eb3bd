import { type Notice, renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { tellUsers } from '#features/notifications/notifications.service.ts'
import { findUser } from '#features/users/users.db.ts'
import type { Clock } from '#http/context.ts'
import type { Mail, Mailer } from '#integrations/mailer.ts'
import type { Payments } from '#integrations/payments.ts'
import { defineJob, type Job, type Queue } from '#jobs/queue.ts'
import {
  deleteCustomer,
  listEnding,
  listErasedCustomers,
  listFailing,
  markEndTold,
  markFailingTold,
} from './billing.db.ts'
import { forgetCustomersKind } from './billing.service.ts'
import { membershipEndsMail, paymentFailsMail, type Reader } from './mails.ts'
import { insertNightlyEvents, listWaitingCustomers } from './readings.db.ts'
import { answerEventsKind, readCustomer } from './readings.service.ts'

interface Means {
  database: Database
  payments: Payments
  mailer: Mailer
  env: Env
  clock: Clock
  log: FastifyBaseLogger
  /** Known only once its jobs are. */
  queue: () => Queue
}

/** So many at a time. */
const batch = 50
/** Milliseconds; the queue gives a job 60 s, and what is left over waits for the next. */
const longestRun = 40_000
const week = 7 * 86_400_000

export function billingJobs(means: Means): Job[] {
  const { database } = means
  return [
    // On the clock too: whatever could not be answered then is answered later.
    { ...defineJob(answerEventsKind, () => answerEvents(means)), cron: '*/5 * * * *' },
    { ...defineJob(forgetCustomersKind, () => forgetErased(means)), cron: '11 * * * *' },
    {
      name: 'read-subscriptions',
      data: z.object({}),
      cron: '47 3 * * *',
      run: () => insertNightlyEvents(database.kysely, `night of ${new Date().toISOString().slice(0, 10)}`),
    },
    { name: 'tell-of-ends', data: z.object({}), cron: '23 14 * * *', run: () => tellOfEnds(means) },
  ]
}

async function answerEvents({ database: { kysely: db }, payments, log }: Means): Promise<void> {
  const failed: string[] = []
  await whileTime(
    () => listWaitingCustomers(db, { except: failed, limit: batch }),
    async (customerId) => {
      try {
        await readCustomer(db, payments, customerId)
      } catch (error) {
        log.error({ err: error }, 'a subscription could not be read')
        failed.push(customerId)
      }
    },
  )
  if (failed.length > 0) throw new Error(`${failed.length} subscriptions could not be read`)
}

async function forgetErased({ database: { kysely: db }, payments }: Means): Promise<void> {
  await whileTime(
    () => listErasedCustomers(db, batch),
    async (customerId) => {
      await payments.forgetCustomer(customerId)
      await deleteCustomer(db, customerId)
    },
  )
}

/** One after another, as long as there are any and the job may still run. */
async function whileTime(list: () => Promise<string[]>, work: (id: string) => Promise<void>): Promise<void> {
  const until = Date.now() + longestRun
  for (let ids = await list(); ids.length > 0; ids = await list()) {
    for (const id of ids) {
      if (Date.now() > until) return
      await work(id)
    }
  }
}

/** A week before the membership ends, and as soon as a payment has failed; each once. */
async function tellOfEnds(means: Means): Promise<void> {
  const { kysely: db } = means.database
  const now = means.clock.now()
  const ending = await listEnding(db, { now: new Date(now), until: new Date(now + week) })
  for (const { customer_id, user_id, benefits_end_at } of ending) {
    await tell(means, {
      userId: user_id,
      noticeIn: (zone) => ({ message: 'membership.ends', params: { date: dateOf(benefits_end_at, zone) } }),
      write: membershipEndsMail,
      mark: (transaction) => markEndTold(transaction, customer_id, benefits_end_at),
    })
  }
  for (const { customer_id, user_id } of await listFailing(db)) {
    await tell(means, {
      userId: user_id,
      noticeIn: () => ({ message: 'membership.fails', params: { brand: means.env.brandName } }),
      write: paymentFailsMail,
      mark: (transaction) => markFailingTold(transaction, customer_id),
    })
  }
}

interface News {
  userId: string
  noticeIn(zone: string): Notice
  write(to: Reader, subject: string): Mail
  /** Notes that it was told. */
  mark(db: Db): Promise<void>
}

/** The one place where somebody is told about their membership: by mail, and under Notifications. */
async function tell(
  { database, mailer, env, queue }: Means,
  { userId, noticeIn, write, mark }: News,
): Promise<void> {
  const { kysely: db } = database
  const user = await findUser(db, userId)
  if (!user) return
  const zone = (await findCaregiverOfUser(db, userId))?.time_zone ?? 'UTC'
  const notice = noticeIn(zone)
  const to = { brand: env.brandName, to: user.email, link: `${env.publicUrl}/profile` }
  const kept = { ...notice, title: '', about: null, invitee: null }
  await mailer.send(write(to, renderNotice(kept, zone).title))
  // Noted only now: a second mail is better than none.
  await db.transaction().execute(async (transaction) => {
    await mark(transaction)
    await tellUsers({ db: transaction, queue: queue() }, [userId], { ...notice, url: '/profile' })
  })
}

/** The day on the reader's own calendar. */
function dateOf(moment: Date, zone: string): string {
  const { year, month, day } = wallTime(moment.getTime(), zone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
