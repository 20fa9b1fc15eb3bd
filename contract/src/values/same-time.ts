import { wallTime } from './time-zone.ts'

/** True where both zones' clocks show the same at that moment. */
export function isSameTime(instant: number, one: string, other: string): boolean {
  return one === other || JSON.stringify(wallTime(instant, one)) === JSON.stringify(wallTime(instant, other))
}
