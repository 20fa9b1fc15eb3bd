import type { Control } from '#ui/form/form-types.ts'

/** Returns the props that a required custom field passes to its control. */
export function requiredControl({ name, value, error, onChange }: Control) {
  return { name, value, error, onChange, isRequired: true }
}
