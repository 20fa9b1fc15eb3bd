import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import { type Grade, grades } from '@tagalong/contract/features/children/children.rules.ts'
import type { Availability } from '@tagalong/contract/values/availability.ts'

/** What the form's inputs hold. */
export interface ChildValues {
  firstName: string
  lastNameInitial: string
  school: string
  /** Null if unknown. */
  grade: Grade | null
  /** The key of the file; null if there is none. */
  photo: string | null
  availability: Availability
  helpsFriends: boolean
}

export const noValues: ChildValues = {
  firstName: '',
  lastNameInitial: '',
  school: '',
  grade: null,
  photo: null,
  availability: [],
  helpsFriends: true,
}

/** Returns the form's values for a child as stored or as entered before. */
export function valuesOf(
  child: Omit<ChildFields, 'grade'> & { grade?: string | null | undefined },
): ChildValues {
  return {
    firstName: child.firstName,
    lastNameInitial: child.lastNameInitial,
    school: child.school ?? '',
    grade: grades.find((each) => each === child.grade) ?? null,
    photo: child.photo ?? null,
    availability: child.availability ?? [],
    helpsFriends: child.helpsFriends ?? true,
  }
}

/** Replaces empty fields by null. */
export function sentFields({ school, grade, availability, ...rest }: ChildFields): ChildFields {
  return {
    ...rest,
    school: school || null,
    grade: grade ?? null,
    availability: availability && availability.length > 0 ? availability : null,
  }
}
