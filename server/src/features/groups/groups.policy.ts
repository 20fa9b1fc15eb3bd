import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { forbidden, notFound, Refusal } from '#http/refusal.ts'
import { findGroup, type GroupRow } from './groups.db.ts'
import { codeWrong } from './groups.refusals.ts'
import { findMembership, type MembershipRow } from './memberships/memberships.db.ts'

/** Any caregiver: with the link, they read which group they are about to join. */
export async function visibleGroup(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await findGroup(db, actor.caregiverId, params.id)
  return row ? authorise(row) : notFound
}

/** A missing group is refused like a wrong code. */
export async function groupToJoin(
  { db, actor }: CaregiverCtx,
  { body }: { body: { groupId: string } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await findGroup(db, actor.caregiverId, body.groupId)
  return row ? authorise(row) : codeWrong
}

/** Who belongs to the group is for members only: 404 for anybody else. */
async function joinedGroup({ db, actor }: CaregiverCtx, id: string): Promise<Authorised<GroupRow> | Refusal> {
  const row = await findGroup(db, actor.caregiverId, id)
  return row?.is_member ? authorise(row) : notFound
}

async function administeredGroup(ctx: CaregiverCtx, id: string): Promise<Authorised<GroupRow> | Refusal> {
  const row = await joinedGroup(ctx, id)
  return row instanceof Refusal || row.is_admin ? row : forbidden
}

export function groupWithMembers(
  ctx: CaregiverCtx,
  { params }: { params: { groupId: string } },
): Promise<Authorised<GroupRow> | Refusal> {
  return administeredGroup(ctx, params.groupId)
}

/** For members. A pod, if given, must be the group's. */
export async function groupWithChildren(
  ctx: CaregiverCtx,
  { params, query }: { params: { groupId: string }; query: { subgroup?: string | undefined } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await joinedGroup(ctx, params.groupId)
  if (row instanceof Refusal || query.subgroup === undefined) return row
  return row.pods.some(({ id }) => id === query.subgroup) ? row : notFound
}

/** For the group's admins. An existing pod must be the group's. */
export async function groupOfPod(
  ctx: CaregiverCtx,
  { params, body }: { params: { id: string }; body: { group: string } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await administeredGroup(ctx, body.group)
  if (row instanceof Refusal || params.id === 'new') return row
  return row.pods.some(({ id }) => id === params.id) ? row : notFound
}

/** One's own membership. A group admin may end those of others, but not change their children's pods. */
export async function changeableMembership(
  ctx: CaregiverCtx,
  { body }: { body: { membership: string; status?: 'rejected' | undefined } },
): Promise<Authorised<MembershipRow> | Refusal> {
  const row = await findMembership(ctx.db, body.membership)
  if (!row) return notFound
  if (row.caregiver.id === ctx.actor.caregiverId) return authorise(row)
  const group = await administeredGroup(ctx, row.group.id)
  if (group instanceof Refusal) return group
  return body.status ? authorise(row) : forbidden
}
