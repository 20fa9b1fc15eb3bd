import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const draftPrefix = '.build-'

/**
 * A new folder in `parent` for what this process builds. Those of processes that are gone are removed: a build that was
 * killed could not do so.
 */
export function makeDraftFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(draftPrefix)) continue
    const [pid] = name.slice(draftPrefix.length).split('-')
    if (!isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(parent, `${draftPrefix}${process.pid}-`))
  // The app may run as another user than the one who builds it.
  chmodSync(folder, 0o755)
  return folder
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
