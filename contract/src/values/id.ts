import * as z from 'zod/mini'

/** A UUID as text, made by the server (version 7). */
export const id = z.uuid('That link is not complete. Please go back and try again.').check(z.toLowerCase())
export const idParams = z.strictObject({ id })
