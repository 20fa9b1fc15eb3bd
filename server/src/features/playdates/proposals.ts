import type { Stay } from '@tagalong/contract/features/playdates/playdate.ts'
import { answerBy, type Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { badInput, type Refusal } from '#http/refusal.ts'
import type { PlanCtx } from './playdate-changed.service.ts'
import type { Proposal } from './playdate-insert.db.ts'
import type { PlaydateRow } from './playdate-people.ts'

export interface ProposalFields {
  proposedLocations: {
    option1?: string | null | undefined
    option2?: string | null | undefined
    option3?: string | null | undefined
  }
  proposedTimes: string[]
  description?: string | null | undefined
  durationMinutes?: number | undefined
  wait?: Wait | undefined
  /** Only of a new event. */
  capacity?: number | null | undefined
  stay?: Stay | null | undefined
}

/** The playdate before the change, or the defaults of a new one, whose owner is the caller. */
type Before = Pick<PlaydateRow, 'type' | 'duration_minutes' | 'wait'> & Partial<Pick<PlaydateRow, 'owner'>>

/** Checks a proposal. Times are sorted, without duplicates, and must all be in the future. */
export function proposalOf(
  { clock, actor }: PlanCtx,
  fields: ProposalFields,
  { type, duration_minutes, wait, owner }: Before,
): Proposal | Refusal {
  const times = [...new Set(fields.proposedTimes.map(Date.parse))].sort((a, b) => a - b)
  if (times.some((time) => time <= clock.now())) return badInput('proposedTimes', m.prompt_playdate_past_time)
  const { option1, option2, option3 } = fields.proposedLocations
  const isEvent = type === 'group'
  if (isEvent && times.length !== 1) return badInput('proposedTimes', m.prompt_playdate_one_time)
  if (isEvent && (!option1 || option2 || option3)) {
    return badInput('proposedLocations.option1', m.prompt_playdate_one_location)
  }
  const zone = owner?.time_zone ?? actor.timeZone
  const until = answerBy(clock.now(), wait, { times, zone })
  return {
    locations: [option1 || null, option2 || null, option3 || null],
    times: times.map((time) => new Date(time)),
    durationMinutes: fields.durationMinutes ?? duration_minutes,
    description: isEvent ? fields.description || null : null,
    answerBy: until === null ? null : new Date(until),
    stay: isEvent ? null : (fields.stay ?? null),
  }
}
