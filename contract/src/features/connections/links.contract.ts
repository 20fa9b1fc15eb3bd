import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { connection } from './connections.contract.ts'

/**
 * Connects the caller with whoever made that link, as an accepted invitation does. 404 for one that doesn't work any more,
 * is the caller's own, or was made by somebody who is apart from them or said no to them. 409 where the two have an
 * invitation or a connection already. 60 an hour.
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
