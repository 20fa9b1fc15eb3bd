import { calendarTexts } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { visiblePlaydate } from '#features/playdates/playdates.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { goesTo, type Timed } from './entries.ts'

const notConfirmed = new Refusal(409, calendarTexts.notConfirmed)
const over = new Refusal(409, calendarTexts.over)

/** Loads a confirmed playdate that isn't over and that the caller goes to. 404 for card-only viewers. */
export async function playdateToEnter(
  ctx: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<Timed> | Refusal> {
  const row = await visiblePlaydate(ctx, params.id)
  if (row instanceof Refusal) return row
  if (row.sight === 'card' || row.sight === 'nameless') return notFound
  if (row.status !== 'accepted' || !goesTo(row)) return notConfirmed
  return row.is_over ? over : authorise(row)
}
