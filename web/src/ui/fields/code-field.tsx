import { useState } from 'react'
import { Field, type Own, useTied } from './field.tsx'
import './code-field.css'

type CodeFieldProps = Omit<Own<'input'>, 'onChange' | 'type' | 'value'> & {
  value: string
  onChange: (code: string) => void
  /** Once the last digit is there. */
  onWhole: (form: HTMLFormElement | null) => void
}

const places = ['1', '2', '3', '4', '5', '6'] as const

/** A box for each digit, drawn beneath the one input that takes them: so a pasted code and a filled-in one fit. */
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
          // It is written at its end: where else the caret is, nobody would see.
          onSelect={({ currentTarget: input }) => {
            const { selectionStart, selectionEnd } = input
            if (selectionStart === selectionEnd) input.setSelectionRange(value.length, value.length)
          }}
        />
      </div>
    </Field>
  )
}

/** The box that the next digit goes into; the last one once all are there. */
function nowIn(value: string, at: number, hasFocus: boolean): string | undefined {
  if (!hasFocus || at !== Math.min(value.length, places.length - 1)) return undefined
  return value.length < places.length ? 'codefield__now codefield__now--empty' : 'codefield__now'
}
