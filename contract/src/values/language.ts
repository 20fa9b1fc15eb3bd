import { getLocale, overwriteGetLocale } from '#messages/runtime.js'

export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

/** The current language: the page's, or that of the request being answered. */
export const currentLanguage: () => Language = () => getLocale()

/** Sets, once per page or process, how the current language is read. Until then it is English. */
export const readLanguageFrom: (read: () => Language) => void = overwriteGetLocale

/** True if `words` is that text in any language. */
export function isText(
  words: string,
  text: (inputs: object, options: { locale: Language }) => string,
): boolean {
  return languages.some((locale) => text({}, { locale }) === words)
}
