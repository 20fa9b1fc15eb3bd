import type { KnownChild } from '@tagalong/contract/features/children/children.admin.contract.ts'
import { Link } from 'react-router'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'

/** Lists children by photo or initial, name, school and grade. */
export function KnownChildren({ children }: { children: readonly KnownChild[] }) {
  if (children.length === 0) return <p className="quiet">No children</p>
  return (
    <ul className="stack">
      {children.map((child) => (
        <li className="row" key={child._id}>
          {child.photo ? (
            <ChildAvatar child={child} size="3.5rem" />
          ) : (
            <CaregiverAvatar caregiver={{ _id: child._id, name: child.firstName }} size="3.5rem" />
          )}
          <div className="grow">
            <b>
              <Link to={`/admin/child/${child._id}`}>
                {child.firstName} {child.lastNameInitial}
              </Link>
            </b>
            <p className="small quiet">School: {child.school || 'Not set'}</p>
            <p className="small quiet">Grade: {child.grade || 'Not set'}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
