import {
  acceptEvent as acceptEventCall,
  acceptPlaydate as acceptPlaydateCall,
  cancelPlaydate as cancelPlaydateCall,
  counterPlaydate as counterPlaydateCall,
  createPlaydate as createPlaydateCall,
  getEventResponse as getEventResponseCall,
  getPlaydate,
  listEventResponses as listEventResponsesCall,
  listPlaydates as listPlaydatesCall,
  rejectEvent as rejectEventCall,
  rejectPlaydate as rejectPlaydateCall,
  respondToEvent as respondToEventCall,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import type { PlaydateRow, ResponseRow } from './playdates.db.ts'
import {
  answerablePlaydate,
  cancellablePlaydate,
  changeable,
  eventInvitation,
  invitation,
  visibleEvent,
  visiblePlaydate,
} from './playdates.policy.ts'
import { presentPlaydate, presentResponse } from './playdates.present.ts'
import {
  acceptEvent,
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getEventResponse,
  listEventResponses,
  listPlaydates,
  refuseManyChanges,
  refuseManyRequests,
  rejectEvent,
  rejectPlaydate,
  respondToEvent,
} from './playdates.service.ts'

export const playdateRoutes = [
  route(listPlaydatesCall, {
    policy: oneself<CaregiverActor>,
    async handle(ctx, actor, { query }) {
      const { rows, nextCursor } = await listPlaydates(ctx, actor, query)
      return { items: rows.map((row) => presentPlaydate(row, actor.caregiverId)), nextCursor }
    },
  }),
  route(getPlaydate, {
    policy: (ctx, { params }) => visiblePlaydate(ctx, params.id),
    handle: ({ actor }, row) => presentPlaydate(row, actor.caregiverId),
  }),
  route(createPlaydateCall, {
    prepare: refuseManyRequests,
    policy: invitation,
    handle: async (ctx, invited, { body }) => presented(ctx, await createPlaydate(ctx, invited, body)),
  }),
  route(counterPlaydateCall, {
    prepare: refuseManyChanges,
    policy: changeable,
    handle: async (ctx, counter, { body }) => presented(ctx, await counterPlaydate(ctx, counter, body)),
  }),
  route(acceptPlaydateCall, {
    policy: (ctx, { body }) => answerablePlaydate(ctx, body),
    handle: async (ctx, row, { body }) => presented(ctx, await acceptPlaydate(ctx, row, body)),
  }),
  route(rejectPlaydateCall, {
    policy: (ctx, { body }) => answerablePlaydate(ctx, body),
    handle: async (ctx, row) => presented(ctx, await rejectPlaydate(ctx, row)),
  }),
  route(cancelPlaydateCall, {
    policy: (ctx, { body }) => cancellablePlaydate(ctx, body.id),
    handle: async (ctx, row, { body }) => presented(ctx, await cancelPlaydate(ctx, row, body.reason)),
  }),
  route(getEventResponseCall, {
    policy: eventInvitation,
    async handle(ctx, row) {
      const found = await getEventResponse(ctx, row)
      return found && presentResponse(found)
    },
  }),
  route(listEventResponsesCall, {
    policy: visibleEvent,
    handle: async (ctx, row) => (await listEventResponses(ctx, row)).map(presentResponse),
  }),
  route(acceptEventCall, {
    prepare: refuseManyChanges,
    policy: eventInvitation,
    handle: async (ctx, row, { body }) => answered(await acceptEvent(ctx, row, body.version)),
  }),
  route(rejectEventCall, {
    prepare: refuseManyChanges,
    policy: eventInvitation,
    handle: async (ctx, row, { body }) => answered(await rejectEvent(ctx, row, body.version)),
  }),
  route(respondToEventCall, {
    prepare: refuseManyChanges,
    policy: (ctx, { body }) => eventInvitation(ctx, { params: { playdateId: body.playdate } }),
    handle: async (ctx, row, { body }) =>
      answered(await respondToEvent(ctx, row, body.response, body.version)),
  }),
]

function presented({ actor }: Ctx<CaregiverActor>, outcome: PlaydateRow | Refusal) {
  return outcome instanceof Refusal ? outcome : presentPlaydate(outcome, actor.caregiverId)
}

function answered(outcome: ResponseRow | Refusal) {
  return outcome instanceof Refusal ? outcome : presentResponse(outcome)
}
