import {
  comingVersions,
  currentVersion,
  type Paper,
  papers,
} from '@tagalong/contract/features/papers/papers.rules.ts'
import { calendarDate } from '@tagalong/contract/values/date-format.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { notifyUsers } from '#features/notifications/notifications.service.ts'
import { findUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Clock, Ctx, JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { papersMail } from './mails.ts'
import {
  type ConsentRow,
  insertNotified,
  insertRegistered,
  listConsentRows,
  listUnnotified,
} from './papers.db.ts'

/** Runs at the start, and each night for users who registered since. */
export const announcePapersKind: JobKind<object> = { name: 'announce-papers', data: z.object({}) }

export const mailPapersKind: JobKind<{ userId: string; day: string }> = {
  name: 'mail-papers',
  data: z.object({ userId: z.string(), day: z.string() }),
}

const batch = 500

type PapersEnv = Pick<Ctx<unknown>, 'env'> & { clock: Clock }

/** Returns today's date in UTC, the zone in which all retention periods are counted. */
function todayOf({ clock }: PapersEnv): string {
  return new Date(clock.now()).toISOString().slice(0, 10)
}

/** True if there is anything to announce. */
export function hasComing(ctx: PapersEnv): boolean {
  return comingVersions(todayOf(ctx), ctx.env.papersNext).size > 0
}

/** Records consents in the transaction in which the user registers. */
export async function registerConsents(ctx: PapersEnv, db: Db, userId: string): Promise<void> {
  const today = todayOf(ctx)
  const current = papers.map((paper) => ({
    paper,
    version: currentVersion(paper, today, ctx.env.papersNext),
  }))
  await insertRegistered(db, userId, current)
}

/** Leaves out versions that the user was notified of but that don't count yet. */
export function listConsents(ctx: Ctx, { userId }: Authorised<Actor>): Promise<ConsentRow[]> {
  return listConsentRows(ctx.db, { userId, today: todayOf(ctx) })
}

type AnnounceCtx = PapersEnv & Pick<JobCtx, 'db' | 'queue'>

/**
 * Notifies and mails everybody of a coming version, once: a row of the same transaction records it. Run again, or twice
 * at once, it goes on with users who have no row.
 */
export async function announcePapers(_none: object, ctx: AnnounceCtx): Promise<void> {
  for (const [day, changes] of comingVersions(todayOf(ctx), ctx.env.papersNext)) {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (after)
      after = await announceBatch(ctx, { day, about: papers.filter((paper) => changes[paper]), after })
  }
}

/** Returns the last user it reached; undefined once nobody is left. */
function announceBatch(
  { db, queue }: AnnounceCtx,
  { day, about, after }: { day: string; about: Paper[]; after: string },
): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    const found = { papers: about, version: day }
    const userIds = await listUnnotified(transaction, { ...found, after, limit: batch })
    if (userIds.length === 0) return undefined
    const notified = await insertNotified(transaction, { ...found, userIds })
    const notice = {
      message: 'papers.change',
      params: { date: day },
      url: `/${about[0] ?? 'terms'}`,
    } as const
    await notifyUsers({ db: transaction, queue }, notified, notice)
    for (const userId of notified) await queue.enqueue(transaction, mailPapersKind, { userId, day })
    return userIds.at(-1)
  })
}

/**
 * Sends nothing if the account is gone meanwhile.
 * @throws if this process is of the previous release, which doesn't know the version: the queue tries again elsewhere
 */
export async function mailPapers(
  { userId, day }: { userId: string; day: string },
  ctx: PapersEnv & Pick<JobCtx, 'db' | 'mailer'>,
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  const changes = comingVersions('', ctx.env.papersNext).get(day)
  if (!user) return
  if (!changes) throw new Error(`no version of the papers from ${day} is known here`)
  const { brandName: brand, publicUrl } = ctx.env
  await ctx.mailer.send(
    inLanguage(user.language, () =>
      papersMail({
        brand,
        to: user.email,
        date: calendarDate(day),
        changes: papers.flatMap((paper) => changes[paper] ?? []).map((text) => text()),
        link: `${publicUrl}/${papers.find((paper) => changes[paper]) ?? 'terms'}`,
      }),
    ),
  )
}
