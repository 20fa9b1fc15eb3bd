import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { useSession } from '#lib/session/session.tsx'
import { useFetchedAhead, WhenOpen } from '#ui/dialogs/when-open.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PersonActionsProps } from './person-actions.tsx'

const load = () => import('./person-actions.tsx')
const PersonActions = lazyPart(load, (module) => module.PersonActions)

type Opened = Omit<PersonActionsProps, 'onClose'>

interface PersonMenuProps extends Omit<Opened, 'isNameless'> {
  /** What is pressed, where it isn't the three dots. */
  children?: ReactNode
}

/** Set by the shell. */
let open: (about: Opened) => void = () => undefined

/** What can be done about somebody: mute, report, block. */
export function PersonMenu({ children, ...about }: PersonMenuProps) {
  useFetchedAhead(load)
  const { name, lastName } = about.person
  // Of whoever is gone, or shut out, only what they wrote can still be reported.
  const isNameless = name === m.value_another_family() && lastName === ''
  if (isNameless && !about.things?.length) return children
  return (
    <button
      className={children ? undefined : 'iconbtn'}
      type="button"
      aria-haspopup="dialog"
      aria-label={m.safety_more_about({ name: `${name} ${lastName}`.trim() })}
      onClick={() => open({ ...about, isNameless })}
    >
      {children ?? <Icon name="more" />}
    </button>
  )
}

/** Place it once, outside of the pages: what is written in a report must not go with the row that it is about. */
export function PersonSheet() {
  return <SheetOfPage key={useLocation().pathname} />
}

function SheetOfPage() {
  const userId = useSession().user?._id
  const [opened, setOpened] = useState<{ about: Opened; by: string | undefined }>()
  useEffect(() => {
    open = (about) => setOpened({ about, by: userId })
  }, [userId])
  // It isn't for somebody else who has signed in meanwhile.
  if (!opened || (userId && userId !== opened.by)) return null
  return (
    <WhenOpen isOpen load={load}>
      <PersonActions {...opened.about} onClose={() => setOpened(undefined)} />
    </WhenOpen>
  )
}
