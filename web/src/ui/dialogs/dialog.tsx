import { lazyPart } from '#lib/offline/lazy-part.ts'
import type { DialogProps } from './sheet-dialog.tsx'
import { WhenOpen } from './when-open.tsx'

const load = () => import('./sheet-dialog.tsx')
const SheetDialog = lazyPart(load, (module) => module.SheetDialog)

/** A sheet on phones, and a centred card from 48 rem. The focus then returns to where it was. */
export function Dialog(props: DialogProps) {
  return (
    <WhenOpen isOpen={props.isOpen} load={load}>
      <SheetDialog {...props} />
    </WhenOpen>
  )
}
