import { isSameTime } from '@tagalong/contract/values/same-time.ts'

const halfAYear = 182 * 86_400_000

/** True if both clocks agree now and half a year later, so that the viewer needn't tell them apart. */
export function isSameClock(one: string, other: string, now: number): boolean {
  return isSameTime(now, one, other) && isSameTime(now + halfAYear, one, other)
}

/** `Los Angeles` for `America/Los_Angeles` */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
