import { type Notice, renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import type { Db } from '#db/db.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { notifyUsers } from '#features/notifications/notifications.service.ts'
import { findUser } from '#features/users/users.db.ts'
import type { JobCtx } from '#http/context.ts'
import type { Mail } from '#integrations/mailer.ts'
import { inLanguage } from '#language.ts'
import { listEnding, listFailing, markEndNotified, markFailingNotified } from './billing.db.ts'
import { membershipEndsMail, paymentFailsMail, type Reader } from './mails.ts'

const week = 7 * 86_400_000

type EndsCtx = Pick<JobCtx, 'db' | 'queue' | 'mailer' | 'env' | 'clock'>

/** A week before the membership ends, and as soon as a payment has failed; each once. */
export async function notifyOfEnds(ctx: EndsCtx): Promise<void> {
  const { db, clock, env } = ctx
  const now = clock.now()
  const errors: unknown[] = []
  // Whom no mail reaches keeps none of the others from theirs; the job is tried again.
  const notify = (notice: MembershipNotice) =>
    notifyOfMembership(ctx, notice).catch((error: unknown) => errors.push(error))
  const ending = await listEnding(db, { now: new Date(now), until: new Date(now + week) })
  for (const { customer_id, user_id, benefits_end_at } of ending) {
    await notify({
      userId: user_id,
      noticeIn: (zone) => ({ message: 'membership.ends', params: { date: dateOf(benefits_end_at, zone) } }),
      write: membershipEndsMail,
      mark: (transaction) => markEndNotified(transaction, customer_id, benefits_end_at),
    })
  }
  for (const { customer_id, user_id } of await listFailing(db)) {
    await notify({
      userId: user_id,
      noticeIn: () => ({ message: 'membership.fails', params: { brand: env.brandName } }),
      write: paymentFailsMail,
      mark: (transaction) => markFailingNotified(transaction, customer_id),
    })
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not everybody was notified')
}

interface MembershipNotice {
  userId: string
  noticeIn(zone: string): Notice
  write(to: Reader, subject: string): Mail
  /** Notes that they were notified. */
  mark(db: Db): Promise<void>
}

/** By mail, and under Notifications. */
async function notifyOfMembership(
  { db, queue, mailer, env }: EndsCtx,
  { userId, noticeIn, write, mark }: MembershipNotice,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user) return
  const zone = (await findCaregiverOfUser(db, userId))?.time_zone ?? 'UTC'
  const notice = noticeIn(zone)
  const to = { brand: env.brandName, to: user.email, link: `${env.publicUrl}/profile` }
  const kept = { ...notice, title: '', about: null, invitee: null, group: null }
  const mail = inLanguage(user.language, () => write(to, renderNotice(kept, zone).title))
  await mailer.send(mail)
  // Noted only now: a second mail is better than none.
  await db.transaction().execute(async (transaction) => {
    await mark(transaction)
    await notifyUsers({ db: transaction, queue }, [userId], { ...notice, url: '/profile' })
  })
}

/** The day on the reader's own calendar. */
function dateOf(moment: Date, zone: string): string {
  const { year, month, day } = wallTime(moment.getTime(), zone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
