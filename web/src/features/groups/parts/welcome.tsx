import type { ReactNode } from 'react'
import GroupsArt from '#ui/art/empty-groups.svg?react'

/** The drawing and the only `h1` of a group's page. */
export function Welcome({ children }: { children: ReactNode }) {
  return (
    <header className="group__welcome">
      <GroupsArt />
      <h1 tabIndex={-1}>{children}</h1>
    </header>
  )
}
