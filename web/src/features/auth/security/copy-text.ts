import { m } from '@tagalong/contract/messages.ts'
import { showToast } from '#ui/toast.tsx'

/** Says whether it is on the clipboard. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(copied)
  } catch {
    // Over plain http there is no clipboard.
    showToast(m.auth_copy_failed(), { problem: true })
  }
}
