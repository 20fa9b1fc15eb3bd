import { m } from '@tagalong/contract/messages.ts'
import { type Availability, type Block, type Day, days } from '@tagalong/contract/values/availability.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { instantOfWeekly } from '@tagalong/contract/values/weekly-time.ts'
import { dayName, rangeText } from './hours.ts'

/** Returns `Free tomorrow, 3 – 6 pm` for the current or next block on the zone's clock; empty if there are no hours. */
export function nextFreeText(hours: Availability, now: number, zone: string): string {
  const next = nextBlock(hours, now, zone)
  if (!next) return ''
  const today = wallTime(now, zone).weekday
  const ahead = 7 * next.week + days.indexOf(next.day) - today
  return freeText(ahead, dayName(next.day), rangeText(next.block))
}

interface DatedBlock {
  /** 0 is the current week. */
  week: number
  day: Day
  block: Block
}

function nextBlock(hours: Availability, now: number, zone: string): DatedBlock | undefined {
  const endOf = ({ week, day, block }: DatedBlock) =>
    instantOfWeekly({ week, weekday: days.indexOf(day), hour: block.end, minute: 0, second: 0 }, now, zone)
  const dated = [0, 1].flatMap((week) =>
    hours.flatMap(({ day, blocks }) => blocks.map((block) => ({ week, day, block }))),
  )
  return dated.filter((each) => endOf(each) > now).toSorted((a, b) => endOf(a) - endOf(b))[0]
}

function freeText(ahead: number, day: string, hours: string): string {
  if (ahead === 0) return m.children_free_today({ hours })
  if (ahead === 1) return m.children_free_tomorrow({ hours })
  return ahead === 7 ? m.children_free_next({ day, hours }) : m.children_free_on({ day, hours })
}
