import { currentLanguage, type Language } from '@tagalong/contract/values/language.ts'
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** The heavy part of the phone field, loaded on demand. It validates by the same numbering plans as the server. */

export interface Country {
  /** ISO 3166, two letters. */
  code: string
  callingCode: string
  name: string
}

const codes: readonly CountryCode[] = getCountries()
const byLanguage = new Map<Language, readonly Country[]>()

function everyCountry(): readonly Country[] {
  const language = currentLanguage()
  const known = byLanguage.get(language)
  if (known) return known
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const made = codes
    .map((code) => ({ code, callingCode: getCountryCallingCode(code), name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
  byLanguage.set(language, made)
  return made
}

/** Returns the countries of the list, or all, sorted by name. Unknown codes are left out. */
export function countriesOf(supported: readonly string[] | undefined): readonly Country[] {
  return supported ? everyCountry().filter(({ code }) => supported.includes(code)) : everyCountry()
}

const known = (country: string) => codes.find((code) => code === country)

/** Returns a plus sign and digits for whatever was typed; empty if there is no digit. */
export function numberFrom(typed: string, country: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  if (typed.trim().startsWith('+')) return `+${digits}`
  const code = known(country)
  const parsed = code && parsePhoneNumberFromString(typed, code)
  // Only the library knows trunk prefixes, such as the 0 in Europe.
  return parsed?.number ?? `+${code ? getCountryCallingCode(code) : ''}${digits}`
}

/** `(510) 555-0142`: the country's format, while the number is being typed. */
export function writtenIn(country: string, typed: string): string {
  const code = known(country)
  return code && !typed.trim().startsWith('+') ? new AsYouType(code).input(typed) : typed
}

/** Returns what the two controls show for a complete number; null if no country has such a number. */
export function partsOf(number: string): { country: string; national: string } | null {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.country && parsed.isValid()
    ? { country: parsed.country, national: parsed.formatNational() }
    : null
}

/** False once it is clear that the number, complete or not, belongs to none of these countries. */
export function isOfOne(countries: readonly Country[], number: string): boolean {
  const digits = number.replace(/\D/g, '')
  const parsed = parsePhoneNumberFromString(number)
  if (parsed?.country && parsed.isValid()) return countries.some(({ code }) => code === parsed.country)
  return countries.some(({ callingCode }) => digits.startsWith(callingCode) || callingCode.startsWith(digits))
}

/** True if the number exists in one of these countries. */
export function isValidNumber(countries: readonly Country[], number: string): boolean {
  const country = partsOf(number)?.country
  return countries.some(({ code }) => code === country)
}

/** `+1 510 555 0142` */
export function international(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}
