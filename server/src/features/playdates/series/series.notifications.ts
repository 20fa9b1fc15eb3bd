import { type NotificationInput, notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { NotifyCtx } from '#http/context.ts'
import { type MaybeOfSeries, startOf } from './series.rules.ts'

/** What is said of one playdate. */
interface Said {
  playdate: MaybeOfSeries
  to: readonly string[]
  notice: NotificationInput
}

/** Of several playdates at once: the same of a series is said to everybody once, of its first date that concerns them. */
export async function notifyOncePerSeries(ctx: NotifyCtx, said: readonly Said[]): Promise<void> {
  const heard = new Set<string>()
  for (const { playdate, to, notice } of said.toSorted(
    (a, b) => +startOf(a.playdate) - +startOf(b.playdate),
  )) {
    const keyOf = (id: string) => [playdate.series_id ?? playdate.id, notice.message, id].join()
    const others = to.filter((id) => !heard.has(keyOf(id)))
    for (const id of others) heard.add(keyOf(id))
    await notifyCaregivers(ctx, others, notice)
  }
}
