import { useEffect } from 'react'
import { savesData } from '#lib/saves-data.ts'
import { useSession } from '#lib/session/session.tsx'
import { preloadCrashFaces } from './crash/crash-boundary.tsx'
import type { Screen } from './screen.tsx'

/** Milliseconds, after which a screen that was just opened most likely has its data. */
const quietAfter = 3000

/** Rendered beside the routes, not around them: a prerendered page must not change before it is hydrated. */
export function FetchAhead({ screens }: { screens: readonly Screen[] }) {
  const isIn = useSession().viewer !== null
  useEffect(() => {
    if (!isIn || savesData()) return
    let isWanted = true
    const timer = setTimeout(() => void fetchAll(screens, () => isWanted), quietAfter)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [isIn, screens])
  return null
}

/**
 * Loads all screens, so that the next one opens at once, even while the server is unavailable. One after the other and
 * only when idle, since running new code takes long on an old phone.
 */
async function fetchAll(screens: readonly Screen[], isWanted: () => boolean): Promise<void> {
  const dialogs = [() => import('#ui/dialogs/sheet-dialog.tsx'), () => import('#ui/dialogs/small-dialog.tsx')]
  for (const load of [preloadCrashFaces, ...dialogs, ...screens.map((each) => each.prepare)]) {
    await nothingToDo()
    if (!isWanted()) return
    await load().catch(() => undefined)
  }
}

/** Waits until the browser is idle. Safari can't tell, so there it waits for a moment instead. */
function nothingToDo(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 200)
  })
}
