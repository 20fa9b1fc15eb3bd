import { wallTime } from './time-zone.ts'

/** True if both zones show the same wall time at that instant. */
export function isSameTime(instant: number, one: string, other: string): boolean {
  return one === other || JSON.stringify(wallTime(instant, one)) === JSON.stringify(wallTime(instant, other))
}
