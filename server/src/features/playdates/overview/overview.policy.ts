import { findSubscriptionOfCaregiver } from '#features/billing/billing.db.ts'
import { anyCaregiver } from '#features/caregivers/caregivers.admin.policy.ts'
import { listChildren } from '#features/children/children.db.ts'
import { listAllConnections } from '#features/connections/connections.db.ts'
import { listMemberships } from '#features/groups/memberships/memberships.db.ts'
import { findUser } from '#features/users/users.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { countPlaydates, type Overview } from './overview.db.ts'

/** Loads all that administrators see of a caregiver. */
export async function anyOverview(
  ctx: Ctx,
  input: { params: { id: string } },
): Promise<Authorised<Overview> | Refusal> {
  const caregiver = await anyCaregiver(ctx, input)
  if (caregiver instanceof Refusal) return caregiver
  const { db, clock } = ctx
  const user = caregiver.user_id ? await findUser(db, caregiver.user_id) : undefined
  return authorise({
    caregiver,
    email: user?.email ?? null,
    children: await listChildren(db, caregiver.id),
    memberships: await listMemberships(db, caregiver.id),
    connections: await listAllConnections(db, caregiver.id),
    playdates: await countPlaydates(db, caregiver.id, new Date(clock.now())),
    subscription: await findSubscriptionOfCaregiver(db, caregiver.id),
  })
}
