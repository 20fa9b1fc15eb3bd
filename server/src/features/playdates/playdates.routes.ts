import * as calls from '@tagalong/contract/features/playdates/playdates.contract.ts'
import * as answers from '@tagalong/contract/features/playdates/responses.contract.ts'
import * as spots from '@tagalong/contract/features/playdates/spots.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { createAsk } from './asks/asks.service.ts'
import {
  answerablePlaydate,
  changeable,
  eventInvitation,
  ownEvent,
  visibleEvent,
  visiblePlaydate,
} from './playdates.policy.ts'
import { presentOwnResponse, presentPlaydate, presentResponse } from './playdates.present.ts'
import {
  acceptPlaydate,
  counterPlaydate,
  createPlaydate,
  listPlaydates,
  refuseManyChanges,
  refuseManyRequests,
} from './playdates.service.ts'
import { creatable } from './replacements/replacements.policy.ts'
import { askAnotherTime } from './replacements/replacements.service.ts'
import {
  acceptEvent,
  getEventResponse,
  listEventResponses,
  rejectEvent,
  respondToEvent,
} from './responses.service.ts'
import { answerOffer, setCapacity, withLine } from './spots/event.service.ts'

export const playdateRoutes = [
  route(calls.listPlaydates, {
    policy: caller<CaregiverActor>,
    handle: (ctx, actor, { query }) => listPlaydates(ctx, actor, query),
    present: ({ rows, nextCursor }, ctx) => ({
      items: rows.map((row) => presentPlaydate(row, ctx)),
      nextCursor,
    }),
  }),
  route(calls.getPlaydate, {
    policy: (ctx, { params }) => visiblePlaydate(ctx, params.id),
    handle: withLine,
    present: presentPlaydate,
  }),
  route(calls.createPlaydate, {
    prepare: refuseManyRequests,
    policy: creatable,
    handle: (ctx, found, { body: { order, ...body } }) => {
      if (found.replaced) return askAnotherTime(ctx, found, body)
      return order ? createAsk(ctx, found, body) : createPlaydate(ctx, found, body)
    },
    present: presentPlaydate,
  }),
  route(calls.counterPlaydate, {
    prepare: refuseManyChanges,
    policy: changeable,
    handle: (ctx, counter, { body }) => counterPlaydate(ctx, counter, body),
    present: presentPlaydate,
  }),
  route(calls.acceptPlaydate, {
    policy: (ctx, { body }) => answerablePlaydate(ctx, body),
    handle: (ctx, row, { body }) => acceptPlaydate(ctx, row, body),
    present: presentPlaydate,
  }),
  route(answers.getEventResponse, {
    policy: eventInvitation,
    handle: getEventResponse,
    present: (found) => found && presentOwnResponse(found),
  }),
  route(answers.listEventResponses, {
    policy: visibleEvent,
    handle: listEventResponses,
    present: (rows) => rows.map(presentResponse),
  }),
  route(answers.acceptEvent, {
    prepare: refuseManyChanges,
    policy: eventInvitation,
    handle: (ctx, row, { body }) => acceptEvent(ctx, row, body.version),
    present: presentOwnResponse,
  }),
  route(answers.rejectEvent, {
    prepare: refuseManyChanges,
    policy: eventInvitation,
    handle: (ctx, row, { body }) => rejectEvent(ctx, row, body.version),
    present: presentOwnResponse,
  }),
  route(answers.respondToEvent, {
    prepare: refuseManyChanges,
    policy: (ctx, { body }) => eventInvitation(ctx, { params: { playdateId: body.playdate } }),
    handle: (ctx, row, { body }) => respondToEvent(ctx, row, { ...body, seen: body.version }),
    present: presentOwnResponse,
  }),
  route(spots.answerOffer, {
    prepare: refuseManyChanges,
    policy: eventInvitation,
    handle: (ctx, row, { body }) => answerOffer(ctx, row, body.response),
    present: presentOwnResponse,
  }),
  route(spots.setCapacity, {
    prepare: refuseManyChanges,
    policy: ownEvent,
    handle: (ctx, row, { body }) => setCapacity(ctx, row, body),
    present: presentPlaydate,
  }),
]
