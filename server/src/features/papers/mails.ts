import { m } from '@tagalong/contract/messages.ts'
import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'

/** @param letter `changes`: what is new, a line each */
export function papersMail(letter: {
  brand: string
  to: string
  date: string
  changes: string[]
  link: string
}): Mail {
  const { brand, to, date, changes, link } = letter
  return writeLetter({
    brand,
    to,
    subject: m.mail_papers_subject({ brand, date }),
    title: m.mail_papers_title({ date }),
    lines: [m.mail_papers_what(), ...changes, m.mail_papers_nothing_to_do()],
    button: { label: m.mail_papers_button(), link },
    otherwise: m.mail_papers_otherwise(),
  })
}
