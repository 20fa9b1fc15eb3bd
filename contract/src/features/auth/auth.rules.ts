import { m } from '../../messages.ts'
/** A password's rules in the order in which they are shown. */
export const passwordRules = [
  {
    name: 'length',
    label: m.value_password_length,
    prompt: m.prompt_password_length,
    isMet: (password: string) => [...password].length >= 8,
  },
  {
    name: 'lowercase',
    label: m.value_password_lowercase,
    prompt: m.prompt_password_lowercase,
    isMet: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    name: 'uppercase',
    label: m.value_password_uppercase,
    prompt: m.prompt_password_uppercase,
    isMet: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    name: 'number',
    label: m.value_password_number,
    prompt: m.prompt_password_number,
    isMet: (password: string) => /\p{Nd}/u.test(password),
  },
  {
    name: 'special',
    label: m.value_password_special,
    prompt: m.prompt_password_special,
    isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
  },
] as const

/** The exact prompts of the sign-in and sign-up forms. */
export const authPrompts = {
  emailReserved: m.prompt_auth_email_reserved,
  emailMissing: m.prompt_auth_email_missing,
  passwordMissing: m.prompt_auth_password_missing,
  passwordsDiffer: m.prompt_auth_passwords_differ,
  emailsDiffer: m.prompt_auth_emails_differ,
  linkGone: m.prompt_auth_link_gone,
  resetFailed: m.prompt_auth_reset_failed,
  inviteNeeded: m.prompt_auth_invite_needed,
  privacy: m.prompt_auth_privacy,
  tos: m.prompt_auth_tos,
  loginRefused: m.prompt_auth_login_refused,
  passwordWrong: m.prompt_auth_password_wrong,
  lastAdmin: m.prompt_auth_last_admin,
  emailTaken: m.prompt_auth_email_taken,
}
