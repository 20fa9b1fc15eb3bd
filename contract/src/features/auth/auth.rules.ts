/** A password's rules in the order in which they are shown. */
export const passwordRules = [
  {
    name: 'length',
    label: '8 characters or more',
    prompt: 'Passwords should be at least 8 characters',
    isMet: (password: string) => [...password].length >= 8,
  },
  {
    name: 'lowercase',
    label: 'a lowercase letter',
    prompt: 'Passwords should contain a lowercase letter',
    isMet: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    name: 'uppercase',
    label: 'an uppercase letter',
    prompt: 'Passwords should contain an uppercase letter',
    isMet: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    name: 'number',
    label: 'a number',
    prompt: 'Passwords should contain a number',
    isMet: (password: string) => /\p{Nd}/u.test(password),
  },
  {
    name: 'special',
    label: 'a special character',
    prompt: 'Passwords should contain a special character',
    isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
  },
] as const

/** The exact prompts of the sign-in and sign-up forms. */
export const authPrompts = {
  emailReserved: 'Please use an email address at which you get mail',
  emailMissing: 'Please provide your email address',
  passwordMissing: 'Please provide your password',
  passwordsDiffer: 'Passwords do not match',
  emailsDiffer: 'The email addresses do not match',
  linkGone: 'This link has been used or is too old. Please ask for a new one.',
  resetFailed: 'Failed to reset password. Please try again or contact us for help.',
  inviteNeeded: 'Registration is by invite only. Please ask a friend or your school for an invite link.',
  privacy: 'You must accept the privacy policy',
  tos: 'You must accept the terms of service',
  loginRefused: 'Login unsuccessful, please check your details and try again.',
  passwordWrong: 'That is not your password. Please try again.',
  lastAdmin: 'You are the last administrator. Please make somebody else one first.',
  emailTaken: 'An account with this email address already exists. Please sign in.',
} as const
