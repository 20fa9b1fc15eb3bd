import { noteUnreachable, onServerBack } from './reachability.ts'

/** Imports code. While the server is unavailable, waits for it instead of failing. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    noteUnreachable()
    await new Promise<void>((resolve) => {
      const stop = onServerBack(() => {
        stop()
        resolve()
      })
    })
  }
  try {
    return await load()
  } catch (error) {
    // The server is back with a newer app, or the browser has cached the failure: only a reload helps. If even that
    // doesn't, it isn't repeated for a while.
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
    if (Date.now() - last > notAgainFor) {
      sessionStorage.setItem(reloadedAt, `${Date.now()}`)
      window.location.reload()
      // The page ends: until then its parts stay as they are.
      await new Promise(() => undefined)
    }
    throw error
  }
}

const reloadedAt = 'reloaded-at'
/** Milliseconds. */
const notAgainFor = 60_000
