import { noteUnreachable, onServerBack } from './reachability.ts'

/** While the server is unavailable its code cannot come either: wait for it instead of crashing. */
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
    // The server is back with a newer app, or the browser keeps the failure in mind: only a fresh page helps. Where it
    // doesn't, it is not loaded again and again.
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
    if (Date.now() - last > notAgainFor) {
      sessionStorage.setItem(reloadedAt, `${Date.now()}`)
      window.location.reload()
    }
    throw error
  }
}

const reloadedAt = 'reloaded-at'
/** Milliseconds. */
const notAgainFor = 60_000
