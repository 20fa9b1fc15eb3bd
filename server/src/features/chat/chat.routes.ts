import {
  createWebsocketTicket as createWebsocketTicketCall,
  getRoom as getRoomCall,
  type Message,
  markRoomRead as markRoomReadCall,
  sendMessage as sendMessageCall,
} from '@tagalong/contract/features/chat/chat.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { createWebsocketTicket } from '#features/auth/sessions.service.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { Actor, CaregiverActor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import type { MessageRow } from './chat.db.ts'
import { roomOfPlaydate } from './chat.policy.ts'
import { presentMessage, presentRoom } from './chat.present.ts'
import { getRoom, markRoomRead, refuseManyMessages, sendMessage, sendMessages } from './chat.service.ts'

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
    policy: oneself<CaregiverActor>,
    async handle(ctx, actor, { body }) {
      return presentOutcome(await sendMessage(ctx, actor, saidIn(body)))
    },
    async handleTogether(ctx, calls) {
      const messages = calls.map(({ allowed, input }) => ({ actor: allowed, ...saidIn(input.body) }))
      return (await sendMessages(ctx, messages)).map(presentOutcome)
    },
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

function saidIn({ chatRoom, message }: BodyOf<typeof sendMessageCall>): { roomId: string; text: string } {
  return { roomId: chatRoom, text: message.text }
}

function presentOutcome(outcome: MessageRow | Refusal): Message | Refusal {
  return outcome instanceof Refusal ? outcome : presentMessage(outcome)
}
