import * as calls from '@tagalong/contract/features/connections/connections.contract.ts'
import { connectionTexts } from '@tagalong/contract/features/connections/connections.contract.ts'
import { acceptLink as acceptLinkCall } from '@tagalong/contract/features/connections/links.contract.ts'
import { anybody } from '#features/auth/auth.policy.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import { presentVisibleChild } from '#features/children/children.present.ts'
import type { CaregiverActor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { givenLink, receivedConnection, removableConnection, sentConnection } from './connections.policy.ts'
import { presentConnection } from './connections.present.ts'
import {
  acceptConnection,
  acceptLink,
  childrenOfOthers,
  createConnection,
  findUser,
  listConnections,
  readInvite,
  refuseManyInvitations,
  refuseManyLinks,
  refuseManyTokens,
  rejectConnection,
  removeConnection,
  renewLink,
} from './connections.service.ts'

export const connectionRoutes = [
  route(calls.listConnections, {
    policy: caller<CaregiverActor>,
    handle: listConnections,
    present: ({ rows, friendsChildren }, ctx) =>
      rows.map((row) => presentConnection({ row, friendsChildren }, ctx)),
  }),
  route(calls.createConnection, {
    prepare: refuseManyInvitations,
    policy: caller<CaregiverActor>,
    handle: (ctx, actor, { body }) => createConnection(ctx, actor, body),
    present({ row, inviteUrl }, ctx) {
      const connection = presentConnection({ row }, ctx)
      if (inviteUrl) return { message: connectionTexts.newInvitee, connection, inviteUrl }
      return { message: connectionTexts.existingUser, connection }
    },
  }),
  route(calls.acceptConnection, {
    policy: receivedConnection,
    handle: acceptConnection,
    present: presentConnection,
  }),
  route(calls.rejectConnection, {
    policy: receivedConnection,
    handle: rejectConnection,
    present: presentConnection,
  }),
  route(calls.removeConnection, {
    policy: removableConnection,
    handle: (ctx, row, { query }) => removeConnection(ctx, row, query.only),
    present: presentNothing,
  }),
  route(calls.renewLink, {
    prepare: refuseManyLinks,
    policy: sentConnection,
    handle: renewLink,
  }),
  route(acceptLinkCall, {
    prepare: refuseManyTokens,
    policy: givenLink,
    handle: acceptLink,
    present: presentConnection,
  }),
  route(calls.listFriendsChildren, {
    policy: caller<CaregiverActor>,
    handle: childrenOfOthers,
    present: (rows) => rows.map(presentVisibleChild),
  }),
  route(calls.findUser, {
    policy: caller<CaregiverActor>,
    handle: (ctx, actor, { query }) => findUser(ctx, actor, query.phoneNumber),
  }),
]

/** For users who were given a link and have no account yet. */
export const publicConnectionRoutes = [
  route(calls.readInvite, {
    policy: anybody,
    handle: (ctx, _anybody, { query }) => readInvite(ctx, query.token),
  }),
]
