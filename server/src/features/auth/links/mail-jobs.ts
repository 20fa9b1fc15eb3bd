import * as z from 'zod/mini'
import type { JobKind } from '#jobs/queue.ts'

/** `tokenId` is of the link that it bears; the release before made that when it wrote the mail, and sends none. */
const mailAboutEmail = z.object({ userId: z.string(), email: z.string(), tokenId: z.optional(z.string()) })
export type MailAboutEmail = z.infer<typeof mailAboutEmail>

/** For an address that may be nobody's: only the job finds out, so that asking takes the same time for all. */
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

/** To the address that was the user's until the change to it was taken back. The release before doesn't say whose. */
export const mailEmailUndone: JobKind<{ email: string; userId?: string | undefined }> = {
  name: 'mail-email-undone',
  data: z.object({ email: z.string(), userId: z.optional(z.string()) }),
}

/** Those that hold an address, since it may be nobody's, or no longer its user's. */
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

/** To somebody whom an administrator signed up. */
export const mailWelcome: JobKind<{ userId: string }> = {
  name: 'mail-welcome',
  data: z.object({ userId: z.string() }),
}

/** To whoever had the number: the release before asks for it; this one for `mail-security`. */
export const mailNumberCleared: JobKind<{ userId: string }> = {
  name: 'mail-number-cleared',
  data: z.object({ userId: z.string() }),
}
