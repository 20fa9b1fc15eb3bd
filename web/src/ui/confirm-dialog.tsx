import { lazy, type ReactNode, Suspense } from 'react'

export interface ConfirmDialogProps {
  title?: string
  text?: string
  confirmLabel?: string
  cancelLabel?: string
  isOpen: boolean
  isPending?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Whom it concerns: a face or an initial. */
  about?: ReactNode
  /** A drawing above, on a tint; then everything is centred. */
  art?: ReactNode
  /** What went wrong when confirming. */
  problem?: string | undefined
}

const SmallDialog = lazy(async () => ({ default: (await import('./small-dialog.tsx')).SmallDialog }))

/** Asks before something is undone for good. Cancel stands first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <SmallDialog {...props} />
    </Suspense>
  )
}
