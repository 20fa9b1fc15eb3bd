import * as calls from '@tagalong/contract/features/chat/chat.contract.ts'
import * as playdateCalls from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { createWebsocketTicket } from '#features/auth/sessions.service.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import { presentPlaydate } from '#features/playdates/playdates.present.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { cancellable, openRoom, rejectable, roomOfPlaydate, roomToRead } from './chat.policy.ts'
import { presentMessage, presentRoom } from './chat.present.ts'
import {
  cancelPlaydate,
  getRoom,
  markRoomRead,
  refuseManyMessages,
  rejectPlaydate,
  sendMessage,
} from './chat.service.ts'

export const chatRoutes = [
  route(calls.getRoom, {
    policy: roomOfPlaydate,
    handle: (ctx, room, { query }) => getRoom(ctx, room, query.cursor),
    present: ({ room, rows, nextCursor }) => ({
      chatRoom: presentRoom(room),
      messages: rows.map(presentMessage),
      nextCursor,
      readOnly: room.read_only,
    }),
  }),
  route(calls.sendMessage, {
    prepare: refuseManyMessages,
    policy: openRoom,
    handle: (ctx, room, { body }) => sendMessage(ctx, room, body.message),
    present: presentMessage,
  }),
  route(calls.markRoomRead, {
    policy: roomToRead,
    handle: (ctx, room, { body }) => markRoomRead(ctx, room, body.upTo),
    present: presentNothing,
  }),
  route(playdateCalls.rejectPlaydate, {
    policy: rejectable,
    handle: (ctx, found, { body }) => rejectPlaydate(ctx, found, body.phrase),
    present: presentPlaydate,
  }),
  route(playdateCalls.cancelPlaydate, {
    policy: cancellable,
    handle: (ctx, found, { body }) => cancelPlaydate(ctx, found, body),
    present: presentPlaydate,
  }),
  route(calls.createWebsocketTicket, {
    policy: caller<Actor>,
    handle: createWebsocketTicket,
  }),
]
