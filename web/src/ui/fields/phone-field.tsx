import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { Icon } from '#ui/icon.tsx'
import { Field, tied } from './field.tsx'

type Numbers = typeof import('./phone-numbers.ts')

const load = () => import('./phone-numbers.ts')
// Loaded separately: the list and its flags are heavy too, and /login has no phone field.
const CountryPicker = lazyPart(
  () => import('./country-picker.tsx'),
  (module) => module.CountryPicker,
)

const home = { code: 'US', callingCode: '1', name: 'United States' }

/** True if the number exists in its country, or if that can't be checked here, since the server checks too. */
export async function isPhoneNumber(number: string, supported?: readonly string[]): Promise<boolean> {
  try {
    const { isValidNumber, countriesOf } = await load()
    return isValidNumber(countriesOf(supported), number)
  } catch {
    return true
  }
}

function useNumbers({ isWanted = true } = {}): Numbers | null {
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  useEffect(() => {
    if (isWanted) load().then(setNumbers, () => undefined)
  }, [isWanted])
  return numbers
}

/** All numbers of +1 have this format. Those of other countries need a large library. */
const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/

/** A phone number as `+1 510 555 0142`. */
export function PhoneNumber({ number }: { number: string }) {
  const isForeign = !northAmerican.test(number)
  const numbers = useNumbers({ isWanted: isForeign })
  if (!isForeign) return number.replace(northAmerican, '+1 $1 $2 $3')
  return numbers?.international(number) ?? number
}

interface PhoneFieldProps {
  label: ReactNode
  name: string
  /** A plus sign and digits, or empty. */
  value: string
  onChange: (number: string) => void
  onBlur?: () => void
  isRequired?: boolean
  error?: string | undefined
  hint?: ReactNode
  /** Shows the ring without a prompt, when another field's prompt is shown. */
  isInvalid?: boolean
  /** Two-letter codes of the countries whose numbers are accepted; all by default. */
  countries?: readonly string[] | undefined
  /** Ignored if it is not supported. */
  defaultCountry?: string | undefined
}

/** What the two controls show, and the value that it means. */
interface Held {
  code: string
  typed: string
  value: string
  /** True if the value was made before the library was loaded. */
  isRough?: boolean
}

/** A phone number in two controls, for country and number. The value is always a plus sign and digits, or empty. */
export function PhoneField({
  label,
  name,
  value,
  onChange,
  onBlur,
  isRequired,
  error,
  hint,
  isInvalid,
  countries: supported,
  defaultCountry = home.code,
}: PhoneFieldProps) {
  const id = useId()
  const numbers = useNumbers()
  const [held, setHeld] = useState<Held>({ code: defaultCountry, typed: value, value })
  const language = currentLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: their names and order are of a language
  const countries = useMemo(() => numbers?.countriesOf(supported) ?? [home], [numbers, supported, language])
  const country =
    countries.find(({ code }) => code === held.code) ??
    countries.find(({ code }) => code === home.code) ??
    countries[0] ??
    home

  // An international number is split by country, once it is complete and the library is loaded.
  const parts = held.typed.startsWith('+') ? numbers?.partsOf(held.value) : null
  // The value was changed from outside.
  if (held.value !== value) setHeld({ code: held.code, typed: value, value })
  else if (parts && countries.some(({ code }) => code === parts.country))
    setHeld({ code: parts.country, typed: parts.national, value })

  const isForeign = numbers !== null && value !== '' && !numbers.isOfOne(countries, value)
  const isDefaultMissing = numbers !== null && countries.every(({ code }) => code !== defaultCountry)
  useEffect(() => {
    if (isForeign || isDefaultMissing) console.error('Country not found')
  }, [isForeign, isDefaultMissing])

  const take = (typed: string, code: string) => {
    const number = numbers ? numbers.numberFrom(typed, code) : plainNumber(typed)
    // Deleting a character must not add a bracket again.
    const isShorter = typed.length < held.typed.length
    const shown = numbers && !isShorter ? numbers.writtenIn(code, typed) : typed
    setHeld({ code, typed: shown, value: number, isRough: numbers === null })
    onChange(number)
  }
  const takeAgain = useEffectEvent(() => take(held.typed, country.code))
  const isReady = numbers !== null && held.isRough === true
  useEffect(() => {
    if (isReady) takeAgain()
  }, [isReady])

  const problem = isForeign ? m.ui_country_not_supported() : error
  return (
    <Field id={id} label={label} isRequired={isRequired} error={problem} hint={hint}>
      <div className="joined">
        <Suspense fallback={<ClosedPicker callingCode={country.callingCode} />}>
          {numbers ? (
            <CountryPicker
              countries={countries}
              value={country.code}
              onChange={(code) => take(held.typed.startsWith('+') ? '' : held.typed, code)}
            />
          ) : (
            <ClosedPicker callingCode={country.callingCode} />
          )}
        </Suspense>
        <input
          {...tied(id, { isRequired, error: problem, isInvalid, hint }, undefined)}
          className="input"
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={held.typed}
          onChange={(event) => take(event.target.value, country.code)}
          onBlur={onBlur}
        />
      </div>
    </Field>
  )
}

/** Shown until the picker is loaded. */
function ClosedPicker({ callingCode }: { callingCode: string }) {
  return (
    <div className="select country" aria-hidden="true">
      <span className="input">
        <span className="flag" />+{callingCode}
      </span>
      <Icon name="down" />
    </div>
  )
}

/** Until the library is loaded, numbers are assumed to be of the home country. */
function plainNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  return typed.trim().startsWith('+') ? `+${digits}` : `+${home.callingCode}${digits}`
}
