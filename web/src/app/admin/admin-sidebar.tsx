import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Link, useLocation } from 'react-router'
import { WaitingCount } from '#features/safety/admin/waiting-count.tsx'
import { brand } from '#lib/brand.ts'
import { useBackCloses } from '#lib/navigation/back-closes.ts'
import { useFocusReturn } from '#lib/navigation/focus.ts'
import { useSession } from '#lib/session/session.tsx'
import Logo from '#ui/art/logo.svg?react'
import { Icon, type IconName } from '#ui/icon.tsx'
import { wantsProfile } from '../shell/wants-profile.ts'

interface Place {
  to: string
  icon: IconName
  label: string
  /** Shows how much is waiting there. */
  Count?: ComponentType
}

const places: Place[] = [
  { to: '/admin', icon: 'profile', label: 'Users' },
  { to: '/admin/groups', icon: 'school', label: 'Groups' },
  { to: '/admin/memberships', icon: 'link', label: 'Memberships' },
  { to: '/admin/caregivers', icon: 'people', label: 'Caregivers' },
  { to: '/admin/reports', icon: 'shield', label: 'Reports', Count: WaitingCount },
  { to: '/admin/notifications', icon: 'bell', label: 'Notifications' },
  { to: '/admin/crash-reports', icon: 'alert', label: 'Crash Reports' },
  { to: '/admin/audit-log', icon: 'clock', label: 'Audit Log' },
]

/** Shown beside the page on wide windows. */
export function AdminSidebar() {
  return (
    <aside className="admin__side">
      <Link className="logo" to="/admin" aria-label={brand}>
        <Logo />
      </Link>
      <Entries />
    </aside>
  )
}

/** Slides in over the page on narrow windows. */
export function AdminDrawer({ onClose }: { onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useBackCloses(onClose)
  useFocusReturn()
  useEffect(() => close.current?.focus(), [])
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className="drawer">
        <Dialog className="drawer__dialog" aria-label="Admin">
          <div className="row drawer__head">
            <span className="logo">
              <Logo />
            </span>
            <button
              className="iconbtn"
              type="button"
              aria-label="Close sidebar"
              ref={close}
              onClick={onClose}
            >
              <Icon name="cross" />
            </button>
          </div>
          <Entries />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Entries() {
  const { user, viewer } = useSession()
  const { pathname } = useLocation()
  return (
    <nav className="admin__nav" aria-label="Admin">
      <ul>
        {places.map(({ to, icon, label, Count }) => (
          <Entry key={to} to={to} icon={icon} isHere={pathname.replace(/\/$/, '').endsWith(to)}>
            {label}
            {Count && <Count />}
          </Entry>
        ))}
      </ul>
      <ul className="admin__ways">
        {viewer && (
          <Entry to="/" icon="home">
            Dashboard
          </Entry>
        )}
        {user && !viewer && (
          <Entry to="/onboarding" state={wantsProfile} icon="home">
            Set up a family profile
          </Entry>
        )}
        <Entry to="/logout" icon="logout">
          Logout
        </Entry>
      </ul>
    </nav>
  )
}

function Entry({
  to,
  state,
  icon,
  isHere = false,
  children,
}: {
  to: string
  state?: object
  icon: IconName
  isHere?: boolean
  children: ReactNode
}) {
  return (
    <li>
      <Link to={to} state={state} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        {children}
      </Link>
    </li>
  )
}
