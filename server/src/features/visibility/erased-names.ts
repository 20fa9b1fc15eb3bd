/** What stands in the rows of the erased; readers see it in their own language. */
export const erasedNames = { caregiver: 'A caregiver', child: 'A child' } as const
