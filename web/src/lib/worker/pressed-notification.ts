import { goTo } from '#lib/navigation/navigation.ts'
import { safePath } from '#lib/navigation/safe-path.ts'

/** Leads on where the worker says that somebody has pressed a notification. It may say so while the page still loads. */
export function followPressed(): void {
  // Missing where the page was not reached over TLS.
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const path = safePath((data as { open?: string } | null)?.open)
    if (path) goTo(path)
  })
}
