import { m } from '@tagalong/contract/messages.ts'
import { showToast } from './toast.tsx'

/** Puts it on the clipboard. Where that can't be, `problem` is shown. */
export async function copyText(text: string, problem = m.common_copy_failed()): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Over plain http there is no clipboard.
    showToast(problem, { problem: true })
    return false
  }
}
