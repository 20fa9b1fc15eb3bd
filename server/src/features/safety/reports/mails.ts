import { m } from '@tagalong/contract/messages.ts'
import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'

/** What administrators are notified of: something waits, it is about a child in danger, or none of them may read it. */
export type Waiting = 'waiting' | 'danger' | 'nobody'

const subjects = {
  waiting: m.notice_report_waiting,
  danger: m.notice_report_danger,
  nobody: m.notice_report_nobody,
}
const lines = {
  waiting: m.mail_report_waiting,
  danger: m.mail_report_danger,
  nobody: m.mail_report_nobody,
}

/** For an administrator. Must not name anybody. */
export function waitingMail(
  { brand, to, link }: { brand: string; to: string; link: string },
  what: Waiting,
): Mail {
  const subject = subjects[what]()
  return writeLetter({
    brand,
    to,
    subject,
    title: subject,
    lines: [lines[what]()],
    ...(what !== 'nobody' && { button: { label: m.mail_report_button(), link } }),
    otherwise: m.mail_report_otherwise({ brand }),
  })
}
