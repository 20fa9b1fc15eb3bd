import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { forbidden, notFound, Refusal } from '#http/refusal.ts'
import { findGroup, type GroupRow } from './groups.db.ts'
import { codeWrong } from './groups.refusals.ts'
import { findMembership, type MembershipRow } from './memberships/memberships.db.ts'

/** Any caregiver: who was given the link reads where they are about to join. */
export async function visibleGroup(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await findGroup(db, actor.caregiverId, params.id)
  return row ? authorise(row) : notFound
}

/** A group that isn't there is refused as a wrong code is. */
export async function groupToJoin(
  { db, actor }: CaregiverCtx,
  { body }: { body: { groupId: string } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await findGroup(db, actor.caregiverId, body.groupId)
  return row ? authorise(row) : codeWrong
}

/** Who belongs to it is for members; to anybody else there is nothing behind its name. */
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

/** For members; the pod, where one is named, is the group's. */
export async function groupWithChildren(
  ctx: CaregiverCtx,
  { params, query }: { params: { groupId: string }; query: { subgroup?: string | undefined } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await joinedGroup(ctx, params.groupId)
  if (row instanceof Refusal || query.subgroup === undefined) return row
  return row.pods.some(({ id }) => id === query.subgroup) ? row : notFound
}

/** For the group's admins; a pod that is there already is the group's. */
export async function groupOfPod(
  ctx: CaregiverCtx,
  { params, body }: { params: { id: string }; body: { group: string } },
): Promise<Authorised<GroupRow> | Refusal> {
  const row = await administeredGroup(ctx, body.group)
  if (row instanceof Refusal || params.id === 'new') return row
  return row.pods.some(({ id }) => id === params.id) ? row : notFound
}

/** One's own; an admin of the group may end others', but leaves their children's pods alone. */
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
