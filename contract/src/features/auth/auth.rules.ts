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
