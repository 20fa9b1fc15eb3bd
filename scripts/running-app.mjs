import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the app that runs on that data folder says of itself; undefined where none does. */
export function runningApp(dataDir) {
  try {
    const app = JSON.parse(readFileSync(join(dataDir, 'app.json'), 'utf8'))
    // After a crash another program may have the number by now.
    const known =
      process.platform !== 'linux' || readFileSync(`/proc/${app.pid}/cmdline`, 'utf8').includes('main.mjs')
    return known && isRunning(app.pid) ? app : undefined
  } catch {
    return undefined
  }
}

/** Whether there is such a process. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs as another user.
    return error.code === 'EPERM'
  }
}
