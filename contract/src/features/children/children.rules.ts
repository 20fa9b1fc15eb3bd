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

/** `2`, `PK`: the grade as shown in a list of grades. */
export function gradeName(grade: string): string {
  return grade in named ? named[grade as keyof typeof named]() : grade
}

/** `Grade 2`; `PK` and the like are left as they are. */
export function gradeText(grade: string): string {
  return /^\d+$/.test(grade) ? m.children_grade_number({ grade }) : gradeName(grade)
}

/** Returns the last letter typed as a capital: `B` for `AB`, `É` for `é`. `ß`, which has no single capital, stays. */
export function lastInitial(typed: string): string {
  const letter = [...typed.trim().normalize('NFC')].at(-1) ?? ''
  // Not by locale: a device set to Turkish would capitalise `i` differently.
  const capital = letter.toUpperCase()
  return [...capital].length > 1 ? letter : capital
}

/** True for one letter of any script, with its marks. */
export function isInitial(typed: string): boolean {
  return /^\p{L}\p{M}*$/u.test(typed.normalize('NFC'))
}

/** `Mia B` */
export function childName(child: { firstName: string; lastNameInitial: string }): string {
  return `${child.firstName} ${child.lastNameInitial}`.trim()
}
