import { lazy, Suspense } from 'react'
import { type Control as Library, useController } from 'react-hook-form'
import { patiently } from '#lib/offline/patiently.ts'
import { Check, Select, TextArea, TextField } from '#ui/fields/field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import type { FormField } from './form-types.ts'
import { errorAt } from './judge.ts'
import { inCase, inWords, type LabelCase } from './label-case.ts'

// React Aria's list is heavy, and few forms have one.
const SearchableSelect = lazy(async () => ({
  default: (await patiently(() => import('#ui/fields/searchable-select.tsx'))).SearchableSelect,
}))

interface FieldOfFormProps {
  field: FormField
  control: Library
  /** The one whose prompt is shown. */
  shown: string | undefined
  labelCase: LabelCase
  complain: (name: string, prompt: string) => void
}

/** One field, drawn by its type. */
export function FieldOfForm({ field, control, shown, labelCase, complain }: FieldOfFormProps) {
  const { name } = field
  const { field: held, formState } = useController({ name, control })
  const wrong = errorAt(formState.errors, name)
  const error = name === shown ? wrong?.message : undefined
  const label =
    typeof field.label === 'object' ? field.label : inCase(String(field.label ?? inWords(name)), labelCase)
  const common = {
    label,
    name,
    ref: held.ref,
    onBlur: held.onBlur,
    isRequired: field.isRequired,
    hint: field.hint,
    error,
    // All that is wrong has the ring, the first alone the words.
    isInvalid: wrong !== undefined,
  }
  const text = { ...common, value: String(held.value ?? ''), onChange: held.onChange }

  switch (field.type) {
    case 'custom':
      return field.render({
        name,
        value: held.value,
        error,
        onChange: held.onChange,
        onBlur: held.onBlur,
        complain: (prompt) => complain(name, prompt),
      })
    case 'checkbox':
      return <Check {...common} checked={held.value === true} onChange={held.onChange} />
    case 'toggle':
      return <Toggle {...common} checked={held.value === true} onChange={held.onChange} />
    case 'date':
      return <TextField {...text} type="date" max="9999-12-31" />
    case 'datetime-local':
      return (
        <TextField
          {...text}
          type="datetime-local"
          step={field.withSeconds ? 1 : 60}
          max="9999-12-31T23:59:59"
          onChange={(event) => held.onChange(toTheMinute(event.target.value, field.withSeconds))}
        />
      )
    case 'phone':
      return (
        <PhoneField
          label={label}
          name={name}
          isRequired={field.isRequired ?? false}
          value={text.value}
          error={error}
          hint={common.hint}
          isInvalid={common.isInvalid}
          countries={field.countries}
          defaultCountry={field.defaultCountry}
          onChange={held.onChange}
          onBlur={() => {
            held.onBlur()
            field.onBlur?.({ value: held.value, complain: (prompt) => complain(name, prompt) })
          }}
        />
      )
    case 'select':
      return <Select {...text} options={field.options} />
    case 'searchable-select': {
      const { ref, ...rest } = text
      return (
        <Suspense fallback={<TextField {...rest} value="" disabled />}>
          <SearchableSelect {...field} {...text} />
        </Suspense>
      )
    }
    default: {
      const { placeholder, autoComplete, inputMode, shape } = field
      const typed = {
        ...text,
        ...(placeholder !== undefined && { placeholder }),
        ...(autoComplete !== undefined && { autoComplete }),
        ...(inputMode !== undefined && { inputMode }),
        onChange: (event: { target: { value: string } }) =>
          held.onChange(shape ? shape(event.target.value) : event.target.value),
      }
      if (field.type === 'multi-line') return <TextArea {...typed} rows={field.rows ?? 4} />
      if (field.type === 'password') return <PasswordField {...typed} />
      return <TextField {...typed} type="text" />
    }
  }
}

/** Pasted or spoken seconds go, where they aren't asked for. */
function toTheMinute(time: string, withSeconds = false): string {
  return withSeconds ? time : time.slice(0, 'yyyy-mm-ddThh:mm'.length)
}
