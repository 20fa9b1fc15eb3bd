import { answerBy } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { notify } from '#db/listen.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { CaregiverCtx, NotifyCtx } from '#http/context.ts'
import type { DueCtx } from '#http/feature.ts'
import { endOver, findClock, type OverRow, setAnswerBy } from './waits.db.ts'

/** Each holds its playdates until it ends; it is fewer where something is locked, though there is more. */
const batch = 100

/** Each minute: requests whose wait is over end. */
export async function endWaits({ db, queue, clock }: DueCtx): Promise<void> {
  const now = new Date(clock.now())
  const some = () =>
    db.transaction().execute(async (transaction) => {
      const rows = await endOver(transaction, { now, limit: batch })
      for (const row of rows.filter(isFirstOfSeries)) await notifyOfEnd({ db: transaction, queue }, row)
      return rows.length
    })
  while ((await some()) > 0);
}

/** One notice stands for all dates of a series, also where they end in several batches. */
function isFirstOfSeries({ series_id, is_known }: OverRow, index: number, rows: readonly OverRow[]): boolean {
  if (series_id === null) return true
  return !is_known && rows.findIndex((each) => each.series_id === series_id) === index
}

/** Whoever asked is notified of who didn't answer; whoever was asked finds one line, without a push or a mail. */
async function notifyOfEnd(ctx: NotifyCtx, row: OverRow): Promise<void> {
  const { id, owner_id, asked_id, last_side, ask_id, standing } = row
  const to = standing.filter(({ role }) => role === 'guardian')
  const of = (isAsking: boolean) =>
    to.filter(({ side }) => (side === last_side) === isAsking).map((each) => each.id)
  const about = { playdate: id, params: {} }
  await notify(ctx.db, { kind: 'frame', to: to.map((each) => each.id), frame: { playdate: id } })
  // Whose order it is hears of the next family instead.
  await notifyCaregivers(ctx, ask_id ? of(true).filter((each) => each !== owner_id) : of(true), {
    ...about,
    message: 'playdate.unanswered',
    url: `/view-playdate-information/${id}`,
    about: asked_id,
  })
  await notifyCaregivers(ctx, of(false), {
    ...about,
    message: 'playdate.over',
    url: `/view-playdate-request/${id}`,
    isQuiet: true,
  })
}

/**
 * Somebody wrote in the chat of a request with a wait: that of the side which was asked stops the clock, and the next one
 * of the owner's side starts the whole wait anew.
 */
export async function moveClock(
  { db, actor, clock }: CaregiverCtx,
  { id, members }: { id: string; members: readonly string[] },
): Promise<void> {
  const now = clock.now()
  const found = await findClock(db, { id, writer: actor.caregiverId, now: new Date(now) })
  if (!found) return
  const isAsked = found.side === 'recipient'
  if (isAsked === (found.answer_by === null)) return
  const times = found.proposed_times.map((time) => time.getTime())
  const until = isAsked ? null : answerBy(now, found.wait, { times, zone: found.zone ?? actor.timeZone })
  // With all its times gone it would be over at once, while they talk about others.
  if (until !== null && until <= now) return
  if (!(await setAnswerBy(db, id, until === null ? null : new Date(until)))) return
  await notify(db, { kind: 'frame', to: [...members], frame: { playdate: id } })
}
