import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { changedTo, sendFrame } from '../playdate-changed.service.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { playdateChanged } from '../playdates.refusals.ts'
import { type ProposalFields, proposalOf } from '../proposals.ts'
import { hasOpenReplacement, insertReplacement, lockConfirmed } from './replacements.db.ts'
import type { Replaceable } from './replacements.policy.ts'

const oneOpen = new Refusal(409, m.prompt_playdate_another_time_open)

/** Asks for another time. The playdate stays confirmed until the yes. If both sides ask at once, one is refused. */
export async function askAnotherTime(
  ctx: CaregiverCtx,
  { replaced }: Authorised<Replaceable>,
  fields: ProposalFields,
): Promise<PlaydateRow | Refusal> {
  const proposal = proposalOf(ctx, fields, replaced)
  if (proposal instanceof Refusal) return proposal
  const standing = await lockConfirmed(ctx.db, replaced.id)
  if (standing?.version !== replaced.version) return playdateChanged
  if (await hasOpenReplacement(ctx.db, replaced.id)) return oneOpen
  const by = { caregiverId: ctx.actor.caregiverId, side: replaced.side }
  const id = newId()
  await insertReplacement(ctx.db, { id, roomId: newId(), replaces: replaced.id, proposal }, by)
  await sendFrame(ctx, replaced)
  return changedTo(ctx, { id }, 'playdate.timeAsked')
}
