import type { KnownChild } from '@tagalong/contract/features/children/children.admin.contract.ts'
import type { Child, VisibleChild } from '@tagalong/contract/features/children/children.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { VisibleChildRow } from '#features/visibility/children.db.ts'
import type { AnyChildRow } from './children.admin.db.ts'
import type { ChildRow } from './children.db.ts'

/** For a guardian of the child only, because it holds the hours. That guardian becomes its `caregiver`. */
export function presentOwnChild(row: ChildRow, { actor }: { actor: { caregiverId: string } }): Child {
  return {
    ...presentKnownChild(row, actor.caregiverId),
    availability: row.availability as Child['availability'],
    helpsFriends: row.helps_friends,
    version: row.version,
  }
}

/**
 * For administrators: without the hours.
 * @param caregiver the guardian through whom they found the child
 */
export function presentKnownChild(row: ChildRow, caregiver: string): KnownChild {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastNameInitial: row.last_name_initial,
    school: row.school,
    grade: row.grade,
    photo: row.photo,
    caregiver,
  }
}

export function presentAnyChild(row: AnyChildRow): KnownChild {
  return presentKnownChild(row, row.guardian_id)
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
