import * as rules from '@tagalong/contract/features/playdates/suggestions.rules.ts'
import type { ChildHoursRow } from '#features/children/children.db.ts'
import { hoursOf, refuseManyQuestions } from '#features/children/children.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import { listConfirmed } from './suggestions.db.ts'

interface Question {
  ownChildren: string[]
  otherChildren: string[]
  durationMinutes?: number | undefined
  replaces?: string | undefined
}

const dayMs = 86_400_000

/** Suggests times. Of others' children it uses only what slots answer; the playdates are those of own children. */
export async function suggestTimes(
  ctx: CaregiverCtx,
  children: Authorised<ChildHoursRow[]>,
  { ownChildren, otherChildren, durationMinutes = 120, replaces }: Question,
): Promise<rules.Suggestion[] | Refusal> {
  const refused = await refuseManyQuestions(ctx)
  if (refused) return refused
  const { caregiverId, timeZone: zone } = ctx.actor
  // Rounded, so that the answer stays the same within the hour if nothing else changes.
  const now = rules.hourOf(ctx.clock.now(), zone)
  const confirmed = await listConfirmed(ctx.db, {
    viewer: caregiverId,
    own: ownChildren,
    others: otherChildren,
    from: new Date(now - rules.usualDays * dayMs),
    to: new Date(now + (rules.suggestedDays + 2) * dayMs),
    except: replaces ?? null,
  })
  return rules.suggestTimes({
    children: children.map(hoursOf),
    durationMinutes,
    busy: confirmed.map((row) => ({
      start: row.accepted_time.getTime(),
      durationMinutes: row.duration_minutes,
    })),
    played: confirmed.flatMap(({ accepted_time, is_together }) =>
      is_together && accepted_time.getTime() < now ? [accepted_time.getTime()] : [],
    ),
    now,
    zone,
  })
}
