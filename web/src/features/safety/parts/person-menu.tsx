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
  /** The content of the button, instead of the three dots. */
  children?: ReactNode
}

/** Set by `PersonSheet`. */
let open: (about: Opened) => void = () => undefined

/** The button that opens the actions about a person: mute, report, block. */
export function PersonMenu({ children, ...about }: PersonMenuProps) {
  useFetchedAhead(load)
  const { name, lastName } = about.person
  // The person's account is gone or shut out, so only their content can still be reported.
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

/** Render it once, outside the pages: a report being written must not vanish with the row that it is about. */
export function PersonSheet() {
  return <SheetOfPage key={useLocation().pathname} />
}

function SheetOfPage() {
  const userId = useSession().user?._id
  const [opened, setOpened] = useState<{ about: Opened; by: string | undefined }>()
  useEffect(() => {
    open = (about) => setOpened({ about, by: userId })
  }, [userId])
  // Not shown to another user who has signed in meanwhile.
  if (!opened || (userId && userId !== opened.by)) return null
  return (
    <WhenOpen isOpen load={load}>
      <PersonActions {...opened.about} onClose={() => setOpened(undefined)} />
    </WhenOpen>
  )
}
