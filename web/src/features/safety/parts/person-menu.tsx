import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { WhenOpen } from '#ui/dialogs/when-open.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PersonActionsProps } from './person-actions.tsx'

const load = () => import('./person-actions.tsx')
const PersonActions = lazyPart(load, (module) => module.PersonActions)

interface PersonMenuProps extends Omit<PersonActionsProps, 'onClose'> {
  /** What is pressed, where it isn't the three dots. */
  children?: ReactNode
  onOpenChange?: (isOpen: boolean) => void
}

/** What can be done about somebody: mute, report, block. */
export function PersonMenu({ children, onOpenChange, ...about }: PersonMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const setOpen = (next: boolean) => {
    setIsOpen(next)
    onOpenChange?.(next)
  }
  const { name, lastName } = about.person
  // Whoever is gone, or shut out, has no last name any more, and nothing can be done about them.
  if (!lastName) return children
  return (
    <>
      <button
        className={children ? undefined : 'iconbtn'}
        type="button"
        aria-haspopup="dialog"
        aria-label={m.safety_more_about({ name: `${name} ${lastName}` })}
        onClick={() => setOpen(true)}
      >
        {children ?? <Icon name="more" />}
      </button>
      <WhenOpen isOpen={isOpen} load={load}>
        <PersonActions {...about} onClose={() => setOpen(false)} />
      </WhenOpen>
    </>
  )
}
