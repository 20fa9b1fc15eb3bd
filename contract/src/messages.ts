import { getLocale, overwriteGetLocale } from '#messages/runtime.js'
import { type Language, languages } from './values/language.ts'

/** Every text that a caregiver reads, as a function: `m.auth_sign_in()`. They stand in contract/messages. */
export { m } from '#messages/messages.js'

/** In which language texts are now: a page's, or that of the request which is being answered. */
export const currentLanguage: () => Language = () => getLocale()

/** Says, once per page or process, where that is to be read. Until then it is English. */
export const readLanguageFrom: (read: () => Language) => void = overwriteGetLocale

/** A text that is put into words when it is shown, in the language of that moment. */
export type Text = () => string

/** True where somebody put that very text into words, in whatever language. */
export function isText(
  words: string,
  text: (inputs: object, options: { locale: Language }) => string,
): boolean {
  return languages.some((locale) => text({}, { locale }) === words)
}
