import { hoursToBegin } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import * as z from 'zod/mini'
import {
  lockCaregiverForShare,
  lockGrownUpsForShare,
  lockPlaydatesOf,
  lockSidesOfForShare,
  lockTiesForShare,
} from '#db/locks.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx, JobCtx, NotifyCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import type { JobKind } from '#jobs/queue.ts'
import { lastDayOf } from '../last-day.ts'
import { listGuardianUsers, standAnew } from '../places/places.db.ts'
import { notifyOfSafety, type SafetyWords } from '../safety.ts'
import { findInviteById, type InviteRow, markBegun, markConfirmed } from './invites.db.ts'
import { inPlace, inviteChanged, refuseFull } from './invites.service.ts'
import { hasPlace, insertPlace, isApartFromGuardian, isStaying, lockGrownUps } from './new-places.db.ts'

const noProfile = new Refusal(409, m.prompt_guardian_no_profile)

const begun = z.object({ invite: z.string(), version: z.number() })

/** Notifies everybody, once, that a guardian has begun. The place itself begins by the clock, without this job. */
export const guardianBeginsKind: JobKind<z.infer<typeof begun>> = { name: 'guardian-begins', data: begun }

/** A helper begins at once, a guardian in a day, so that everybody concerned can stop it. */
export async function confirmGuardianInvite(
  ctx: CaregiverCtx,
  invite: Authorised<InviteRow>,
  { version }: { version: number },
): Promise<InviteRow | Refusal> {
  const { db, actor } = ctx
  if (invite.status !== 'accepted' || invite.version !== version) return inviteChanged
  if (!invite.invitee) return noProfile
  const [childId, caregiverId] = [invite.child_id, invite.invitee.id]
  if (!(await lockCaregiverForShare(db, caregiverId))) return inviteChanged
  await lockGrownUpsForShare(db, childId)
  await lockTiesForShare(db, caregiverId)
  if (!(await lockGrownUps(db, childId))) return notFound
  await lockPlaydatesOf(db, [childId])
  if (await hasPlace(db, childId, caregiverId)) return inPlace
  // Otherwise the new grown-up would be left without the guardian who answers for them, or be hidden from a guardian by
  // a block or a pause.
  if (invite.role === 'guardian' && !(await isStaying(db, { childId, caregiverId: actor.caregiverId })))
    return inviteChanged
  if (await isApartFromGuardian(db, childId, caregiverId)) return inviteChanged
  const refused = await refuseFull(db, childId, invite.role)
  if (refused) return refused
  const hours = invite.role === 'helper' ? 0 : hoursToBegin
  const since = await markConfirmed(db, { id: invite.id, version, hours })
  if (!since) return inviteChanged
  const { role, help_until: until } = invite
  await insertPlace(db, { childId, caregiverId, role, since, until, addedBy: actor.caregiverId })
  const confirmed = await findInviteById(db, invite.id)
  if (!confirmed) throw new Error('an invite just confirmed is not there')
  await (until ? notifyOfHelper(ctx, confirmed, until) : notifyOfGuardian(ctx, confirmed, since))
  return confirmed
}

async function notifyOfHelper(ctx: CaregiverCtx, invite: InviteRow, until: Date): Promise<void> {
  await notifyGuardians(ctx, invite, {
    message: 'helper.began',
    params: { date: lastDayOf(until, ctx.actor.timeZone) },
  })
  await notifyInvitee(ctx, invite, { message: 'guardian.beganYou', params: {} })
}

async function notifyOfGuardian(ctx: CaregiverCtx, invite: InviteRow, since: Date): Promise<void> {
  const params = { at: since.toISOString() }
  await notifyGuardians(ctx, invite, { message: 'guardian.soon', params })
  await notifyInvitee(ctx, invite, { message: 'guardian.soonYou', params })
  const begins = { invite: invite.id, version: invite.version }
  await ctx.queue.enqueue(ctx.db, guardianBeginsKind, begins, since)
}

/** Does nothing if the place was stopped since, or was notified of before. */
export async function notifyOfBeginning(
  { invite: id, version }: z.infer<typeof begun>,
  { db: pool, queue }: Pick<JobCtx, 'db' | 'queue'>,
): Promise<void> {
  await pool.transaction().execute(async (db) => {
    const invite = await findInviteById(db, id)
    if (!invite) return
    await lockGrownUpsForShare(db, invite.child_id)
    if (!(await lockGrownUps(db, invite.child_id)) || !(await markBegun(db, { id, version }))) return
    await lockSidesOfForShare(db, [invite.child_id])
    await lockPlaydatesOf(db, [invite.child_id])
    await standAnew(db, invite.child_id)
    await notifyGuardians({ db, queue }, invite, { message: 'guardian.began', params: {} })
    await notifyInvitee({ db, queue }, invite, { message: 'guardian.beganYou', params: {} })
  })
}

/** Notifies the child's guardians, except the one it is about. */
async function notifyGuardians(ctx: NotifyCtx, invite: InviteRow, notice: SafetyWords): Promise<void> {
  const about = invite.invitee?.id ?? null
  const users = await listGuardianUsers(ctx.db, invite.child_id, about)
  const url = `/child/${invite.child_id}/grown-ups`
  await notifyOfSafety(ctx, users, { ...notice, url, ...(about && { about }) })
}

async function notifyInvitee(ctx: NotifyCtx, invite: InviteRow, notice: SafetyWords): Promise<void> {
  const users = invite.invitee_user_id ? [invite.invitee_user_id] : []
  await notifyOfSafety(ctx, users, { ...notice, url: '/profile' })
}
