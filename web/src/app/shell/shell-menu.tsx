import { m } from '@tagalong/contract/messages.ts'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#lib/session/session.tsx'
import { Icon } from '#ui/icon.tsx'
import MenuIcon from '#ui/icons/menu.svg?react'
import './shell-menu.css'

/** Menu beside the avatar, for narrow windows without a rail: what has no place in the bar. Administrators only. */
export function ShellMenu() {
  const { user } = useSession()
  return user?.permissions.isAdmin ? <Menu /> : null
}

function Menu() {
  const listId = useId()
  const { pathname } = useLocation()
  const [openedAt, setOpenedAt] = useState<string>()
  const around = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Navigating to another page closes the menu.
  const isOpen = openedAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Node && !around.current?.contains(target)) setOpenedAt(undefined)
    }
    const typed = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpenedAt(undefined)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('keydown', typed)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('keydown', typed)
    }
  }, [isOpen])

  const closeOnLeave = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenedAt(undefined)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches the focus of what stands in it
    <div className="shellmenu" ref={around} onBlur={closeOnLeave}>
      <button
        className="iconbtn"
        ref={button}
        type="button"
        aria-label={m.app_menu()}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpenedAt(isOpen ? undefined : pathname)}
      >
        <MenuIcon className="icon" />
      </button>
      <ul id={listId} hidden={!isOpen}>
        <li>
          <Link to="/admin">
            <Icon name="shield" />
            {m.app_nav_admin()}
          </Link>
        </li>
        <li>
          <Link to="/logout">
            <Icon name="logout" />
            {m.common_log_out()}
          </Link>
        </li>
      </ul>
    </div>
  )
}
