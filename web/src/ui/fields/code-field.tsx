import { useState } from 'react'
import { Field, type Own, useTied } from './field.tsx'
import './code-field.css'

type CodeFieldProps = Omit<Own<'input'>, 'onChange' | 'type' | 'value'> & {
  value: string
  onChange: (code: string) => void
  /** Called when the last digit is entered. */
  onWhole: (form: HTMLFormElement | null) => void
}

const places = ['1', '2', '3', '4', '5', '6'] as const

/** A box for each digit, drawn below the one input that takes them, so that a code can be pasted or filled in. */
export function CodeField({ onChange, onWhole, ...props }: CodeFieldProps) {
  const { field, control } = useTied(props)
  const [hasFocus, setFocus] = useState(false)
  const { value } = props
  const take = (input: HTMLInputElement) => {
    const code = input.value.replace(/\D/g, '').slice(0, places.length)
    onChange(code)
    if (code.length === places.length && code !== value) onWhole(input.form)
  }
  return (
    <Field {...field}>
      <div className="codefield" data-invalid={control['aria-invalid']}>
        {places.map((place, at) => (
          <i key={place} aria-hidden="true" className={nowIn(value, at, hasFocus)}>
            {value[at]}
          </i>
        ))}
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={({ target }) => take(target)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          // Digits are added at the end, since a caret anywhere else would be invisible.
          onSelect={({ currentTarget: input }) => {
            const { selectionStart, selectionEnd } = input
            if (selectionStart === selectionEnd) input.setSelectionRange(value.length, value.length)
          }}
        />
      </div>
    </Field>
  )
}

/** Returns the class of the box for the next digit, which is the last one when all are entered. */
function nowIn(value: string, at: number, hasFocus: boolean): string | undefined {
  if (!hasFocus || at !== Math.min(value.length, places.length - 1)) return undefined
  return value.length < places.length ? 'codefield__now codefield__now--empty' : 'codefield__now'
}
