import * as z from 'zod/mini'
import { m } from '../messages.ts'

export const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export type Day = (typeof days)[number]

/** The hours that a day's availability can cover, half open: from 5 am to 10 pm. */
export const firstHour = 5
export const endHour = 22

const outside = { error: m.prompt_hours_outside }
const hour = z.int(outside).check(z.gte(firstHour, outside), z.lte(endHour, outside))

const block = z
  .strictObject({ start: hour, end: hour })
  .check(z.refine(({ start, end }) => start < end, { error: m.prompt_hours_end }))

const entry = z
  .strictObject({ day: z.enum(days), blocks: z.array(block).check(z.maxLength(17)) })
  .check(z.refine(({ blocks }) => !overlap(blocks), { error: m.prompt_hours_overlap }))

/** Free hours by weekday, in the time zone of the child's caregiver. Blocks are half open, [start, end). */
export const availability = z.array(entry).check(
  z.maxLength(7),
  z.refine((entries) => new Set(entries.map(({ day }) => day)).size === entries.length, {
    error: m.prompt_hours_day_twice,
  }),
)

export type Block = z.infer<typeof block>
export type Availability = z.infer<typeof availability>

function overlap(blocks: readonly Block[]): boolean {
  const sorted = blocks.toSorted((a, b) => a.start - b.start)
  return sorted.some((each, index) => index > 0 && each.start < (sorted[index - 1]?.end ?? 0))
}

/** Merges touching blocks, sorts the days of the week and leaves out days without hours. */
export function merged(hours: Availability): Availability {
  return days.flatMap((day) => {
    const blocks: Block[] = []
    const given = hours.filter((each) => each.day === day).flatMap((each) => each.blocks)
    for (const each of given.toSorted((a, b) => a.start - b.start)) {
      const last = blocks.at(-1)
      if (last && each.start <= last.end) last.end = Math.max(last.end, each.end)
      else blocks.push({ ...each })
    }
    return blocks.length > 0 ? [{ day, blocks }] : []
  })
}
