import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'

/**
 * All that is kept about the caller and their children, in files of JSON, with the children's photos; others by the
 * names that the caller is shown. Of a paused account neither what is to come nor what others did since. 429 after three a day; 409 while another one is on its way.
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
