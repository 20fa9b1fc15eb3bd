import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import { type Notice, renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { notifyUsers } from '#features/notifications/notifications.service.ts'
import { findUser } from '#features/users/users.db.ts'
import type { JobCtx } from '#http/context.ts'
import type { Mail } from '#integrations/mailer.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import {
  findSubscription,
  listEnding,
  listFailing,
  markEndNotified,
  markFailingNotified,
} from './billing.db.ts'
import { membershipEndsMail, paymentFailsMail, type Reader } from './mails.ts'

const week = 7 * 86_400_000

type Fact = 'ends' | 'fails'

/** Jobs hold only ids: the mail checks whether it is still true when it is sent. */
export const mailMembershipKind: JobKind<{ user: string; what: Fact }> = {
  name: 'mail-membership',
  data: z.object({ user: z.string(), what: z.enum(['ends', 'fails']) }),
}

type EndsCtx = Pick<JobCtx, 'db' | 'queue' | 'env' | 'clock'>

/**
 * Daily: notifies users a week before the membership ends, and once a payment has failed; each once, even if run twice
 * at once.
 */
export async function notifyOfEnds(ctx: EndsCtx): Promise<void> {
  const { db, clock, env } = ctx
  const now = clock.now()
  const ending = await listEnding(db, { now: new Date(now), until: new Date(now + week) })
  for (const { customer_id, user_id, benefits_end_at } of ending) {
    await notifyOfMembership(ctx, {
      userId: user_id,
      what: 'ends',
      notice: endNotice(benefits_end_at, await zoneOf(db, user_id)),
      mark: (transaction) => markEndNotified(transaction, customer_id, benefits_end_at),
    })
  }
  for (const { customer_id, user_id } of await listFailing(db)) {
    await notifyOfMembership(ctx, {
      userId: user_id,
      what: 'fails',
      notice: failNotice(env),
      mark: (transaction) => markFailingNotified(transaction, customer_id),
    })
  }
}

interface MembershipNotice {
  userId: string
  what: Fact
  notice: Notice
  /** Records that the user was notified; false if another run did so meanwhile. */
  mark(db: Db): Promise<boolean>
}

/** Notifies by mail, and under Notifications. */
function notifyOfMembership(
  { db, queue }: EndsCtx,
  { userId, what, notice, mark }: MembershipNotice,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    if (!(await mark(transaction))) return
    await notifyUsers({ db: transaction, queue }, [userId], { ...notice, url: '/profile' })
    await queue.enqueue(transaction, mailMembershipKind, { user: userId, what })
  })
}

const endNotice = (end: Date, zone: string): Notice => ({
  message: 'membership.ends',
  params: { date: dateOf(end, zone) },
})
const failNotice = ({ brandName }: Pick<JobCtx['env'], 'brandName'>): Notice => ({
  message: 'membership.fails',
  params: { brand: brandName },
})

async function zoneOf(db: Db, userId: string): Promise<string> {
  return (await findCaregiverOfUser(db, userId))?.time_zone ?? 'UTC'
}

export async function mailMembership(
  { user: userId, what }: { user: string; what: Fact },
  { db, mailer, env }: Pick<JobCtx, 'db' | 'mailer' | 'env'>,
): Promise<void> {
  const [user, subscription] = [await findUser(db, userId), await findSubscription(db, userId)]
  if (!user || !subscription) return
  const { status, benefits_end_at: end } = subscription
  const to = { brand: env.brandName, to: user.email, link: `${env.publicUrl}/profile` }
  const zone = await zoneOf(db, userId)
  const send = async (notice: Notice, write: (to: Reader, subject: string) => Mail) => {
    const kept = { ...notice, title: '', about: null, invitee: null, group: null }
    await mailer.send(inLanguage(user.language, () => write(to, renderNotice(kept, zone).title)))
  }
  if (what === 'fails' && status === 'past_due') await send(failNotice(env), paymentFailsMail)
  if (what === 'ends' && isSubscribed(status) && end) await send(endNotice(end, zone), membershipEndsMail)
}

/** Returns the day on the reader's calendar. */
function dateOf(moment: Date, zone: string): string {
  const { year, month, day } = wallTime(moment.getTime(), zone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
