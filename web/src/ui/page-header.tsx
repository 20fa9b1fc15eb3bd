import { m } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  /** Where the arrow before the title leads. */
  back?: string | undefined
  actions?: ReactNode
}

/** The one `h1` of a screen. It gets the focus when the screen opens. */
export function PageHeader({ title, subtitle, back, actions }: PageHeaderProps) {
  return (
    <header className="page">
      {back && (
        <Link className="iconbtn iconbtn--paper back" to={back} aria-label={m.common_back()}>
          <Icon name="left" />
        </Link>
      )}
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {actions && <div className="page__actions">{actions}</div>}
    </header>
  )
}
