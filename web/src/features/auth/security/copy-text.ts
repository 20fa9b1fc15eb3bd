import { m } from '@tagalong/contract/messages.ts'
import { showToast } from '#ui/toast.tsx'

/** Puts it on the clipboard, and shows whether that worked. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(copied)
  } catch {
    // Over plain http there is no clipboard.
    showToast(m.auth_copy_failed(), { problem: true })
  }
}
