import * as z from 'zod/mini'
import type { JobKind } from '#jobs/queue.ts'

/**
 * What one mail to a user says, in ids only: when it is sent, what was read, is over or can't be seen any more is left
 * out. `now` comes whatever is chosen; `soon` ten minutes later or urgent; `day` is the day's mail.
 */
const data = z.object({
  user: z.string(),
  form: z.enum(['now', 'soon', 'day']),
  notifications: z.array(z.string()),
})
export type NoticesMail = z.infer<typeof data>

export const mailNoticesKind: JobKind<NoticesMail> = { name: 'mail-notices', data }
/** Those of the form `now`: they don't wait behind the mails of a day. */
export const mailNowKind: JobKind<NoticesMail> = { name: 'mail-now', data }
