import * as z from 'zod/mini'
import { canonicalTimeZone, isTimeZone } from './time-zone.ts'

/** An IANA name, for example `America/Los_Angeles`. */
export const timeZone = z
  .string('Please choose a time zone')
  .check(z.maxLength(64), z.refine(isTimeZone, 'Please choose a time zone'), z.overwrite(canonicalTimeZone))
