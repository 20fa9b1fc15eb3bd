import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { type NotificationInput, notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { insertComing, insertUnanswered, type ReminderRow } from './reminders.db.ts'

export const remindKind: JobKind<object> = { name: 'remind', data: z.object({}) }

type RemindCtx = Pick<JobCtx, 'db' | 'queue' | 'clock'>

/** Each batch locks its playdates until it ends. It skips locked rows, so a short batch isn't always the last. */
const batch = 100

/**
 * Runs each minute and sends the reminders that are due. They are looked up rather than scheduled, so moves and
 * cancellations need no extra work, and a killed process has sent no reminder that it didn't record.
 */
export async function remind(_none: object, ctx: RemindCtx): Promise<void> {
  for (const insert of [insertComing, insertUnanswered]) {
    while ((await remindSome(ctx, insert)) > 0);
  }
}

/** Returns how many were sent. */
function remindSome(
  { db, queue, clock }: RemindCtx,
  insert: (db: Db, looking: { now: Date; limit: number }) => Promise<ReminderRow[]>,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await insert(transaction, { now: new Date(clock.now()), limit: batch })
    for (const row of rows) {
      await notifyCaregivers({ db: transaction, queue }, [row.caregiver_id], reminderOf(row))
    }
    return rows.length
  })
}

function reminderOf({
  playdate_id,
  type,
  kind,
  anchor_at,
  about_id,
  is_own,
}: ReminderRow): NotificationInput {
  const to = { playdate: playdate_id, ...(about_id && { about: about_id }) }
  const url = `/view-playdate-information/${playdate_id}`
  if (kind === 'answer-1' || kind === 'answer-2') {
    const request = `/view-playdate-request/${playdate_id}`
    return { ...to, message: 'reminder.answer', params: {}, url: type === 'single' ? request : url }
  }
  const params = { at: anchor_at.toISOString() }
  if (type === 'single') return { ...to, message: 'reminder.playdate', params, url }
  return { ...to, message: is_own ? 'reminder.ownEvent' : 'reminder.event', params, url }
}
