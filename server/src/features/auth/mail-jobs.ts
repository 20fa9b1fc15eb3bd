import * as z from 'zod/mini'
import type { JobKind } from '#jobs/queue.ts'

/** For an address that may be nobody's: only the job finds out, so that asking takes the same time for all. */
export const mailReset: JobKind<{ email: string }> = {
  name: 'mail-reset',
  data: z.object({ email: z.string() }),
}

/** To the address that is to become the user's. */
export const mailConfirmEmail: JobKind<{ userId: string; email: string }> = {
  name: 'mail-confirm-email',
  data: z.object({ userId: z.string(), email: z.string() }),
}

/** To the address that was the user's. */
export const mailUndoEmail: JobKind<{ userId: string; email: string }> = {
  name: 'mail-undo-email',
  data: z.object({ userId: z.string(), email: z.string() }),
}

/** To somebody whom an administrator signed up. */
export const mailWelcome: JobKind<{ userId: string }> = {
  name: 'mail-welcome',
  data: z.object({ userId: z.string() }),
}
