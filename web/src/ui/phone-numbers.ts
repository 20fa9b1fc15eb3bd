import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** The heavy part of the phone field, loaded by it on demand. */

export interface Country {
  code: string
  callingCode: string
  name: string
}

const codes: readonly CountryCode[] = getCountries()
const names = new Intl.DisplayNames('en', { type: 'region' })

export const countries: readonly Country[] = codes
  .map((code) => ({ code, callingCode: getCountryCallingCode(code), name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name))

const known = (country: string) => codes.find((code) => code === country)

/** A plus sign and digits, whatever was typed; empty where there is no digit. */
export function numberFrom(typed: string, country: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  if (typed.trim().startsWith('+')) return `+${digits}`
  const code = known(country)
  const parsed = code && parsePhoneNumberFromString(typed, code)
  // Only the library knows about trunk prefixes such as the 0 of Europe.
  return parsed?.number ?? `+${code ? getCountryCallingCode(code) : ''}${digits}`
}

/** `(510) 555-0142`: as it is written in its country, while it is typed. */
export function writtenIn(country: string, typed: string): string {
  const code = known(country)
  return code && !typed.trim().startsWith('+') ? new AsYouType(code).input(typed) : typed
}

/** What the two controls show for a number; `country` is null where no country has such a number. */
export function partsOf(number: string): { country: string | null; national: string } | null {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed?.isValid()) return null
  return { country: parsed.country ?? null, national: parsed.formatNational() }
}

export function isValidNumber(number: string): boolean {
  return parsePhoneNumberFromString(number)?.isValid() ?? false
}

/** `+1 510 555 0142` */
export function international(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}
