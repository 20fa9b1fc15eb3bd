import { type ChangeEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

type Numbers = typeof import('./phone-numbers.ts')

const load = () => import('./phone-numbers.ts')
const home = { code: 'US', callingCode: '1', name: 'United States' }

/** Whether the number exists in its country; true where that can't be judged here: the server judges too. */
export async function isPhoneNumber(number: string): Promise<boolean> {
  try {
    return (await load()).isValidNumber(number)
  } catch {
    return true
  }
}

function useNumbers(): Numbers | null {
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  useEffect(() => {
    load().then(setNumbers, () => undefined)
  }, [])
  return numbers
}

/** `+1 510 555 0142` */
export function PhoneNumber({ number }: { number: string }) {
  return useNumbers()?.international(number) ?? number
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
  /** The ring without the words, where another field's prompt is the one that shows. */
  isInvalid?: boolean
  defaultCountry?: string
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
  isInvalid = false,
  defaultCountry = home.code,
}: PhoneFieldProps) {
  const id = useId()
  const numbers = useNumbers()
  const [chosen, setChosen] = useState(defaultCountry)
  const [typed, setTyped] = useState(value)
  const [isUnknown, setUnknown] = useState(false)

  const countries = numbers?.countries ?? [home]
  const country = countries.find(({ code }) => code === chosen) ?? home

  // A stored number comes before the library does.
  useEffect(() => {
    const parts = numbers?.partsOf(value)
    if (!parts || numbers?.numberFrom(typed, country.code) !== value || !typed.startsWith('+')) return
    if (parts.country) {
      setChosen(parts.country)
      setTyped(parts.national)
    }
  }, [numbers, value, typed, country.code])

  const type = (text: string, code: string) => {
    const number = numbers ? numbers.numberFrom(text, code) : plainNumber(text)
    const parts = numbers?.partsOf(number)
    const isSupported = !parts || parts.country !== null
    if (!isSupported) console.error('Country not found')
    setUnknown(!isSupported)
    // Taking a character away must not put a bracket back.
    const isShorter = text.length < typed.length
    setTyped(numbers && !isShorter ? numbers.writtenIn(code, text) : text)
    onChange(number)
  }

  const problem = isUnknown ? 'That country is not supported' : error
  return (
    <Field id={id} label={label} isRequired={isRequired} error={problem}>
      <div className="joined">
        <div className="select country">
          <select
            className="input"
            aria-label="Country"
            autoComplete="tel-country-code"
            value={country.code}
            onChange={(event: ChangeEvent<HTMLSelectElement>) => {
              setChosen(event.target.value)
              type(typed.startsWith('+') ? '' : typed, event.target.value)
            }}
          >
            {countries.map(({ code, callingCode, name: countryName }) => (
              <option key={code} value={code}>
                {countryName} +{callingCode}
              </option>
            ))}
          </select>
          <span className="input" aria-hidden="true">
            {country.code} +{country.callingCode}
          </span>
          <Icon name="down" />
        </div>
        <input
          id={id}
          className="input"
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={typed}
          aria-required={isRequired || undefined}
          aria-invalid={problem || isInvalid ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={(event) => type(event.target.value, country.code)}
          onBlur={onBlur}
        />
      </div>
    </Field>
  )
}

/** Until the library is here, numbers count as the home country's. */
function plainNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  return typed.trim().startsWith('+') ? `+${digits}` : `+${home.callingCode}${digits}`
}
