import { m } from '@tagalong/contract/messages.ts'
import type { CSSProperties } from 'react'
import Mark from './art/logo-mark.svg?react'

/** The mark, hopping; 96 px by default. */
export function Spinner({ size, label = m.common_loading() }: { size?: string; label?: string }) {
  return (
    <div className="waiting" role="status">
      <Mark className="spinner" style={size ? ({ '--size': size } as CSSProperties) : undefined} />
      <span className="sr">{label}</span>
    </div>
  )
}
