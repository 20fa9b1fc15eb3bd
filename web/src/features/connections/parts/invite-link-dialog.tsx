import { m } from '@tagalong/contract/messages.ts'
import { useRef, useState } from 'react'
import { brand } from '#lib/brand.ts'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { showToast } from '#ui/toast.tsx'
import '#ui/styles/by-hand.css'

interface InviteLinkDialogProps {
  title: string
  text: string
  url: string
  cancelLabel?: string
  isCancelPending?: boolean
  problem?: string | undefined
  /** Called once the link was copied or shared. */
  onSent: () => void
  onCancel: () => void
}

/** Offers a link to share: by copying, by the phone's own apps, or by typing it off if neither works. */
export function InviteLinkDialog({ url, onSent, ...dialog }: InviteLinkDialogProps) {
  const [isRefused, setRefused] = useState(false)
  const isDone = useRef(false)

  const done = () => {
    if (isDone.current) return
    isDone.current = true
    onSent()
  }
  const copy = async () => {
    if (!(await copyText(url, m.connections_copy_failed()))) return setRefused(true)
    if (!isDone.current) showToast(m.connections_link_copied())
    done()
  }

  return (
    <ConfirmDialog {...dialog} art={<PostArt />} confirmLabel={m.common_copy()} isOpen onConfirm={copy}>
      <ShareButton
        wide
        what={{ title: brand, text: m.connections_share_text({ brand }), url }}
        onShared={done}
      />
      {isRefused && (
        <div className="stack stack--close">
          <p className="small quiet">{m.common_copy_by_hand()}</p>
          <p className="byhand">{url}</p>
          <Button wide onPress={done}>
            {m.connections_copied_by_hand()}
          </Button>
        </div>
      )}
    </ConfirmDialog>
  )
}
