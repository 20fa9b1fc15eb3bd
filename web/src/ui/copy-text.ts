import { m } from '@tagalong/contract/messages.ts'
import { showToast } from './toast.tsx'

/** Copies a text to the clipboard. If that fails, shows `problem` and returns false. */
export async function copyText(text: string, problem = m.common_copy_failed()): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // There is no clipboard over plain http.
    showToast(problem, { problem: true })
    return false
  }
}
