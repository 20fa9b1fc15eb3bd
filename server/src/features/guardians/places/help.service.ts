import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx, JobCtx } from '#http/context.ts'
import { lastDayOf } from '../last-day.ts'
import { type HelpRow, hasNotice, listEndingHelp, listHelp as listRows } from './help.db.ts'

export function listHelp({ db }: CaregiverCtx, actor: Authorised<CaregiverActor>): Promise<HelpRow[]> {
  return listRows(db, actor.caregiverId)
}

/** Runs nightly: a week before help ends, notifies the helper and the guardian of its last day, once. */
export async function announceEndingHelp({ db, queue }: Pick<JobCtx, 'db' | 'queue'>): Promise<void> {
  for (const help of await listEndingHelp(db)) {
    await db.transaction().execute(async (transaction) => {
      const ctx = { db: transaction, queue }
      const params = { date: lastDayOf(help.until, help.time_zone) }
      const url = `/child/${help.child_id}/grown-ups`
      const toAdder = { message: 'helper.ends', params, url, about: help.helper_id } as const
      // Links to the child, because a helper may help with several.
      const toHelper = { message: 'helper.endsYou', params, url } as const
      // Checked separately: one of them may have muted the other.
      if (!(await hasNotice(transaction, help.adder_id, toAdder)))
        await notifyCaregivers(ctx, [help.adder_id], toAdder)
      if (!(await hasNotice(transaction, help.helper_id, toHelper)))
        await notifyCaregivers(ctx, [help.helper_id], toHelper)
    })
  }
}
