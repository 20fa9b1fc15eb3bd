import { getLocale, overwriteGetLocale } from '#messages/runtime.js'

export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

/** In which language texts are now: a page's, or that of the request which is being answered. */
export const currentLanguage: () => Language = () => getLocale()

/** Says, once per page or process, where that is to be read. Until then it is English. */
export const readLanguageFrom: (read: () => Language) => void = overwriteGetLocale

/** True where somebody put that very text into words, in whatever language. */
export function isText(
  words: string,
  text: (inputs: object, options: { locale: Language }) => string,
): boolean {
  return languages.some((locale) => text({}, { locale }) === words)
}
