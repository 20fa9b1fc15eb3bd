import { type WallTime, wallTime } from '@tagalong/contract/values/time-zone.ts'
import * as z from 'zod/mini'
import { notifyUsers } from '#features/notifications/notifications.service.ts'
import type { Ctx, JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { type Waiting, waitingMail } from './mails.ts'
import {
  findReader,
  hasUnreadable,
  listAdministrators,
  listAwaited,
  listReaders,
  markMailed,
  takeUnopened,
} from './notify.db.ts'

const hour = 3_600_000
/** The hour at which administrators are mailed about what waits, on their own clock. */
const mailHour = 8

/** Holds ids only: whether the user is still an administrator to mail is checked when it is sent. */
export const mailAdministratorKind: JobKind<{ user: string; what: Waiting }> = {
  name: 'mail-administrator',
  data: z.object({ user: z.string(), what: z.enum(['waiting', 'danger', 'nobody']) }),
}

type NotifyingCtx = Pick<Ctx<unknown>, 'db' | 'queue'>

/** Notifies every administrator who is not a side; if all are sides, all learn that. In the report's transaction. */
export async function notifyOfReport(
  ctx: NotifyingCtx,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const isDanger = reason === 'danger'
  const readers = await listReaders(ctx.db, id)
  if (readers.length > 0) return notifyReaders(ctx, readers, isDanger ? 'danger' : 'waiting', isDanger)
  return notifyReaders(ctx, await listAdministrators(ctx.db), 'nobody', isDanger)
}

/** Notifies under Notifications; if it is urgent, also by push and mail. */
async function notifyReaders(
  ctx: NotifyingCtx,
  users: readonly string[],
  what: Waiting,
  isUrgent: boolean,
): Promise<void> {
  const message = `report.${what}` as const
  await notifyUsers(ctx, users, { message, params: {}, url: '/admin/reports', isQuiet: !isUrgent })
  if (isUrgent) await mail(ctx, users, what)
}

async function mail({ db, queue }: NotifyingCtx, users: readonly string[], what: Waiting): Promise<void> {
  for (const user of users) await queue.enqueue(db, mailAdministratorKind, { user, what })
}

type ClockCtx = Pick<JobCtx, 'db' | 'queue' | 'clock'>

/** Runs by the clock: again for children in danger until somebody has looked, and in the morning for all that waits. */
export async function notifyAdministrators(ctx: ClockCtx): Promise<void> {
  await notifyOfDanger(ctx)
  await mailInTheMorning(ctx)
}

/** One notice for everything that nobody has opened. */
function notifyOfDanger({ db, queue, clock }: ClockCtx): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const ctx = { db: transaction, queue }
    const now = clock.now()
    const unopened = await takeUnopened(transaction, { since: new Date(now - hour), now: new Date(now) })
    const readers = await Promise.all(unopened.map((id) => listReaders(transaction, id)))
    await notifyReaders(ctx, [...new Set(readers.flat())], 'danger', true)
    if (!readers.some((each) => each.length === 0)) return
    await notifyReaders(ctx, await listAdministrators(transaction), 'nobody', true)
  })
}

async function mailInTheMorning({ db, queue, clock }: ClockCtx): Promise<void> {
  const isStuck = await hasUnreadable(db)
  for (const { id, zone, is_awaited, mailed_on } of await listAwaited(db)) {
    const now = wallTime(clock.now(), zone)
    const day = dayOf(now)
    if (now.hour !== mailHour || mailed_on === day || !(is_awaited || isStuck)) continue
    await db.transaction().execute(async (transaction) => {
      if (!(await markMailed(transaction, id, day))) return
      await mail({ db: transaction, queue }, [id], is_awaited ? 'waiting' : 'nobody')
    })
  }
}

function dayOf({ year, month, day }: WallTime): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

export async function mailAdministrator(
  { user, what }: { user: string; what: Waiting },
  { db, mailer, env }: Pick<JobCtx, 'db' | 'mailer' | 'env'>,
): Promise<void> {
  const reader = await findReader(db, user)
  if (!reader) return
  const to = { brand: env.brandName, to: reader.email, link: `${env.publicUrl}/admin/reports` }
  await mailer.send(inLanguage(reader.language, () => waitingMail(to, what)))
}
