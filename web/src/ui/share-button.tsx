import { m } from '@tagalong/contract/messages.ts'
import { Button, type ButtonSize } from './button.tsx'
import { Icon } from './icon.tsx'

interface ShareButtonProps {
  what: { title: string; text: string; url: string }
  /** Called once it was shared, but not if the user cancelled. */
  onShared?: () => void
  size?: ButtonSize
  wide?: boolean
  className?: string
}

/** Opens the system's share sheet. Shows nothing if the browser has none. */
export function ShareButton({ what, onShared, ...look }: ShareButtonProps) {
  if (!('share' in navigator)) return null
  const share = async () => {
    try {
      await navigator.share(what)
    } catch {
      // Closed without choosing, or already open: nothing was shared.
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
