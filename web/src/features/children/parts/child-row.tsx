import { childName, gradeText } from '@tagalong/contract/features/children/children.rules.ts'
import type { ReactNode } from 'react'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import '../children.css'

interface ChildRowProps {
  child: {
    _id: string
    firstName: string
    lastNameInitial: string
    school?: string | null | undefined
    grade?: string | null | undefined
    photo?: string | null | undefined
  }
  /** An additional line below school and grade. */
  note?: ReactNode
  actions?: ReactNode
  /** Content below, as wide as the row. */
  below?: ReactNode
}

/** A child in a list: face, name, school and grade. */
export function ChildRow({ child, note, actions, below }: ChildRowProps) {
  return (
    <li className="kid">
      <ChildAvatar child={child} size="3.25rem" />
      <span className="grow">
        <b>{childName(child)}</b>
        <small>
          {child.school}
          {child.school && child.grade && <br />}
          {child.grade && gradeText(child.grade)}
        </small>
        {note && <small>{note}</small>}
      </span>
      {actions}
      {below && <div className="kid__below">{below}</div>}
    </li>
  )
}
