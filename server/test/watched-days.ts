import { DateTime } from 'luxon'
import { expect } from 'vitest'
import type { Database } from '#db/database.ts'
import { afterQuiet } from './heard.ts'
import type { Family, plannedDays } from './planned-days.ts'

const [minute, hour] = [60_000, 3_600_000]

/** Moves a moment at night to 9 am; the night begins at 9 pm. */
function byDay(at: number, zone: string): number {
  const clock = DateTime.fromMillis(at, { zone })
  if (clock.hour >= 7 && clock.hour < 21) return at
  const morning = clock.hour < 7 ? clock : clock.plus({ days: 1 })
  return morning.set({ hour: 9, minute: 0, second: 0, millisecond: 0 }).toMillis()
}

/** Returns the minute of a moment: what families do takes some time within it. */
function minuteOf(at: Date | number): string {
  return new Date(at).toISOString().slice(0, 16)
}

function endOfWait(from: number, wait: string, zone: string, last: number): number {
  const end =
    wait === 'hours' ? from + 4 * hour : DateTime.fromMillis(from, { zone }).plus({ days: 1 }).toMillis()
  return Math.min(byDay(end, zone), last)
}

/** @param heard when the first of the family's guardians is notified */
function endOfOffer(now: number, start: number, { zone, heard }: { zone: string; heard: number }): number {
  const hours = start - now <= 72 * hour ? 2 : 24
  const ends = [byDay(now + hours * hour, zone), ...(heard > now ? [byDay(heard + hour, zone)] : [])]
  return Math.min(Math.max(...ends), start - hour)
}

/**
 * Checks the database after each minute against what has to be by then, and counts what each grown-up has to be
 * notified of. It has the rules on its own; each family in the line has one child there.
 */
