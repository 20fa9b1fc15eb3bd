import { m } from '../../messages.ts'

export const grades = [
  'Preschool',
  'PK',
  'KG',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
] as const
export type Grade = (typeof grades)[number]

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

/** Keeps only the last letter typed, as an initial: `AB` gives `B`, `é` gives `É`, and `ß`, which has none, stays. */
export function lastInitial(typed: string): string {
  const letter = [...typed.trim().normalize('NFC')].at(-1) ?? ''
  // The same on every device: one set to Turkish would make `i` another letter.
  const capital = letter.toUpperCase()
  return [...capital].length > 1 ? letter : capital
}

/** One letter of any script, with its marks. */
export function isInitial(typed: string): boolean {
  return /^\p{L}\p{M}*$/u.test(typed.normalize('NFC'))
}

/** `Mia B` */
export function childName(child: { firstName: string; lastNameInitial: string }): string {
  return `${child.firstName} ${child.lastNameInitial}`.trim()
}
