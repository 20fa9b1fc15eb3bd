import type { NoticeMessage } from '@tagalong/contract/features/notices/notice-messages.ts'
import type { Notice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { notify } from '#db/listen.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { defaultTimeZone } from '#features/caregivers/caregivers.service.ts'
import { notifyUsers } from '#features/notifications/notifications.service.ts'
import { findUser } from '#features/users/users.db.ts'
import type { JobCtx, NotifyCtx } from '#http/context.ts'
import { writeLetter } from '#integrations/letter.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { findNameFor } from './safety.db.ts'

const mailed = z.object({
  userId: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** A path of the app. */
  url: z.string(),
  /** The caregiver who did it. */
  about: z.nullable(z.string()),
  /** The administrator's reason. */
  reason: z.nullable(z.string()),
})
export type SafetyMail = z.infer<typeof mailed>

export const mailSafetyKind: JobKind<SafetyMail> = { name: 'mail-safety', data: mailed }

/** Must never contain a child's name. */
export type SafetyNotice = Notice & {
  message: Extract<NoticeMessage, `guardian.${string}` | `helper.${string}` | `place.${string}`>
  url: string
  about?: string
  /** In the mail only. */
  reason?: string
}

type Without<Notice, Key extends PropertyKey> = Notice extends unknown ? Omit<Notice, Key> : never
/** A notice's words, without its link, its reason and who did it. */
export type SafetyWords = Without<SafetyNotice, 'url' | 'about' | 'reason'>

/**
 * Notifies users that a place with a child is agreed, has begun, is ending or stays: by notice and mail at once, which
 * no setting turns off. Runs in the same transaction, so that it happens exactly if the change does.
 */
export async function notifyOfSafety(
  { db, queue }: NotifyCtx,
  userIds: readonly string[],
  notice: SafetyNotice,
): Promise<void> {
  const unique = [...new Set(userIds)]
  const { message, params, url, about, reason } = notice
  await notifyUsers({ db, queue }, unique, notice)
  await refreshGrownUps(db, unique)
  for (const userId of unique) {
    const data = { userId, message, params, url, about: about ?? null, reason: reason ?? null }
    await queue.enqueue(db, mailSafetyKind, data)
  }
}

/**
 * Refreshes their open screens of grown-ups.
 * @param to ids of users or caregivers
 */
export async function refreshGrownUps(db: Db, to: readonly string[]): Promise<void> {
  for (const id of to) await notify(db, { kind: 'frame', to: [id], frame: { guardian: id } })
}

/** Refreshes what these helpers have on their open screens. */
export async function refreshHelpers(db: Db, helpers: readonly string[]): Promise<void> {
  await refreshGrownUps(db, helpers)
  for (const id of helpers) await notify(db, { kind: 'frame', to: [id], frame: { playdate: id } })
}

/** Mails the notice's words in the recipient's language. */
export async function sendSafety(
  { userId, message, params, url, about, reason }: SafetyMail,
  { db, mailer, env }: Pick<JobCtx, 'db' | 'mailer' | 'env'>,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user) return
  const reader = await findCaregiverOfUser(db, userId)
  const name = about ? await findNameFor(db, reader?.id ?? null, about) : null
  const kept = { message, params, title: '', about: name, invitee: null, group: null }
  const link = new URL(url, env.publicUrl).href
  await mailer.send(
    inLanguage(user.language, () => {
      const { title } = renderNotice(kept, reader?.time_zone ?? defaultTimeZone)
      return writeLetter({
        brand: env.brandName,
        to: user.email,
        subject: m.mail_safety_subject({ brand: env.brandName }),
        title,
        lines: reason === null ? [] : [m.mail_safety_reason({ reason })],
        button: {
          label: message === 'guardian.leavesYou' ? m.guardians_stay() : m.mail_safety_button(),
          link,
        },
        otherwise: m.mail_safety_otherwise(),
      })
    }),
  )
}
