import { m } from '@tagalong/contract/messages.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import type { Target } from '../reports/reports.policy.ts'
import { changeKey, changeText } from './change-text.ts'
import { type ChangeRow, findChange } from './changes.db.ts'

type OfPlace = { params: { id: string; caregiverId: string } }

/** For the caregiver whose place it is, and the child's guardians; 404 for everybody else. */
export async function placeChange(
  { db, actor }: CaregiverCtx,
  { params }: OfPlace,
): Promise<Authorised<ChangeRow> | Refusal> {
  const ids = { childId: params.id, caregiverId: params.caregiverId }
  const row = await findChange(db, actor.caregiverId, ids)
  return row ? authorise(row) : notFound
}

/** Reports the administrator who did it. The evidence is the change, with the reason if the place is the caller's. */
export async function changeToReport(
  ctx: CaregiverCtx,
  input: OfPlace,
): Promise<Authorised<Target> | Refusal> {
  const change = await placeChange(ctx, input)
  if (!('administrator' in change)) return change
  // Nobody reports themselves, or an account that is gone.
  if (!change.administrator || change.administrator.userId === ctx.actor.userId) return notFound
  const { userId, caregiverId } = change.administrator
  const words = [changeText(change), ...(change.reason === null ? [] : [change.reason])]
  const evidence = { name: m.value_administrator(), child: null, messages: [], words, photo: null }
  const part = changeKey(change)
  return authorise({ caregiverId, userId: caregiverId ? null : userId, groupId: null, evidence, part })
}
