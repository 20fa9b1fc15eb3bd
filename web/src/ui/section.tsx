import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

interface SectionProps {
  title: string
  count?: number | undefined
  /** True if there are more than were counted. */
  hasMore?: boolean
  /** A remark beside the heading. */
  note?: string | undefined
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** A heading that shows and hides the content below it. */
export function Section({
  title,
  count,
  hasMore = false,
  note,
  isOpenAtFirst = true,
  children,
}: SectionProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details className="section" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        {count !== undefined && !(count === 0 && hasMore) && (
          <span className="count">
            {count}
            {hasMore && '+'}
          </span>
        )}
        {note && <span className="section__note">{note}</span>}
        <Icon name="down" className="chev" />
      </summary>
      {children}
    </details>
  )
}
