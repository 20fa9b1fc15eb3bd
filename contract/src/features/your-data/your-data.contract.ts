import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'

/**
 * All that is kept about the caller and their children, as JSON files, with the children's photos; other caregivers by
 * the names that the caller sees. For a paused account, without playdates to come and without what others did since.
 * 429 after three a day; 409 while another download is being made.
 */
export const downloadMyData = endpoint({
  name: 'yourData.download',
  summary: 'Download what is kept about the caller',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/my-data',
  type: 'application/zip',
  data: z.unknown(),
  refusals: [409],
  fresh: true,
  whilePaused: true,
})
