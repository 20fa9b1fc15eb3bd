import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'

export const message = z.object({
  _id: id,
  sender: z.nullable(caregiverName),
  /**
   * `phrase` is a phrase's key: readers whose release knows it see it in their own language. null for any other text.
   */
  message: z.object({ text: z.string(), phrase: z.nullable(z.string()) }),
  createdAt: instant,
})
export type Message = z.infer<typeof message>

export const pageOfMessages = 50
export const maxMessageLength = 2000

/** For events: the private room of the owner and this invitee. Without it, the room of all. */
const whichRoom = { recipientCaregiverId: z.optional(id) }

/**
 * `id` is the playdate's. Returns the newest 50 messages, newest first; `cursor` = the last one's `_id` returns older
 * ones. `readOnly`: the playdate was cancelled or rejected, or the caller is apart from the other caregiver of a
 * private room or, for a single, from one who acted for a child of the other side.
 */
export const getRoom = endpoint({
  name: 'chat.getRoom',
  summary: 'Read the messages of a room',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/room/:id',
  params: idParams,
  query: z.strictObject({ cursor: z.optional(id), ...whichRoom }),
  data: z.object({
    chatRoom: z.object({ _id: id }),
    messages: z.array(message),
    nextCursor: z.nullable(id),
    readOnly: z.boolean(),
  }),
})

/**
 * `chatRoom` is the room's own id, as `chat.getRoom` returns it. `phrase` is dropped if the text isn't that phrase in
 * any language.
 */
export const sendMessage = endpoint({
  name: 'chat.send',
  summary: 'Send a message',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/message',
  body: z.strictObject({
    chatRoom: id,
    message: z.strictObject({
      text: text(maxMessageLength, m.prompt_chat_empty),
      phrase: z.optional(z.string()),
    }),
  }),
  data: message,
  idempotent: true,
})

/** Marks the room's messages as read by the caller, up to the message `upTo`, or all without it. */
export const markRoomRead = endpoint({
  name: 'chat.markRead',
  summary: 'Mark a room as read',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/room/:id/read',
  params: idParams,
  query: z.strictObject(whichRoom),
  body: z.strictObject({ upTo: z.optional(id) }),
  data: z.object({}),
})

/** Valid for one connection within 30 s. */
export const createWebsocketTicket = endpoint({
  name: 'chat.createTicket',
  summary: 'Get a ticket for a websocket',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/websocket-ticket',
  body: z.strictObject({}),
  data: z.object({ ticket: z.string() }),
})
