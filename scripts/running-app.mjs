import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the file that the app running on this data folder wrote about itself; undefined if none runs. */
export function runningApp(dataDir) {
  try {
    const app = JSON.parse(readFileSync(join(dataDir, 'app.json'), 'utf8'))
    // After a crash, another program may have the pid by now.
    const known =
      process.platform !== 'linux' || readFileSync(`/proc/${app.pid}/cmdline`, 'utf8').includes('main.mjs')
    return known && isRunning(app.pid) ? app : undefined
  } catch {
    return undefined
  }
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists, but runs as another user.
    return error.code === 'EPERM'
  }
}
