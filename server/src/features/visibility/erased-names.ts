/** What stands in the rows of the erased; readers see it in their own language. */
export const erasedNames = { caregiver: 'A caregiver', child: 'A child' } as const

/** Erased, or apart from whom the row was read for. */
export function isNameless({ name, last_name }: { name: string; last_name: string }): boolean {
  return name === erasedNames.caregiver && last_name === ''
}
