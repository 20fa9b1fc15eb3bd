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
    // The server is back with a newer app, or the browser keeps the failure in mind: only a fresh page helps, once.
    if (sessionStorage.getItem(reloaded) === null) {
      sessionStorage.setItem(reloaded, 'yes')
      window.location.reload()
    }
    throw error
  }
}

const reloaded = 'reloaded'
