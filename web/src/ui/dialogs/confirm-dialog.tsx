import { lazyPart } from '#lib/offline/lazy-part.ts'
import type { SmallDialogProps } from './small-dialog.tsx'
import { WhenOpen } from './when-open.tsx'

const load = () => import('./small-dialog.tsx')
const SmallDialog = lazyPart(load, (module) => module.SmallDialog)

/** Asks before something that can't be undone, or says what must be read. Cancel comes first and has the focus. */
export function ConfirmDialog(props: SmallDialogProps) {
  return (
    <WhenOpen isOpen={props.isOpen} load={load}>
      <SmallDialog {...props} />
    </WhenOpen>
  )
}
