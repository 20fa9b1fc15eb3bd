import { lazy } from 'react'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import type { DialogProps } from './sheet-dialog.tsx'
import { WhenOpen } from './when-open.tsx'

const load = () => import('./sheet-dialog.tsx')
const SheetDialog = lazy(async () => ({ default: (await importWithRetry(load)).SheetDialog }))

/** A sheet on phones, a centred card from 48 rem. The focus returns to where it came from. */
export function Dialog(props: DialogProps) {
  return (
    <WhenOpen isOpen={props.isOpen} load={load}>
      <SheetDialog {...props} />
    </WhenOpen>
  )
}
