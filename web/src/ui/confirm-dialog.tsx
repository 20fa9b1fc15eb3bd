import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { patiently } from '#lib/patiently.ts'

export interface SmallDialogProps {
  title?: string
  text?: string
  confirmLabel?: string
  cancelLabel?: string
  isOpen: boolean
  isPending?: boolean
  isCancelPending?: boolean
  /** Without it there is only one button. */
  onConfirm?: () => void
  onCancel: () => void
  /** Whom it concerns: a face or an initial. */
  about?: ReactNode
  /** A drawing above, on a tint; then everything is centred. */
  art?: ReactNode
  /** What went wrong when confirming. */
  problem?: string | undefined
  /** Stands above the buttons. */
  children?: ReactNode
}

export type ConfirmDialogProps = SmallDialogProps & { onConfirm: () => void }

const load = () => import('./small-dialog.tsx')
const SmallDialog = lazy(async () => ({ default: (await patiently(load)).SmallDialog }))

/** Asks before something is undone for good. Cancel stands first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Fetched in a quiet moment, so that it opens at once, and also while the server is away.
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), 500)
    return () => clearTimeout(timer)
  }, [])
  if (!props.isOpen) return null
  return (
    <Suspense>
      <SmallDialog {...props} />
    </Suspense>
  )
}
