import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { connection } from './connections.contract.ts'

/**
 * Connects the caller with the link's maker, as an accepted invitation does. 404 if the link doesn't work any more, is
 * the caller's own, or its maker has rejected or is apart from the caller. 409 if the two have an invitation or a
 * connection already. 60 an hour.
 */
export const acceptLink = endpoint({
  name: 'connections.acceptLink',
  summary: 'Accept an invite link',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/invite',
  body: z.strictObject({ token: z.string() }),
  data: connection,
  refusals: [404],
})
