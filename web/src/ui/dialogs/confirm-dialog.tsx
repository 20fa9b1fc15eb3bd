import { lazyPart } from '#lib/offline/lazy-part.ts'
import type { SmallDialogProps } from './small-dialog.tsx'
import { WhenOpen } from './when-open.tsx'

export type ConfirmDialogProps = SmallDialogProps & ({ onConfirm: () => void } | { formId: string })

const load = () => import('./small-dialog.tsx')
const SmallDialog = lazyPart(load, (module) => module.SmallDialog)

/** Asks before something is undone for good. Cancel stands first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <WhenOpen isOpen={props.isOpen} load={load}>
      <SmallDialog {...props} />
    </WhenOpen>
  )
}
