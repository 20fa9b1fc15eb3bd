import { m } from '@tagalong/contract/messages.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { WhenOpen } from './when-open.tsx'

export interface NoticeDialogProps {
  title: string
  text: string
  isOpen: boolean
  onClose: () => void
}

const load = () => import('./small-dialog.tsx')
const SmallDialog = lazyPart(load, (module) => module.SmallDialog)

/** Says something that must be read, with one way on. */
export function NoticeDialog({ title, text, isOpen, onClose }: NoticeDialogProps) {
  return (
    <WhenOpen isOpen={isOpen} load={load}>
      <SmallDialog title={title} text={text} cancelLabel={m.common_ok()} isOpen onCancel={onClose} />
    </WhenOpen>
  )
}
