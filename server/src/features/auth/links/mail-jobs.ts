import * as z from 'zod/mini'
import type { JobKind } from '#jobs/queue.ts'

/**
 * `tokenId` names the link in the mail. Jobs of the previous release lack it: their link is made when the mail is
 * written.
 */
const mailAboutEmail = z.object({ userId: z.string(), email: z.string(), tokenId: z.optional(z.string()) })
export type MailAboutEmail = z.infer<typeof mailAboutEmail>

/** For an address that may be unknown: only the job finds out, so that asking takes the same time for all. */
export const mailReset: JobKind<{ email: string }> = {
  name: 'mail-reset',
  data: z.object({ email: z.string() }),
}

/** To the address that is to become the user's. */
export const mailConfirmEmail: JobKind<MailAboutEmail> = {
  name: 'mail-confirm-email',
  data: mailAboutEmail,
}

/** To the address that was the user's. */
export const mailUndoEmail: JobKind<MailAboutEmail> = {
  name: 'mail-undo-email',
  data: mailAboutEmail,
}

/** To the address that was the user's until an administrator changed it. */
export const mailEmailChanged: JobKind<{ userId: string; email: string }> = {
  name: 'mail-email-changed',
  data: z.object({ userId: z.string(), email: z.string() }),
}

/** To the address that the user had until its change was undone. Jobs of the previous release don't name the user. */
export const mailEmailUndone: JobKind<{ email: string; userId?: string | undefined }> = {
  name: 'mail-email-undone',
  data: z.object({ email: z.string(), userId: z.optional(z.string()) }),
}

/** Jobs that hold an address, since it may be unknown or no longer its user's. */
export const mailsToAddresses = [
  mailReset,
  mailConfirmEmail,
  mailUndoEmail,
  mailEmailChanged,
  mailEmailUndone,
] as const

/** A code that the user asked for. */
export const mailCode: JobKind<{ userId: string }> = {
  name: 'mail-code',
  data: z.object({ userId: z.string() }),
}

/** To a user whom an administrator added. */
export const mailWelcome: JobKind<{ userId: string }> = {
  name: 'mail-welcome',
  data: z.object({ userId: z.string() }),
}

/** To the caregiver who had the number. Only the previous release enqueues it; this one uses `mail-security`. */
export const mailNumberCleared: JobKind<{ userId: string }> = {
  name: 'mail-number-cleared',
  data: z.object({ userId: z.string() }),
}
