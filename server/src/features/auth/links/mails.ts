import { writeLetter } from '#integrations/letter.ts'
import type { Mail } from '#integrations/mailer.ts'

/** To whoever forgot a password. */
export function resetMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: `Choose a new password for ${brand}`,
    title: 'Choose a new password',
    lines: [
      `Somebody asked for a new password for your ${brand} account.`,
      'The button works once, within the next 60 minutes. Afterwards you sign in anew on all your devices.',
    ],
    button: { label: 'Reset Password', link },
    otherwise: 'If that was not you, there is nothing to do: your password stays as it is.',
  })
}

/** To the address that somebody wants to use from now on. */
export function confirmEmailMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: `Confirm your email address for ${brand}`,
    title: 'Is this your address?',
    lines: [
      `Somebody wants to use this address to sign in to ${brand}.`,
      'The button works once, within the next 60 minutes. Until then the old address stays.',
    ],
    button: { label: 'Confirm Email', link },
    otherwise: 'If that was not you, there is nothing to do.',
  })
}

/** To the address that was the account's until now. */
export function undoEmailMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: `Your email address for ${brand} was changed`,
    title: 'Your email address was changed',
    lines: [
      `You no longer sign in to ${brand} with this address.`,
      'If that was you, all is well. If not, the button leads to where you take it back. Every device is then signed out, and the password ends. It works for 7 days.',
    ],
    button: { label: 'Take It Back', link },
    otherwise: 'After that we mail you a link to choose a new password.',
  })
}

/** To the address that was the account's until an undo. It names no other: the two may be different people's. */
export function emailUndoneMail(brand: string, to: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: `You no longer sign in to ${brand} with this address`,
    title: 'The change of your email was taken back',
    lines: [
      'The address that your account had before was told of the change, and somebody took it back there.',
      `The account has that address again, so you no longer sign in to ${brand} with this one. All devices were signed out, and the old password no longer works.`,
    ],
    otherwise: `If that is not right, please ask an administrator of ${brand} for help.`,
  })
}

/** To somebody whom an administrator signed up. */
export function welcomeMail(brand: string, to: string, link: string): Mail {
  return writeLetter({
    brand,
    to,
    subject: `Choose your password for ${brand}`,
    title: `Welcome to ${brand}`,
    lines: [
      `An administrator made an account with this address for you at ${brand}.`,
      'The button works once, within the next 7 days. With the password that you choose you can sign in.',
    ],
    button: { label: 'Choose a Password', link },
    otherwise: 'If you did not expect this, there is nothing to do.',
  })
}
