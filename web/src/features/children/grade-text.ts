import type { Grade } from '@tagalong/contract/features/children/children.rules.ts'
import { m } from '@tagalong/contract/messages.ts'

const named = {
  Preschool: m.children_grade_preschool,
  PK: m.children_grade_pk,
  KG: m.children_grade_kg,
} as const satisfies Partial<Record<Grade, () => string>>

/** `2`, `PK`: where it stands among grades. */
export function gradeName(grade: string): string {
  return grade in named ? named[grade as keyof typeof named]() : grade
}

/** `Grade 2`; `PK` and the like speak for themselves. */
export function gradeText(grade: string): string {
  return /^\d+$/.test(grade) ? m.children_grade_number({ grade }) : gradeName(grade)
}
