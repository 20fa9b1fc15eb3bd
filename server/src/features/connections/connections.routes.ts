import {
  acceptConnection as acceptConnectionCall,
  connectionTexts,
  createConnection as createConnectionCall,
  findUser as findUserCall,
  listConnections as listConnectionsCall,
  listFriendsChildren,
  readInvite as readInviteCall,
  rejectConnection as rejectConnectionCall,
  removeConnection as removeConnectionCall,
  renewLink as renewLinkCall,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { anybody } from '#features/auth/auth.policy.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import { presentVisibleChild } from '#features/children/children.present.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import type { ConnectionRow } from './connections.db.ts'
import { receivedConnection, removableConnection, sentConnection } from './connections.policy.ts'
import { presentConnection } from './connections.present.ts'
import {
  acceptConnection,
  childrenOfOthers,
  createConnection,
  findUser,
  listConnections,
  readInvite,
  refuseManyInvitations,
  refuseManyLinks,
  rejectConnection,
  removeConnection,
  renewLink,
} from './connections.service.ts'

export const connectionRoutes = [
  route(listConnectionsCall, {
    policy: oneself<CaregiverActor>,
    async handle(ctx, actor) {
      const { rows, friendsChildren } = await listConnections(ctx, actor)
      return rows.map((row) => presentConnection(row, actor.caregiverId, friendsChildren))
    },
  }),
  route(createConnectionCall, {
    prepare: refuseManyInvitations,
    policy: oneself<CaregiverActor>,
    async handle(ctx, actor, { body }) {
      const invitation = await createConnection(ctx, actor, body)
      if (invitation instanceof Refusal) return invitation
      const { row, inviteUrl } = invitation
      const connection = presentConnection(row, actor.caregiverId)
      if (inviteUrl) return { message: connectionTexts.newInvitee, connection, inviteUrl }
      return { message: connectionTexts.existingUser, connection }
    },
  }),
  route(acceptConnectionCall, {
    policy: receivedConnection,
    handle: async (ctx, row) => answered(ctx, await acceptConnection(ctx, row)),
  }),
  route(rejectConnectionCall, {
    policy: receivedConnection,
    handle: async (ctx, row) => answered(ctx, await rejectConnection(ctx, row)),
  }),
  route(removeConnectionCall, {
    policy: removableConnection,
    handle: async (ctx, row, { query }) => (await removeConnection(ctx, row, query.only)) ?? {},
  }),
  route(renewLinkCall, {
    prepare: refuseManyLinks,
    policy: sentConnection,
    handle: renewLink,
  }),
  route(listFriendsChildren, {
    policy: oneself<CaregiverActor>,
    handle: async (ctx) => (await childrenOfOthers(ctx)).map(presentVisibleChild),
  }),
  route(findUserCall, {
    policy: oneself<CaregiverActor>,
    handle: (ctx, actor, { query }) => findUser(ctx, actor, query.phoneNumber),
  }),
]

/** For whoever was handed a link, and has no account yet. */
export const publicConnectionRoutes = [
  route(readInviteCall, {
    policy: anybody,
    handle: (ctx, _anybody, { query }) => readInvite(ctx, query.token),
  }),
]

async function answered(ctx: Ctx<CaregiverActor>, outcome: ConnectionRow | Refusal) {
  if (outcome instanceof Refusal) return outcome
  return presentConnection(outcome, ctx.actor.caregiverId, await childrenOfOthers(ctx))
}
