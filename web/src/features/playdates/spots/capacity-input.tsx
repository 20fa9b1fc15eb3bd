import { m } from '@tagalong/contract/messages.ts'
import { TextField } from '#ui/fields/field.tsx'

interface CapacityInputProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export function CapacityInput({ value, error, onChange }: CapacityInputProps) {
  return (
    <TextField
      label={m.spots_how_many()}
      hint={m.spots_how_many_hint()}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
