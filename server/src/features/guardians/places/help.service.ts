import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, Ctx, JobCtx } from '#http/context.ts'
import { lastDayOf } from '../last-day.ts'
import { type HelpRow, isTold, listEndingHelp, listHelp as listRows } from './help.db.ts'

export function listHelp({ db }: Ctx<CaregiverActor>, actor: Authorised<CaregiverActor>): Promise<HelpRow[]> {
  return listRows(db, actor.caregiverId)
}

/** Nightly: a week before, the two whom a help's end concerns are told of that day, once. */
export async function announceEndingHelp({ db, queue }: Pick<JobCtx, 'db' | 'queue'>): Promise<void> {
  for (const help of await listEndingHelp(db)) {
    await db.transaction().execute(async (transaction) => {
      const url = `/child/${help.child_id}/grown-ups`
      const params = { date: lastDayOf(help.until, help.time_zone) }
      if (await isTold(transaction, help, { url, date: params.date })) return
      const ctx = { db: transaction, queue }
      await notifyCaregivers(ctx, [help.adder_id], {
        message: 'helper.ends',
        params,
        url,
        about: help.helper_id,
      })
      await notifyCaregivers(ctx, [help.helper_id], { message: 'helper.endsYou', params, url: '/profile' })
    })
  }
}
