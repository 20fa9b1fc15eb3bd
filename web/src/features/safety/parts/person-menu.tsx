import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { WhenOpen } from '#ui/dialogs/when-open.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PersonActionsProps } from './person-actions.tsx'

const load = () => import('./person-actions.tsx')
const PersonActions = lazyPart(load, (module) => module.PersonActions)

interface PersonMenuProps extends Omit<PersonActionsProps, 'onClose' | 'isNameless'> {
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
  // Of whoever is gone, or shut out, only what they wrote can still be reported.
  const isNameless = name === m.value_another_family() && lastName === ''
  if (isNameless && !about.things?.length) return children
  return (
    <>
      <button
        className={children ? undefined : 'iconbtn'}
        type="button"
        aria-haspopup="dialog"
        aria-label={m.safety_more_about({ name: `${name} ${lastName}`.trim() })}
        onClick={() => setOpen(true)}
      >
        {children ?? <Icon name="more" />}
      </button>
      <WhenOpen isOpen={isOpen} load={load}>
        <PersonActions {...about} isNameless={isNameless} onClose={() => setOpen(false)} />
      </WhenOpen>
    </>
  )
}
