import type { ReactNode } from 'react'
import { SheetDialog } from './sheet-dialog.tsx'
import './side-panel.css'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A panel at the right edge, in full height; on phones a sheet. */
export function SidePanel(panel: SidePanelProps) {
  return <SheetDialog {...panel} isOpen isAtSide />
}
