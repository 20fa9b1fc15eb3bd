import { type NotificationInput, notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { NotifyCtx } from '#http/context.ts'
import { type MaybeOfSeries, startOf } from './series.rules.ts'

/** A notice about one playdate, and who gets it. */
interface Said {
  playdate: MaybeOfSeries
  to: readonly string[]
  notice: NotificationInput
}

/**
 * Notifies of several playdates at once. Everybody gets the same notice of a series once, about its first date that
 * concerns them. Confirmed dates that are off come before mere requests, whose time may have passed.
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
