import { lazy, Suspense, useEffect } from 'react'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'

export interface NoticeDialogProps {
  title: string
  text: string
  isOpen: boolean
  onClose: () => void
}

const load = () => import('./small-dialog.tsx')
const SmallDialog = lazy(async () => ({ default: (await importWithRetry(load)).SmallDialog }))

/** Says something that must be read, with one way on. */
export function NoticeDialog({ title, text, isOpen, onClose }: NoticeDialogProps) {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), 500)
    return () => clearTimeout(timer)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <SmallDialog title={title} text={text} cancelLabel="OK" isOpen onCancel={onClose} />
    </Suspense>
  )
}
