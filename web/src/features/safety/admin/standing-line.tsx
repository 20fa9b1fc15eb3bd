import { clockTime } from '@tagalong/contract/values/date-format.ts'
import type { ReactNode } from 'react'
import { useSession } from '#lib/session/session.tsx'
import { adminDate } from '#ui/data-table/columns.ts'
import { Icon } from '#ui/icon.tsx'
import './inbox.css'

interface StandingLineProps {
  standing: 'good' | 'suspended' | 'closed'
  /** For a pause, its end; null until lifted. For a closed account, when it is erased. */
  until: string | null
  /** A link to the decision or the user. */
  children?: ReactNode
}

/** Says that an account is paused or closed; nothing if it is good. */
export function StandingLine({ standing, until, children }: StandingLineProps) {
  const { timeZone } = useSession()
  if (standing === 'good') return null
  const time = until && `${adminDate(until, timeZone)}, ${clockTime(until, timeZone)}`
  const words =
    standing === 'closed' ? `closed, and erased on ${time}` : `paused until ${time ?? 'it is lifted'}`
  return (
    <p className="row row--close inbox__standing">
      <Icon name="alert" small />
      <span>
        Account: {words} {children}
      </span>
    </p>
  )
}
