import type { Control } from '#ui/form/form-types.ts'

/** What a required field of one's own hands on to what it renders. */
export function requiredControl({ name, error, onChange }: Control) {
  return { name, error, onChange, isRequired: true }
}
