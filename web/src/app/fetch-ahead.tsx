import { useEffect } from 'react'
import { savesData } from '#lib/saves-data.ts'
import { useSession } from '#lib/session/session.tsx'
import { preloadCrashFaces } from './crash/crash-boundary.tsx'
import type { Screen } from './screen.tsx'

/** When a screen that has just been opened has most likely got all it asked for. */
const quietAfter = 3000

/** Beside the routes and not around them: a prerendered page must not change before it is hydrated. */
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
 * So that the next screen opens at once, and also while the server is unavailable. One after the other, whenever there
 * is nothing else to do: to run new code takes its time on an old phone.
 */
async function fetchAll(screens: readonly Screen[], isWanted: () => boolean): Promise<void> {
  const dialogs = [() => import('#ui/dialogs/sheet-dialog.tsx'), () => import('#ui/dialogs/small-dialog.tsx')]
  for (const load of [preloadCrashFaces, ...dialogs, ...screens.map((each) => each.prepare)]) {
    await nothingToDo()
    if (!isWanted()) return
    await load().catch(() => undefined)
  }
}

/** Safari can't tell, and gets a moment instead. */
function nothingToDo(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 200)
  })
}
