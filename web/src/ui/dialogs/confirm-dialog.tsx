import { lazy, Suspense, useEffect } from 'react'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import type { SmallDialogProps } from './small-dialog.tsx'

export type ConfirmDialogProps = SmallDialogProps & { onConfirm: () => void }

const load = () => import('./small-dialog.tsx')
const SmallDialog = lazy(async () => ({ default: (await importWithRetry(load)).SmallDialog }))

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
