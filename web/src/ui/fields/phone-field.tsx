import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { Icon } from '#ui/icon.tsx'
import { Field, tied } from './field.tsx'

type Numbers = typeof import('./phone-numbers.ts')

const load = () => import('./phone-numbers.ts')
// The list and its flags are heavy too, and /login has no phone field.
const CountryPicker = lazyPart(
  () => import('./country-picker.tsx'),
  (module) => module.CountryPicker,
)

const home = { code: 'US', callingCode: '1', name: 'United States' }

/** Whether the number exists in its country; true where that can't be checked here: the server checks too. */
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

/** How all numbers of +1 are written. The plans of the others are a large file. */
const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/

/** `+1 510 555 0142` */
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
  /** The ring without the words, where another field's prompt is the one that shows. */
  isInvalid?: boolean
  /** Two-letter codes of the countries whose numbers are taken; all by default. */
  countries?: readonly string[] | undefined
  /** One that is not supported is ignored. */
  defaultCountry?: string | undefined
}

/** What the two controls show, and the value that it stands for. */
interface Held {
  code: string
  typed: string
  value: string
  /** Made before the library was here. */
  isRough?: boolean
}

/** Country and number apart; the value is always a plus sign and digits. */
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

  // A number in international form is shown by its country, as soon as it is whole and the library is here.
  const parts = held.typed.startsWith('+') ? numbers?.partsOf(held.value) : null
  // Somebody else gave the field another number.
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
    // Taking a character away must not put a bracket back.
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

/** In the picker's place until it is here. */
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

/** Until the library is here, numbers count as the home country's. */
function plainNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  return typed.trim().startsWith('+') ? `+${digits}` : `+${home.callingCode}${digits}`
}
