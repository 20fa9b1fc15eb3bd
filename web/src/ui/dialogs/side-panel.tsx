import type { ReactNode } from 'react'
import { SheetDialog } from './sheet-dialog.tsx'
import './side-panel.css'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** From the right, in full height; a sheet on phones. */
export function SidePanel(panel: SidePanelProps) {
  return <SheetDialog {...panel} isOpen isAtSide />
}
