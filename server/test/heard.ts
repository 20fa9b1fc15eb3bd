import { DateTime } from 'luxon'
import type { Database } from '#db/database.ts'
import { mailNoticesKind, mailNowKind } from '#features/notifications/mails/mail-notices.kind.ts'
import { pushHeldKind, pushNotificationsKind } from '#features/push/deliveries.service.ts'

const [minute, hour] = [60_000, 3_600_000]
/** Hours on the clock of the user who is notified. */
export const quiet = { from: 21, to: 7 }

function isQuiet(at: number, zone: string): boolean {
  const clock = DateTime.fromMillis(at, { zone })
  return clock.hour >= quiet.from || clock.hour < quiet.to
}

/** Returns the first moment from then on that isn't quiet, by looking at each minute. */
export function afterQuiet(at: number, zone: string): number {
  let moment = at
  while (isQuiet(moment, zone)) moment = Math.floor(moment / minute + 1) * minute
  return moment
}

/**
 * Returns, in words, what is wrong with the pushes and mails of each notice. Each has to be pushed once and mailed
 * once, at its minute; in quiet hours nothing may leave, except what was called off and starts within two hours of
 * their end. What is due from `end` on has not left yet.
 */
export async function wronglyHeard(
  { pool }: Database,
  zoneOf: ReadonlyMap<string, string>,
  end: number,
): Promise<string[]> {
  const { rows: notices } = await pool.query<Notice>(
    `select notification.id, user_id, message, notification.created_at, starts_at, is_urgent,
        message = 'playdate.over' as is_silent from notification`,
  )
  const { rows: jobs } = await pool.query<{ name: string; at: Date; id: string }>(
    `select name, created_on as at, each.id from pgboss.job, jsonb_array_elements_text(data->'notifications') each (id)
      where name = any($1)`,
    [[pushNotificationsKind, pushHeldKind, mailNoticesKind, mailNowKind].map(({ name }) => name)],
  )
  const dueBefore = (due?: number) => (due !== undefined && due < end ? due : undefined)
  const left = Map.groupBy(jobs, ({ id }) => id)
  return notices.flatMap((notice) => {
    const zone = zoneOf.get(notice.user_id) ?? ''
    const mine = left.get(notice.id) ?? []
    const isPush = (name: string) => name.startsWith('push-')
    const due = dueOf(notice, zone)
    const pushes = mine.filter(({ name }) => isPush(name)).map(({ at }) => at.getTime())
    const mails = mine.filter(({ name }) => !isPush(name)).map(({ at }) => at.getTime())
    return [
      ...problemOf('pushed', pushes, dueBefore(due?.push)),
      ...problemOf('mailed', mails, dueBefore(due?.mail)),
    ].map((problem) => `${notice.message} of ${notice.created_at.toISOString()} in ${zone}: ${problem}`)
  })
}

interface Notice {
  id: string
  user_id: string
  message: string
  created_at: Date
  starts_at: Date | null
  is_urgent: boolean
  is_silent: boolean
}

function dueOf({ created_at, starts_at, is_urgent, is_silent }: Notice, zone: string) {
  if (is_silent) return null
  const since = created_at.getTime()
  const heard = afterQuiet(since, zone)
  const isCertain = starts_at !== null && starts_at.getTime() < heard + 2 * hour
  const push = isCertain ? since : heard
  if (starts_at !== null) return { push, mail: push }
  return { push, mail: is_urgent ? heard : afterQuiet(heard + 10 * minute, zone) }
}

function problemOf(what: string, found: number[], due: number | undefined): string[] {
  const times = found.map((each) => new Date(each).toISOString()).join(', ')
  if (due === undefined) return found.length > 0 ? [`${what} ${times}, not due`] : []
  const [at, ...others] = found
  const isRight = at !== undefined && others.length === 0 && at >= due && at - due < minute
  return isRight ? [] : [`${what} ${times || 'never'}, due ${new Date(due).toISOString()}`]
}
