import { isSameTime } from '@tagalong/contract/values/same-time.ts'

const quarter = 91 * 86_400_000

/** True if both clocks agree in each quarter of the year, so that the viewer needn't tell them apart. */
export function isSameClock(one: string, other: string, now: number): boolean {
  return [0, 1, 2, 3].every((quarters) => isSameTime(now + quarters * quarter, one, other))
}

/** `Los Angeles` for `America/Los_Angeles` */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
