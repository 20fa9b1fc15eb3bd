import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './running-app.mjs'

export const draftPrefix = '.build-'

/**
 * Makes a new folder in `parent` for what this process builds. Removes those of processes that have ended: a killed
 * build can't remove its own.
 */
export function makeDraftFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(draftPrefix)) continue
    const pid = Number(name.slice(draftPrefix.length).split('-')[0])
    if (!(pid > 0 && isRunning(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(parent, `${draftPrefix}${process.pid}-`))
  // The app may run as another user than the build.
  chmodSync(folder, 0o755)
  return folder
}
