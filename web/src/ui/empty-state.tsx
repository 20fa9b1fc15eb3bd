import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** A drawing, for example `<EmptyPlaydates />` from `#ui/art/empty-playdates.svg?react`. */
  art: ReactNode
  text: string
  note?: ReactNode
  action?: ReactNode
}

export function EmptyState({ art, text, note, action }: EmptyStateProps) {
  return (
    <div className="empty">
      {art}
      <p className="display">{text}</p>
      {note && <p className="quiet">{note}</p>}
      {action}
    </div>
  )
}
