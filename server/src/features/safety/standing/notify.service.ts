import type { DecisionKind } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import * as z from 'zod/mini'
import { listAdminIds } from '#features/groups/memberships/memberships.db.ts'
import { type NotificationInput, notifyUsers } from '#features/notifications/notifications.service.ts'
import type { Ctx, JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { decisionMail } from './mails.ts'
import { findDecisionMail, listUsersOf } from './standing.db.ts'

/** Jobs hold ids only. */
export const mailDecisionKind: JobKind<{ decision: string; user: string }> = {
  name: 'mail-decision',
  data: z.object({ decision: z.string(), user: z.string() }),
}

const ownPage = '/account-notice'
const messages = { warn: 'account.word', suspend: 'account.paused', close: 'account.closed' } as const

interface Subject {
  id: string
  kind: 'caregiver' | 'group'
  name: string
  user_id: string | null
}

/** Notifies the user it concerns, or the admins of the group, under Notifications and by mail. */
export async function notifyOfDecision(
  ctx: Pick<Ctx, 'db' | 'queue'>,
  subject: Subject,
  { id, kind }: { id: string; kind: Exclude<DecisionKind, 'none'> },
): Promise<void> {
  const { users, notification } = await noticeOfDecision(ctx, subject, kind)
  await notifyUsers(ctx, users, notification)
  for (const user of users) await ctx.queue.enqueue(ctx.db, mailDecisionKind, { decision: id, user })
}

async function noticeOfDecision(
  { db }: Pick<Ctx, 'db'>,
  subject: Subject,
  kind: Exclude<DecisionKind, 'none'>,
): Promise<{ users: string[]; notification: NotificationInput }> {
  if (subject.kind === 'caregiver') {
    const notification = { message: messages[kind], params: {}, url: ownPage } as const
    return { users: subject.user_id ? [subject.user_id] : [], notification }
  }
  const params = { groupId: subject.id }
  const notification = { message: 'group.word', params, url: `/group/${subject.id}` } as const
  return { users: await listUsersOf(db, await listAdminIds(db, subject.id)), notification }
}

export async function mailDecision(
  ids: { decision: string; user: string },
  { db, mailer, env }: Pick<JobCtx, 'db' | 'mailer' | 'env'>,
): Promise<void> {
  const row = await findDecisionMail(db, ids)
  if (!row) return
  const link = `${env.publicUrl}${row.group === null ? ownPage : '/'}`
  await mailer.send(inLanguage(row.language, () => decisionMail(row, { brand: env.brandName, link })))
}
