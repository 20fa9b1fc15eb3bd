import * as z from 'zod/mini'
import { instant } from '../values/instant.ts'
import { endpoint } from './endpoint.ts'

export const echo = endpoint({
  name: 'public.echo',
  summary: 'Answer with the time of the server',
  scope: 'public',
  guard: 'none',
  method: 'GET',
  path: '/echo',
  data: z.object({ time: instant }),
})
