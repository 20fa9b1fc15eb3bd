import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `2 hours ago`, `in 3 days`; `just now` within a minute. */
export function relativeTime(iso: string, now: number): string {
  const span = Date.parse(iso) - now
  for (const [unit, length] of units) {
    if (Math.abs(span) < length) continue
    return new Intl.RelativeTimeFormat(currentLanguage()).format(Math.trunc(span / length), unit)
  }
  return m.lib_just_now()
}
