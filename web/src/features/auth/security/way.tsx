import type { ReactNode } from 'react'
import { Icon, type IconName } from '#ui/icon.tsx'

interface WayProps {
  icon: IconName
  name: string
  note: ReactNode
  /** Buttons for what can be done with it. */
  children?: ReactNode
}

/** One line in a card of /security. */
export function Way({ icon, name, note, children }: WayProps) {
  return (
    <li>
      <span className="well">
        <Icon name={icon} />
      </span>
      <span className="grow">
        <b>{name}</b>
        <small>{note}</small>
      </span>
      {children}
    </li>
  )
}
