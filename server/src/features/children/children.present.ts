import type { KnownChild } from '@tagalong/contract/features/children/children.admin.contract.ts'
import type { Child, VisibleChild } from '@tagalong/contract/features/children/children.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { VisibleChildRow } from '#features/visibility/children.db.ts'
import type { ChildRow } from './children.db.ts'

/** For the child's own caregiver only: it holds the hours. */
export function presentOwnChild(row: ChildRow): Child {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastNameInitial: row.last_name_initial,
    school: row.school,
    grade: row.grade,
    photo: row.photo,
    caregiver: row.caregiver_id,
    availability: row.availability as Child['availability'],
  }
}

/** For administrators: without the hours. */
export function presentKnownChild(row: ChildRow): KnownChild {
  const { availability: _hours, ...known } = presentOwnChild(row)
  return known
}

export function presentVisibleChild(row: VisibleChildRow): VisibleChild {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastNameInitial: row.last_name_initial,
    grade: row.grade,
    photo: row.photo,
    ...(row.school !== null && { school: row.school }),
    caregiver: presentName(row.caregiver),
  }
}
