/** The names stored in rows of the erased; each reader sees them in their own language. */
export const erasedNames = { caregiver: 'A caregiver', child: 'A child' } as const

/** True if the caregiver is erased, or apart from the caregiver the row was read for. */
export function isNameless({ name, last_name }: { name: string; last_name: string }): boolean {
  return name === erasedNames.caregiver && last_name === ''
}
