import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'

/** A caregiver, or a chat by the room's own id, as `chat.getRoom` returns it. */
const muteParams = z.strictObject({ kind: z.enum(['caregiver', 'room']), id })

/**
 * Stops notifications, pushes and mails about them to the caller, except for changes within 24 hours of the start.
 * Repeats change nothing. 404 for a caregiver or chat that the caller can't see.
 */
export const mute = endpoint({
  name: 'mutes.create',
  summary: 'Mute a caregiver or a chat',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/mute/:kind/:id',
  params: muteParams,
  body: z.strictObject({}),
  data: z.object({}),
})

export const unmute = endpoint({
  name: 'mutes.delete',
  summary: 'End a mute',
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/mute/:kind/:id',
  params: muteParams,
  data: z.object({}),
})
