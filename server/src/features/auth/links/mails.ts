import { m } from '@tagalong/contract/messages.ts'
import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'

/** To a user who forgot their password. */
export function resetMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_reset_subject({ brand }),
    title: m.mail_reset_title(),
    lines: [m.mail_reset_asked({ brand }), m.mail_reset_once()],
    button: { label: m.common_reset_password(), link },
    otherwise: m.mail_reset_otherwise(),
  })
}

/** To the address that a user wants to use from now on. */
export function confirmEmailMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_confirm_subject({ brand }),
    title: m.mail_confirm_title(),
    lines: [m.mail_confirm_asked({ brand }), m.mail_confirm_once()],
    button: { label: m.common_confirm_email(), link },
    otherwise: m.mail_confirm_otherwise(),
  })
}

/** To the address that was the account's until now. */
export function undoEmailMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_undo_subject({ brand }),
    title: m.mail_undo_title(),
    lines: [m.mail_undo_gone({ brand }), m.mail_undo_how()],
    button: { label: m.mail_undo_button(), link },
    otherwise: m.mail_undo_otherwise(),
  })
}

/**
 * Like `undoEmailMail`, for a change by an administrator. Without a link: the reader of the old mailbox may be why the
 * address was changed.
 */
export function emailChangedMail(brand: string, to: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_undo_subject({ brand }),
    title: m.mail_undo_title(),
    lines: [m.mail_undo_gone({ brand })],
    otherwise: m.mail_undone_otherwise({ brand }),
  })
}

/** To the address that was the account's until an undo. Names no other address: the two may be different people's. */
export function emailUndoneMail(brand: string, to: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_undone_subject({ brand }),
    title: m.mail_undone_title(),
    lines: [m.mail_undone_told(), m.mail_undone_result({ brand })],
    otherwise: m.mail_undone_otherwise({ brand }),
  })
}

/** To an administrator who sets up the second step. */
export function codeMail(brand: string, to: string, code: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_code_subject({ brand }),
    title: m.mail_code_title(),
    lines: [m.mail_code_told({ brand, code }), m.mail_code_once()],
    otherwise: m.mail_code_otherwise(),
  })
}

/** To a user whom an administrator added. */
export function welcomeMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_welcome_subject({ brand }),
    title: m.mail_welcome_title({ brand }),
    lines: [m.mail_welcome_made({ brand }), m.mail_welcome_once()],
    button: { label: m.mail_welcome_button(), link },
    otherwise: m.mail_welcome_otherwise(),
  })
}

/**
 * What happened to an account, in the words of its notice. Leaves out the phone number: mail passes through many hands.
 */
export function securityMail(
  brand: string,
  to: string,
  { fact, lines, link }: { fact: string; lines: string[]; link: string },
): Mail {
  return writeLetter({
    brand,
    to,
    subject: m.mail_security_subject({ fact, brand }),
    title: fact,
    lines: [...lines, m.mail_security_fine()],
    button: { label: m.common_not_me(), link },
    otherwise: m.mail_security_otherwise(),
  })
}
