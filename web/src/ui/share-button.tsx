import { m } from '@tagalong/contract/messages.ts'
import { Button, type ButtonSize } from './button.tsx'
import { Icon } from './icon.tsx'

interface ShareButtonProps {
  what: { title: string; text: string; url: string }
  /** It went out; not where somebody thought better of it. */
  onShared?: () => void
  size?: ButtonSize
  wide?: boolean
  className?: string
}

/** The system's own sheet of apps to send something with. Nothing at all where the browser has none. */
export function ShareButton({ what, onShared, ...look }: ShareButtonProps) {
  if (!('share' in navigator)) return null
  const share = async () => {
    try {
      await navigator.share(what)
    } catch {
      // Closed without choosing, or already open: nothing was sent, and nothing is lost.
      return
    }
    onShared?.()
  }
  return (
    <Button {...look} onPress={() => void share()}>
      <Icon name="share" small />
      {m.common_share()}
    </Button>
  )
}
