import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type BadgeKind =
  | 'invited'
  | 'pending'
  | 'confirmed'
  | 'accepted'
  | 'rejected'
  | 'completed'
  | 'blocked'
  | 'muted'
  | 'closed'

const icons = {
  invited: 'bell',
  pending: 'clock',
  confirmed: 'check',
  accepted: 'check',
  rejected: 'cross',
  completed: 'calendar',
  blocked: 'block',
  muted: 'mute',
  closed: 'check',
} satisfies Record<BadgeKind, IconName>

/** A status, shown by fill, icon and word, never by colour alone. */
export function Badge({
  kind,
  icon = icons[kind],
  children,
}: {
  kind: BadgeKind
  /** Replaces the status' icon with a more specific one. */
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={`badge badge--${kind}`}>
      <Icon name={icon} />
      {children}
    </span>
  )
}
