import {
  createWebsocketTicket as createWebsocketTicketCall,
  getRoom as getRoomCall,
  markRoomRead as markRoomReadCall,
  sendMessage as sendMessageCall,
} from '@tagalong/contract/features/chat/chat.contract.ts'
import { createWebsocketTicket } from '#features/auth/sessions.service.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { openRoom, roomOfPlaydate } from './chat.policy.ts'
import { presentMessage, presentRoom } from './chat.present.ts'
import { getRoom, markRoomRead, refuseManyMessages, sendMessage } from './chat.service.ts'

export const chatRoutes = [
  route(getRoomCall, {
    policy: roomOfPlaydate,
    async handle(ctx, room, { query }) {
      const { rows, nextCursor } = await getRoom(ctx, room, query.cursor)
      return {
        chatRoom: presentRoom(room),
        messages: rows.map(presentMessage),
        nextCursor,
        readOnly: room.read_only,
      }
    },
  }),
  route(sendMessageCall, {
    prepare: refuseManyMessages,
    policy: openRoom,
    handle: async (ctx, room, { body }) => presentMessage(await sendMessage(ctx, room, body.message.text)),
  }),
  route(markRoomReadCall, {
    policy: roomOfPlaydate,
    async handle(ctx, room) {
      await markRoomRead(ctx, room)
      return {}
    },
  }),
  route(createWebsocketTicketCall, {
    policy: oneself<Actor>,
    handle: (ctx, actor) => createWebsocketTicket(ctx, actor),
  }),
]
