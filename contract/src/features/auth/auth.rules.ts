import { m } from '../../messages.ts'

/** A password of at least this many characters has to meet no other rule. */
export const longEnough = 15

const unlessLong = (isMet: (password: string) => boolean) => (password: string) =>
  [...password].length >= longEnough || isMet(password)

/** The rules for passwords, in the order shown. */
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
    isMet: unlessLong((password) => /\p{Ll}/u.test(password)),
  },
  {
    name: 'uppercase',
    label: m.value_password_uppercase,
    prompt: m.prompt_password_uppercase,
    isMet: unlessLong((password) => /\p{Lu}/u.test(password)),
  },
  {
    name: 'number',
    label: m.value_password_number,
    prompt: m.prompt_password_number,
    isMet: unlessLong((password) => /\p{Nd}/u.test(password)),
  },
  {
    name: 'special',
    label: m.value_password_special,
    prompt: m.prompt_password_special,
    isMet: unlessLong((password) => /[^\p{L}\p{N}\s]/u.test(password)),
  },
] as const
