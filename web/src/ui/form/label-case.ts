import { currentLanguage } from '@tagalong/contract/values/language.ts'

export type LabelCase = 'title' | 'sentence' | 'as-is'

const small = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
])

/**
 * Turns `last name initial` into `Last Name Initial`. Small words such as `with`, and existing capitals, stay as they
 * are. In Spanish titles, only the first word gets a capital.
 */
export function inCase(label: string, labelCase: LabelCase): string {
  if (labelCase === 'as-is') return label
  const isTitle = labelCase === 'title' && currentLanguage() === 'en'
  const words = label.split(/\s+/).filter(Boolean)
  return words
    .map((word, at) => {
      const isLifted = at === 0 || (isTitle && !small.has(word))
      return isLifted ? word.charAt(0).toUpperCase() + word.slice(1) : word
    })
    .join(' ')
}

/** Returns a field's name in words: `lastNameInitial` becomes `last name initial`. */
export function inWords(name: string): string {
  const last = name.split('.').at(-1) ?? name
  return last
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replace(/[_-]+/g, ' ')
    .trim()
}
