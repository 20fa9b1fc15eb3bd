import * as z from 'zod/mini'
import { m } from '../messages.ts'

const prompt = m.prompt_instant
const earliest = Date.UTC(2000, 0)
const latest = Date.UTC(2100, 0)

/**
 * An instant of this century in ISO 8601 with a zone, for example `2027-03-14T17:00:00.000Z`. Replies are always in
 * UTC.
 */
export const instant = z.iso
  .datetime({ offset: true, error: prompt })
  .check(z.refine((text) => Date.parse(text) >= earliest && Date.parse(text) < latest, { error: prompt }))
