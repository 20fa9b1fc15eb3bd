import {
  acceptPlaydate as acceptPlaydateCall,
  cancelPlaydate as cancelPlaydateCall,
  counterPlaydate as counterPlaydateCall,
  createPlaydate as createPlaydateCall,
  getPlaydate,
  listPlaydates as listPlaydatesCall,
  rejectPlaydate as rejectPlaydateCall,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import type { PlaydateRow } from './playdates.db.ts'
import {
  answerablePlaydate,
  cancellablePlaydate,
  counterable,
  invitation,
  visiblePlaydate,
} from './playdates.policy.ts'
import { presentPlaydate } from './playdates.present.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  listPlaydates,
  rejectPlaydate,
} from './playdates.service.ts'

export const playdateRoutes = [
  route(listPlaydatesCall, {
    policy: oneself<CaregiverActor>,
    async handle(ctx, actor, { query }) {
      const { rows, nextCursor } = await listPlaydates(ctx, actor, query)
      return { items: rows.map(presentPlaydate), nextCursor }
    },
  }),
  route(getPlaydate, {
    policy: (ctx, { params }) => visiblePlaydate(ctx, params.id),
    handle: (_ctx, row) => presentPlaydate(row),
  }),
  route(createPlaydateCall, {
    policy: invitation,
    handle: async (ctx, invited, { body }) => presented(await createPlaydate(ctx, invited, body)),
  }),
  route(counterPlaydateCall, {
    policy: counterable,
    handle: async (ctx, counter, { body }) => presented(await counterPlaydate(ctx, counter, body)),
  }),
  route(acceptPlaydateCall, {
    policy: (ctx, { body }) => answerablePlaydate(ctx, body),
    handle: async (ctx, row, { body }) => presented(await acceptPlaydate(ctx, row, body)),
  }),
  route(rejectPlaydateCall, {
    policy: (ctx, { body }) => answerablePlaydate(ctx, body),
    handle: async (ctx, row) => presented(await rejectPlaydate(ctx, row)),
  }),
  route(cancelPlaydateCall, {
    policy: (ctx, { body }) => cancellablePlaydate(ctx, body.id),
    handle: async (ctx, row, { body }) => presented(await cancelPlaydate(ctx, row, body.reason)),
  }),
]

function presented(outcome: PlaydateRow | Refusal) {
  return outcome instanceof Refusal ? outcome : presentPlaydate(outcome)
}
