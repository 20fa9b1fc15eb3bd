import { lazy, Suspense, useEffect } from 'react'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import type { DialogProps } from './sheet-dialog.tsx'

// The focus trap of React Aria is heavy: it arrives with the first dialog, not with the screen.
const load = () => import('./sheet-dialog.tsx')
const SheetDialog = lazy(async () => ({ default: (await importWithRetry(load)).SheetDialog }))

/** A sheet on phones, a centred card from 48 rem. The focus returns to where it came from. */
export function Dialog(props: DialogProps) {
  // Fetched in a quiet moment, so that it opens at once, and also while the server is away.
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), 500)
    return () => clearTimeout(timer)
  }, [])
  if (!props.isOpen) return null
  return (
    <Suspense>
      <SheetDialog {...props} />
    </Suspense>
  )
}
