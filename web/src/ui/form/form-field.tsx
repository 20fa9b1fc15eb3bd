import { Suspense } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { Check, Select, TextArea, TextField } from '#ui/fields/field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { Toggle } from '#ui/fields/toggle.tsx'
import type { FormField } from './form-types.ts'
import { inCase, inWords, type LabelCase } from './label-case.ts'
import { valueAt } from './paths.ts'
import type { FieldsForm } from './use-fields.ts'

// Loaded separately: React Aria's list is heavy, and few forms have one.
const SearchableSelect = lazyPart(
  () => import('#ui/fields/searchable-select.tsx'),
  (module) => module.SearchableSelect,
)

interface FieldOfFormProps {
  field: FormField
  form: FieldsForm
  labelCase: LabelCase
}

/** Renders a field by its type. */
export function FieldOfForm({ field, form, labelCase }: FieldOfFormProps) {
  const { name } = field
  const value = valueAt(form.values, name)
  const onChange = (next: unknown) => form.set(name, next)
  const setError = (prompt: string) => form.setError(name, prompt)
  const label =
    typeof field.label === 'object' ? field.label : inCase(String(field.label ?? inWords(name)), labelCase)
  const common = {
    label,
    name,
    isRequired: field.isRequired,
    hint: field.hint,
    error: form.promptOf(name),
    // Every wrong field has the ring; only the first one shows its prompt.
    isInvalid: form.isWrong(name),
  }
  const typed = (event: { target: { value: string } }) => onChange(event.target.value)
  const checked = (event: { target: { checked: boolean } }) => onChange(event.target.checked)
  const text = { ...common, value: String(value ?? ''), onChange: typed }

  switch (field.type) {
    case 'custom':
      return field.render({ name, value, error: common.error, onChange, setError })
    case 'checkbox':
      return <Check {...common} checked={value === true} onChange={checked} />
    case 'toggle':
      return <Toggle {...common} checked={value === true} onChange={checked} />
    case 'date':
      return <TextField {...text} type="date" max="9999-12-31" />
    case 'datetime-local':
      return (
        <TextField
          {...text}
          type="datetime-local"
          step={field.withSeconds ? 1 : 60}
          max="9999-12-31T23:59:59"
          onChange={(event) => onChange(toTheMinute(event.target.value, field.withSeconds))}
        />
      )
    case 'phone':
      return (
        <PhoneField
          label={label}
          name={name}
          isRequired={field.isRequired ?? false}
          value={text.value}
          error={common.error}
          hint={common.hint}
          isInvalid={common.isInvalid}
          countries={field.countries}
          defaultCountry={field.defaultCountry}
          onChange={onChange}
          onBlur={() => field.onBlur?.({ value, setError: (prompt) => form.setError(name, prompt, value) })}
        />
      )
    case 'select':
      return <Select {...text} options={field.options} />
    case 'searchable-select':
      return (
        <Suspense fallback={<TextField {...text} value="" disabled />}>
          <SearchableSelect {...field} {...text} onChange={onChange} />
        </Suspense>
      )
    default: {
      const { placeholder, autoComplete, inputMode, shape } = field
      const input = {
        ...text,
        ...(placeholder !== undefined && { placeholder }),
        ...(autoComplete !== undefined && { autoComplete }),
        ...(inputMode !== undefined && { inputMode }),
        onChange: ({ target }: { target: { value: string } }) =>
          onChange(shape ? shape(target.value) : target.value),
      }
      if (field.type === 'multi-line') return <TextArea {...input} rows={field.rows ?? 4} />
      if (field.type === 'password') return <PasswordField {...input} />
      return <TextField {...input} type="text" />
    }
  }
}

/** Drops seconds that were pasted or spoken, unless they are wanted. */
function toTheMinute(time: string, withSeconds = false): string {
  return withSeconds ? time : time.slice(0, 'yyyy-mm-ddThh:mm'.length)
}
