import * as z from 'zod/mini'
import type { JobKind } from '#jobs/queue.ts'

/**
 * The notifications of one mail to a user, as ids only: sending leaves out what has been read, is over or can't be seen
 * any more. `now` is sent whatever the user chose; `soon` after ten minutes, or if urgent; `day` is the day's mail.
 */
const data = z.object({
  user: z.string(),
  form: z.enum(['now', 'soon', 'day']),
  notifications: z.array(z.string()),
})
export type NoticesMail = z.infer<typeof data>

export const mailNoticesKind: JobKind<NoticesMail> = { name: 'mail-notices', data }
/** Mails of the form `now`, which don't wait behind the day's mails. */
export const mailNowKind: JobKind<NoticesMail> = { name: 'mail-now', data }
