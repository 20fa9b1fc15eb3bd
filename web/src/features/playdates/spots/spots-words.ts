import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { clockTime, timeAndDay } from '@tagalong/contract/values/date-format.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'

/** `6:30 PM today`, `9:00 AM tomorrow`, `6:30 PM, 11/24` */
export function untilText(until: string, zone: string, now: number): string {
  const [then, today] = [Date.parse(until), now].map((instant) => {
    const { year, month, day } = wallTime(instant, zone)
    return Date.UTC(year, month - 1, day)
  }) as [number, number]
  const ahead = (then - today) / 86_400_000
  const day = ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : 'another'
  return m.spots_until({ day, clock: clockTime(until, zone), time: timeAndDay(until, zone) })
}

/** `Anika and Rohan` */
export function namesText(names: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage()).format(names)
}

export interface Spots {
  capacity: number
  taken: number
  left: number
  /** Spots kept for families with an offer, as far as the viewer may know. */
  kept: number
}

/**
 * Returns null if there is no limit, or the viewer may not know it. `own` is the number of spots kept for their family.
 */
export function spotsOf({ capacity, spotsLeft, waiting = [] }: Playdate, own: number): Spots | null {
  if (typeof capacity !== 'number' || typeof spotsLeft !== 'number') return null
  const asked = waiting.filter(({ offerUntil }) => offerUntil !== null)
  const held = capacity - spotsLeft
  const kept = Math.min(own + asked.reduce((sum, { children }) => sum + children.length, 0), held)
  return { capacity, taken: held - kept, left: spotsLeft, kept }
}

/** Returns the typed number, null if nothing was typed, or NaN, which the schema refuses. */
export function capacityOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}
