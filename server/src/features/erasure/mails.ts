import { m } from '@tagalong/contract/messages.ts'
import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'

/** To a user who hasn't visited for almost two years. */
export function dormantMail({ brand, to, link }: { brand: string; to: string; link: string }): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_dormant_subject({ brand }),
    title: m.mail_dormant_title(),
    lines: [m.mail_dormant_why(), m.mail_dormant_what()],
    button: { label: m.mail_dormant_button(), link },
    otherwise: m.mail_dormant_otherwise(),
  })
}
