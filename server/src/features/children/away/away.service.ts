import { awayTexts } from '@tagalong/contract/features/children/away.contract.ts'
import { awayLimits, type Days } from '@tagalong/contract/features/children/away.rules.ts'
import { dateIn, daysBetween } from '@tagalong/contract/values/calendar-date.ts'
import { v7 as newId } from 'uuid'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { badInput, notFound, Refusal } from '#http/refusal.ts'
import {
  type DaysAwayRow,
  deleteDaysAway as deleteRow,
  insertDaysAway,
  listDaysAway as listRows,
} from './away.db.ts'

const full = new Refusal(409, awayTexts.full)

/** Leaves out days before today, on the clock of the guardian who entered them. */
export async function listDaysAway(
  { db, clock }: CaregiverCtx,
  { caregiverId }: Pick<CaregiverActor, 'caregiverId'>,
): Promise<DaysAwayRow[]> {
  const rows = await listRows(db, { caregiverId })
  return rows.filter(({ last_day, time_zone }) => last_day >= dateIn(clock.now(), time_zone))
}

export async function createDaysAway(
  ctx: CaregiverCtx,
  children: Authorised<string[]>,
  { from, to }: Days,
): Promise<DaysAwayRow | Refusal> {
  const { db, clock, actor } = ctx
  const { caregiverId } = actor
  const today = dateIn(clock.now(), actor.timeZone)
  if (from < today) return badInput('from', awayTexts.past)
  const far = (
    [
      ['from', from],
      ['to', to],
    ] as const
  ).find(([, day]) => daysBetween(today, day) > awayLimits.daysAhead)
  if (far) return badInput(far[0], awayTexts.far)
  const own = (await listDaysAway(ctx, actor)).filter((row) => row.caregiver_id === caregiverId)
  if (own.length >= awayLimits.entries) return full
  const id = newId()
  await insertDaysAway(db, { id, caregiverId, from, to, children })
  const row = (await listDaysAway(ctx, actor)).find((each) => each.id === id)
  if (!row) throw new Error('days just written are not there')
  return row
}

export async function deleteDaysAway(
  { db }: CaregiverCtx,
  { caregiverId }: Authorised<CaregiverActor>,
  { id }: { id: string },
): Promise<Refusal | null> {
  return (await deleteRow(db, { id, caregiverId })) ? null : notFound
}
