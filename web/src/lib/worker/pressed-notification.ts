import { goTo } from '#lib/navigation/navigation.ts'
import { safePath } from '#lib/navigation/safe-path.ts'

/** Navigates when the worker says that a notification was pressed, even while the page is still loading. */
export function followPressed(): void {
  // Missing if the page was not loaded over TLS.
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const path = safePath((data as { open?: string } | null)?.open)
    if (path) goTo(path)
  })
}
