import { useRef, useState } from 'react'
import { brand } from '#lib/brand.ts'
import PostArt from '#ui/art/scene-post.svg?react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { showToast } from '#ui/toast.tsx'

interface InviteLinkDialogProps {
  title: string
  text: string
  url: string
  cancelLabel?: string
  isCancelPending?: boolean
  problem?: string | undefined
  /** The link is on its way. */
  onSent: () => void
  onCancel: () => void
}

/** A link to hand over: copied, shared by the phone's own apps, or typed off where neither works. */
export function InviteLinkDialog({ url, onSent, ...dialog }: InviteLinkDialogProps) {
  const [isRefused, setRefused] = useState(false)
  const isDone = useRef(false)

  const done = () => {
    if (isDone.current) return
    isDone.current = true
    onSent()
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
    } catch {
      showToast('Failed to copy invite link. Please try again.', { problem: true })
      setRefused(true)
      return
    }
    if (!isDone.current)
      showToast('Invite link copied to clipboard. You can now send it via your messaging app.')
    done()
  }

  return (
    <ConfirmDialog {...dialog} art={<PostArt />} confirmLabel="Copy" isOpen onConfirm={copy}>
      <ShareButton
        wide
        what={{ title: brand, text: `Let’s arrange playdates on ${brand}`, url }}
        onShared={done}
      />
      {isRefused && (
        <div className="stack stack--close">
          <p className="small quiet">You can also copy it from here:</p>
          <p className="friend__link">{url}</p>
          <Button wide onPress={done}>
            I Have Copied It
          </Button>
        </div>
      )}
    </ConfirmDialog>
  )
}
