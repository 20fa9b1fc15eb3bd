import type { EventOutcome, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { lockFamilyForShare } from '#db/locks.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { actorOf, sendFrame } from '../playdate-changed.service.ts'
import { markAccepted, markCancelled, markRejected } from '../playdate-changes.db.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { type Deed, noticesOf, notificationOf } from '../playdates.notifications.ts'
import { playdateChanged } from '../playdates.refusals.ts'
import { respondToEvent, type Said } from '../responses.service.ts'
import { findSeries } from './series.db.ts'
import { notifyOncePerSeries } from './series.notifications.ts'
import { endOf, isOpen, onlyOffer } from './series.rules.ts'

/** A changed date, as it was before. */
interface Step {
  row: PlaydateRow
}

interface SeriesAnswer {
  playdate: string
  version: number
  response: Response
}

/** Answers several dates. Those that changed meanwhile stay as they are; `left` has the ids of dates not answered. */
export async function answerSeries(
  ctx: CaregiverCtx,
  rows: Authorised<Authorised<PlaydateRow>[]>,
  { dates }: { dates: readonly SeriesAnswer[] },
): Promise<{ rows: PlaydateRow[]; left: string[] } | Refusal> {
  if (rows.some(({ capacity }) => capacity !== null)) {
    await lockFamilyForShare(ctx.db, ctx.actor.caregiverId)
  }
  const answers = new Map(dates.map((each) => [each.playdate, each]))
  const steps: (Step & { outcome: EventOutcome })[] = []
  const said: Said[] = []
  for (const row of inLockOrder(rows)) {
    const answer = answers.get(row.id)
    if (!answer || answer.version !== row.version || !isOpen(row, ctx.clock.now())) continue
    const done = row.type === 'group' ? answerEvent(ctx, row, answer, said) : answerRequest(ctx, row, answer)
    const outcome = await done
    if (outcome) steps.push({ row, outcome })
  }
  // One notice for all dates, of a yes if there is one.
  const first = said.find(({ outcome }) => outcome === 'accepted') ?? said[0]
  await first?.tell()
  const after = await findSeries(ctx.db, ctx.actor.caregiverId, rows[0]?.series_id ?? '')
  // The caller was taken off all dates meanwhile.
  if (after.length === 0) return notFound
  const requests = steps.filter(({ row }) => row.type === 'single')
  const accepted = requests.filter(({ outcome }) => outcome === 'accepted')
  await notifyOfAnswers(ctx, accepted.length > 0 ? accepted : requests, {
    deed: accepted.length > 0 ? 'playdate.confirmed' : 'playdate.rejected',
    after,
  })
  const answered = new Set(steps.map(({ row }) => row.id))
  return { rows: after, left: [...answers.keys()].filter((id) => !answered.has(id)) }
}

/** Returns the outcome; null if another change came first, or there isn't room for the whole family. */
async function answerEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  { response, version }: SeriesAnswer,
  said: Said[],
): Promise<EventOutcome | null> {
  const own = await respondToEvent(ctx, row, { response, seen: version, said })
  return own instanceof Refusal ? null : own.response
}

/** Returns the outcome; null if another change came first. */
async function answerRequest(
  ctx: CaregiverCtx,
  row: PlaydateRow,
  { response }: SeriesAnswer,
): Promise<Response | null> {
  const step = { ...row, from: 'pending' as const }
  const offer = onlyOffer(row)
  const done =
    response === 'accepted' && offer
      ? await markAccepted(ctx.db, step, actorOf(ctx, row), offer)
      : await markRejected(ctx.db, step, actorOf(ctx, row))
  return done ? response : null
}

/** Ends the dates to come, as far as the caller may. Those that changed meanwhile stay as they are. */
export async function stopSeries(
  ctx: CaregiverCtx,
  rows: Authorised<PlaydateRow[]>,
): Promise<PlaydateRow[] | Refusal> {
  const steps: (Step & { end: 'cancelled' | 'rejected' })[] = []
  for (const row of inLockOrder(rows)) {
    const end = endOf(row, ctx.clock.now())
    if (end && (await endDate(ctx, row, end))) steps.push({ row, end })
  }
  if (steps.length === 0) return playdateChanged
  const after = await findSeries(ctx.db, ctx.actor.caregiverId, rows[0]?.series_id ?? '')
  const rejected = steps.filter(({ end }) => end === 'rejected')
  // If the caller rejects some dates and takes back own proposals for others, only the rejection is notified.
  const isOwnOffer = ({ row }: Step) => row.status === 'pending' && row.side === 'recipient'
  const ended = steps.filter(({ end }) => end === 'cancelled')
  const cancelled = rejected.length > 0 ? ended.filter((each) => !isOwnOffer(each)) : ended
  const off: Deed = rows[0]?.type === 'group' ? 'event.cancelled' : 'playdate.cancelled'
  await notifyOfAnswers(ctx, cancelled.length > 0 ? cancelled : rejected, {
    deed: cancelled.length > 0 ? off : 'playdate.rejected',
    after,
  })
  return after
}

function endDate(ctx: CaregiverCtx, row: PlaydateRow, end: 'cancelled' | 'rejected'): Promise<boolean> {
  const step = { ...row, from: row.status === 'accepted' ? ('accepted' as const) : ('pending' as const) }
  const by = actorOf(ctx, row)
  return end === 'cancelled' ? markCancelled(ctx.db, step, by, null) : markRejected(ctx.db, step, by)
}

/** Sorts by id: the order in which several playdates are locked. */
function inLockOrder<R extends PlaydateRow>(rows: readonly R[]): R[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Notifies of the changed dates. If there are several, the notice leads to the whole series. */
async function notifyOfAnswers(
  ctx: CaregiverCtx,
  steps: readonly Step[],
  { deed, after }: { deed: Deed; after: readonly PlaydateRow[] },
): Promise<void> {
  const now = ctx.clock.now()
  const changed = steps.flatMap(({ row: before }) => {
    const row = after.find(({ id }) => id === before.id)
    return row ? { row, before } : []
  })
  for (const { row, before } of changed) await sendFrame(ctx, row, before)
  const said = changed.flatMap(({ row, before }) => {
    const standing = { actor: ctx.actor.caregiverId, before: before.standing, after: row.standing }
    return noticesOf(deed, standing).map(({ message, to }) => {
      const isHelp = message.startsWith('help.')
      const about = isHelp ? undefined : ctx.actor.caregiverId
      const notice = notificationOf(row, message, { now, about, before })
      const url = isHelp || steps.length === 1 ? notice.url : `/series/${row.series_id}`
      return { playdate: row, to, notice: { ...notice, url } }
    })
  })
  await notifyOncePerSeries(ctx, said)
}
