import * as calls from '@tagalong/contract/features/guardians/invites.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { confirmGuardianInvite } from './beginnings.service.ts'
import { confirmableInvite, guardedChild, linkedInvite, stoppableInvite } from './invites.policy.ts'
import { presentInvite, presentOwnInvite } from './invites.present.ts'
import {
  acceptGuardianInvite,
  createGuardianInvite,
  listOwnInvites,
  refuseManyGuardianLinks,
  refuseManyLists,
  refuseManyReads,
  rejectGuardianInvite,
  stopGuardianInvite,
} from './invites.service.ts'

export const inviteRoutes = [
  route(calls.createGuardianInvite, {
    prepare: refuseManyGuardianLinks,
    policy: guardedChild,
    handle: (ctx, child, { body }) => createGuardianInvite(ctx, child, body),
    present: ({ invite, inviteUrl }) => ({ invite: presentInvite(invite), inviteUrl }),
  }),
  route(calls.listOwnInvites, {
    prepare: refuseManyLists,
    policy: caller<Actor>,
    handle: listOwnInvites,
    present: (rows) => rows.map(presentOwnInvite),
  }),
  route(calls.readGuardianInvite, {
    prepare: refuseManyReads,
    policy: (ctx, { params }) => linkedInvite(ctx, params.invite),
    present: presentOwnInvite,
  }),
  route(calls.acceptGuardianInvite, {
    prepare: refuseManyReads,
    policy: (ctx, { params }) => linkedInvite(ctx, params.token),
    handle: acceptGuardianInvite,
    present: presentOwnInvite,
  }),
  route(calls.rejectGuardianInvite, {
    prepare: refuseManyReads,
    policy: (ctx, { params }) => linkedInvite(ctx, params.token),
    handle: rejectGuardianInvite,
    present: presentOwnInvite,
  }),
  route(calls.confirmGuardianInvite, {
    policy: confirmableInvite,
    handle: (ctx, invite, { body }) => confirmGuardianInvite(ctx, invite, body),
    present: presentInvite,
  }),
  route(calls.stopGuardianInvite, {
    policy: stoppableInvite,
    handle: (ctx, invite, { query }) => stopGuardianInvite(ctx, invite, query.version),
    present: presentNothing,
  }),
]
