import { m } from '@tagalong/contract/messages.ts'
import { lockTiesForShare } from '#db/locks.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { badInput, forbidden, Refusal } from '#http/refusal.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { type Invited, invitation, isSame, ownPlaydate } from '../playdates.policy.ts'
import { playdateChanged, playdatePast } from '../playdates.refusals.ts'
import { lockSidesForShare } from './replacements.db.ts'

export interface Replaceable {
  replaced: PlaydateRow
}

interface Replacement {
  type: 'single' | 'group'
  ownerChildren: string[]
  recipientChildren: string[]
  replaces: string
}

/** Checks what is new: an invitation, or a request for another time. */
export async function creatable(
  ctx: CaregiverCtx,
  {
    body: { replaces, ...body },
  }: {
    body: Omit<Replacement, 'replaces'> & {
      replaces?: string | undefined
      order?: string[] | undefined
      repeat?: unknown
    }
  },
): Promise<Authorised<Invited | Replaceable> | Refusal> {
  return replaces ? replaceable(ctx, { ...body, replaces }) : invitation(ctx, { body })
}

/** Requires an upcoming confirmed single playdate. Either side may ask for another time, with the same children. */
async function replaceable(ctx: CaregiverCtx, body: Replacement): Promise<Authorised<Replaceable> | Refusal> {
  await lockTiesForShare(ctx.db, ctx.actor.caregiverId)
  const row = await ownPlaydate(ctx, body.replaces)
  if (row instanceof Refusal) return row
  if (!row.may_act || row.type !== 'single') return forbidden
  if (row.status !== 'accepted') return playdateChanged
  if (row.accepted_time && row.accepted_time.getTime() <= ctx.clock.now()) return playdatePast
  if (body.type !== 'single') return badInput('type', m.prompt_playdate_others_fixed)
  if (!isSame(new Set(body.ownerChildren), row.ownerChildren)) {
    return badInput('ownerChildren', m.prompt_playdate_others_fixed)
  }
  if (!isSame(new Set(body.recipientChildren), row.recipientChildren)) {
    return badInput('recipientChildren', m.prompt_playdate_others_fixed)
  }
  await lockSidesForShare(ctx.db, row.id)
  return authorise({ replaced: row })
}