export function watchedDays(of: {
  database: Database
  families: readonly Family[]
  /** By child. */
  guardiansOf: ReadonlyMap<string, readonly string[]>
  /** By guardian. */
  zoneOf: ReadonlyMap<string, string>
  days: Pick<ReturnType<typeof plannedDays>, 'plan' | 'react' | 'find'>
}) {
  const { database, families, guardiansOf, zoneOf, days } = of
  const sql = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
  const byChild = new Map(families.map((family) => [family.parent.children[0], family]))
  const byCaregiver = new Map(families.map((family) => [family.parent.caregiverId, family]))
  const openWaits = new Map<string, number>()
  const offers = new Map<string, { until: number; family: Family; event: string }>()
  const seriesOver = new Set<string>()
  /** Entries `message user about`, each as often as it has to be. */
  const meant: string[] = []
  let latest = 0

  function mean(message: string, child: string | undefined, about: string): void {
    for (const user of guardiansOf.get(child ?? '') ?? []) meant.push(`${message} ${user} ${about}`)
  }
  const familyOf = (child: string) => byChild.get(child) as Family

  async function watchRequests(now: number): Promise<void> {
    const rows = await sql(
      `select id, status, answer_by, ended_as, ask_id, series_id, wait, owner_id, proposed_times as times,
        (select child_id from playdate_child where playdate_id = playdate.id and side = 'recipient') as asked
      from playdate where wait is not null and (status = 'pending' or id = any($1))
      order by answer_by, proposed_times[1]`,
      [...openWaits.keys()],
    )
    const isNew = rows.filter(({ id }) => !openWaits.has(id))
    for (const { id, series_id: series, wait, owner_id, answer_by, times, asked, ask_id } of isNew) {
      const { zone } = byCaregiver.get(owner_id) as Family
      const first = isNew.find((each) => each.id === id || (series !== null && each.series_id === series))
      const last = Math.max(...(first?.times ?? times).map((each: Date) => each.getTime()))
      expect(minuteOf(answer_by)).toBe(minuteOf(endOfWait(now, wait, zone, last)))
      openWaits.set(id, answer_by.getTime())
      days.plan(answer_by.getTime())
      if (first?.id !== id) continue
      days.react({ id, series, asked: familyOf(asked), now })
      if (ask_id) mean('playdate.sent', asked, id)
    }
    for (const { id, status, ended_as, ask_id, series_id: series, owner_id, asked } of rows) {
      const due = openWaits.get(id) ?? 0
      if (status === 'pending') expect(due, `${id} waits`).toBeGreaterThan(now)
      else openWaits.delete(id)
      if (ended_as !== 'over' || (series && seriesOver.has(series))) continue
      seriesOver.add(series ?? id)
      onTime(due, now)
      mean('playdate.over', asked, series ?? id)
      const owner = byCaregiver.get(owner_id) as Family
      const own = guardiansOf.get(owner.parent.children[0] ?? '') ?? []
      for (const user of own)
        if (!ask_id || user !== owner.parent.userId) meant.push(`playdate.unanswered ${user} ${series ?? id}`)
    }
  }

  function onTime(due: number, now: number): void {
    expect(now).toBeGreaterThanOrEqual(due)
    expect(now - due).toBeLessThan(minute)
    latest = Math.max(latest, now - due)
  }

  /** In the daytime, no order is without an open request for longer than its minute. */
  async function watchOrders(now: number): Promise<void> {
    const rows = await sql(
      `select id, owner_id from ask where status = 'asking' and not exists (
        select from ask_step join playdate on playdate.id = playdate_id
        where ask_step.ask_id = ask.id and playdate.status = 'pending')`,
    )
    for (const { id, owner_id } of rows) {
      const { hour: at } = DateTime.fromMillis(now, { zone: byCaregiver.get(owner_id)?.zone ?? '' })
      expect(at >= 21 || at < 7, `order ${id} stands still at ${new Date(now).toISOString()}`).toBe(true)
    }
  }

  async function watchSpots(now: number): Promise<void> {
    const rows = await sql(
      `select playdate.id, owner_id, accepted_time as start, capacity - spots_taken as free, offer_until,
        (select child_id from playdate_child each where each.playdate_id = playdate.id
          and each.caregiver_id = waiting_place.caregiver_id and side = 'recipient') as child
      from waiting_place join playdate on playdate.id = playdate_id
      where status = 'accepted' and accepted_time > $1`,
      new Date(now),
    )
    const open = new Map<string, number>()
    for (const { id, owner_id, start, free, offer_until, child } of rows) {
      const { zone } = byCaregiver.get(owner_id) as Family
      if (!offer_until) {
        const isClosed = start.getTime() - now <= 2 * hour
        expect(free <= 0 || isClosed, `${free} spots free at ${new Date(now).toISOString()} of ${id}`).toBe(
          true,
        )
        // From then on nobody is made an offer; until then, any minute may bring a family its turn.
        days.plan(start.getTime() - 72 * hour)
        continue
      }
      const key = `${id} ${child}`
      const until = offer_until.getTime()
      open.set(key, until)
      expect(until, `offer ${key}`).toBeGreaterThan(now)
      if (offers.get(key)?.until === until) continue
      const guardians = guardiansOf.get(child) ?? []
      const heard = Math.min(...guardians.map((user) => afterQuiet(now, zoneOf.get(user) ?? '')))
      expect(minuteOf(offer_until)).toBe(minuteOf(endOfOffer(now, start.getTime(), { zone, heard })))
      offers.set(key, { until, family: familyOf(child), event: id })
      mean('spots.offered', child, `${id} ${offer_until.toISOString()}`)
      days.plan(until)
      days.find({ event: id, family: familyOf(child), now })
    }
    for (const [key, { until, event }] of offers) {
      if (open.get(key) === until) continue
      offers.delete(key)
      // Otherwise it was answered.
      if (until > now) continue
      onTime(until, now)
      mean('spots.over', key.split(' ')[1], event)
    }
  }

  return {
    async watch(now: number): Promise<void> {
      await watchRequests(now)
      await watchOrders(now)
      await watchSpots(now)
    },
    latest: () => latest,
    /** Returns what everybody should have been notified of by the clock's work, and what they were. */
    async compare(): Promise<{ meant: string[]; said: string[] }> {
      const rows = await sql(
        `select message, user_id, case when message like 'spots%'
            then concat_ws(' ', substring(url from '[^/]+$'), params->>'at')
            else coalesce((select series_id from playdate where id = notification.playdate_id), notification.playdate_id)::text
          end as about
        from notification left join playdate on playdate.id = notification.playdate_id
        where message in ('playdate.over', 'playdate.unanswered', 'spots.offered', 'spots.over')
          or message = 'playdate.sent' and ask_id is not null`,
      )
      const said = rows.map(({ message, user_id, about }) => `${message} ${user_id} ${about}`)
      return { meant: meant.toSorted(), said: said.toSorted() }
    },
    dueAt: (now: number) =>
      [...openWaits.values(), ...[...offers.values()].map(({ until }) => until)].filter((due) => due <= now)
        .length,
  }
}
