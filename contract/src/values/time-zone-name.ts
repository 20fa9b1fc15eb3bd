import * as z from 'zod/mini'
import { m } from '../messages.ts'
import { isTimeZone } from './time-zone.ts'

/** An IANA name, for example `America/Los_Angeles`. */
export const timeZone = z
  .string({ error: m.prompt_time_zone })
  .check(z.maxLength(64), z.refine(isTimeZone, { error: m.prompt_time_zone }))
