import type { Control } from '#ui/form/form-types.ts'

/** What a required field of one's own hands on to what it renders. */
export function requiredControl({ name, value, error, onChange }: Control) {
  return { name, value, error, onChange, isRequired: true }
}
