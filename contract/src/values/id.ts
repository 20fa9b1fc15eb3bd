import * as z from 'zod/mini'
import { m } from '../messages.ts'

/** A UUID as text, made by the server (version 7). */
export const id = z.uuid({ error: m.prompt_id }).check(z.toLowerCase())
export const idParams = z.strictObject({ id })

/** For calls that either make a row or change one. */
export const idOrNew = z.union([z.literal('new'), id])
