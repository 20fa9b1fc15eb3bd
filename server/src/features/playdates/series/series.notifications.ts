import { type NotificationInput, notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { NotifyCtx } from '#http/context.ts'
import { type MaybeOfSeries, startOf } from './series.rules.ts'

/** What is said of one playdate. */
interface Said {
  playdate: MaybeOfSeries
  to: readonly string[]
  notice: NotificationInput
}

/**
 * Of several playdates at once: the same of a series is said to everybody once, of its first date that concerns them. What
 * they would go to comes before what was only asked for, of which the time may have passed.
 */
export async function notifyOncePerSeries(ctx: NotifyCtx, said: readonly Said[]): Promise<void> {
  const heard = new Set<string>()
  for (const { playdate, to, notice } of said.toSorted(byWeight)) {
    const keyOf = (id: string) => [playdate.series_id ?? playdate.id, notice.message, id].join()
    const others = to.filter((id) => !heard.has(keyOf(id)))
    for (const id of others) heard.add(keyOf(id))
    await notifyCaregivers(ctx, others, notice)
  }
}

function byWeight(one: Said, other: Said): number {
  const weight = Number(other.notice.isOff ?? false) - Number(one.notice.isOff ?? false)
  return weight || +startOf(one.playdate) - +startOf(other.playdate)
}
