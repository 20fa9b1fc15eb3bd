import { answerBy } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { notify } from '#db/listen.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { CaregiverCtx, NotifyCtx } from '#http/context.ts'
import type { DueCtx } from '#http/feature.ts'
import { endOver, findClock, type OverRow, setAnswerBy } from './waits.db.ts'

/** Each batch locks its playdates until it ends. It skips locked rows, so a short batch isn't always the last. */
const batch = 100

/** Runs each minute: ends requests whose wait is over. */
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

/** True for the date whose notice covers its whole series, even if that ends in several batches. */
function isFirstOfSeries({ series_id, is_known }: OverRow, index: number, rows: readonly OverRow[]): boolean {
  if (series_id === null) return true
  return !is_known && rows.findIndex((each) => each.series_id === series_id) === index
}

/** Notifies the side that asked of who didn't answer; the side that was asked gets a notice without push or mail. */
async function notifyOfEnd(ctx: NotifyCtx, row: OverRow): Promise<void> {
  const { id, owner_id, asked_id, last_side, ask_id, standing } = row
  const to = standing.filter(({ role }) => role === 'guardian')
  const of = (isAsking: boolean) =>
    to.filter(({ side }) => (side === last_side) === isAsking).map((each) => each.id)
  const about = { playdate: id, params: {} }
  await notify(ctx.db, { kind: 'frame', to: to.map((each) => each.id), frame: { playdate: id } })
  // The order's maker is notified of the next family instead.
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
 * Moves the clock after a message in the chat of a request with a wait: one by the side that was asked stops it, and
 * the next one by the owner's side restarts the whole wait.
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
  // If all its times have passed, it would be over at once, while they still talk about others.
  if (until !== null && until <= now) return
  if (!(await setAnswerBy(db, id, until === null ? null : new Date(until)))) return
  await notify(db, { kind: 'frame', to: [...members], frame: { playdate: id } })
}
