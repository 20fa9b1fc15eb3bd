import { m } from '@tagalong/contract/messages.ts'
import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'

/** The receiver of a mail, and where its button leads. */
export interface Reader {
  brand: string
  to: string
  link: string
}

const button = (link: string) => ({ label: m.common_my_membership(), link })

/** @param subject what the notice says */
export function membershipEndsMail({ brand, to, link }: Reader, subject: string): Mail {
  return writeLetter({
    brand,
    to,
    subject,
    title: subject,
    lines: [m.mail_ends_until(), m.mail_ends_go_on()],
    button: button(link),
    otherwise: m.mail_ends_otherwise(),
  })
}

/** The provider retries for a while. */
export function paymentFailsMail({ brand, to, link }: Reader, subject: string): Mail {
  return writeLetter({
    brand,
    to,
    subject,
    title: m.mail_fails_title(),
    lines: [m.mail_fails_until(), m.mail_fails_again()],
    button: button(link),
    otherwise: m.mail_fails_otherwise(),
  })
}
