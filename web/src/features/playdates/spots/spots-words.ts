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
  /** Kept for families that were asked, as far as the viewer may know. */
  kept: number
}

/** null where there is no limit, or it isn't the viewer's to know. `own`: spots kept for the viewer's family. */
export function spotsOf({ capacity, spotsLeft, waiting = [] }: Playdate, own: number): Spots | null {
  if (typeof capacity !== 'number' || typeof spotsLeft !== 'number') return null
  const asked = waiting.filter(({ offerUntil }) => offerUntil !== null)
  const held = capacity - spotsLeft
  const kept = Math.min(own + asked.reduce((sum, { children }) => sum + children.length, 0), held)
  return { capacity, taken: held - kept, left: spotsLeft, kept }
}

/** What was typed as a number; null where nothing was. What is no number is for the schema to refuse. */
export function capacityOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}
