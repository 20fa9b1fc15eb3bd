import type { ReactNode } from 'react'
import '../auth.css'

/** Sky, hills and one drawing on top. The children must have the class `welcome__form`. */
export function SceneFrame({
  art,
  isFlying = false,
  children,
}: {
  art: ReactNode
  /** If set, the drawing hangs in the sky instead of standing on the hill. */
  isFlying?: boolean
  children: ReactNode
}) {
  const scene = ['welcome__scene', 'welcome__scene--prop', isFlying && 'welcome__scene--fly']
  return (
    <div className="welcome welcome--short welcome--prop">
      <div className={scene.filter(Boolean).join(' ')}>{art}</div>
      {children}
    </div>
  )
}
