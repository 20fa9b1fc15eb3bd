import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder, uselessDataFolder } from '#data-folder.ts'

/** What the holder of a data folder is doing. `busy` soon ends by itself; the others may last. */
export type HolderState = 'busy' | 'starting' | 'listening' | 'stopping'

export interface Holder {
  readonly pid: number
  readonly state: HolderState
  /** Where the app answers, once it listens. */
  readonly url?: string
}

export interface AppLock {
  announce(state: HolderState, url?: string): void
  release(): void
}

/**
 * Locks a data folder for this process. Undefined if another process has it.
 *
 * The lock is SQLite's exclusive lock on an empty file: the kernel grants it to one process, and takes it back however
 * that process dies. Node has no file lock of its own; a pid file goes stale, an abstract socket isn't seen from
 * another container on the same volume, and some folders' names are too long for the path of a socket.
 */
export function acquireAppLock(dataDir: string, state: HolderState): AppLock | undefined {
  const lock = openLock(dataDir)
  if (!lock) return undefined
  announce(dataDir, { pid: process.pid, state })
  return {
    announce: (next, url) => announce(dataDir, { pid: process.pid, state: next, ...(url ? { url } : {}) }),
    release: () => {
      rmSync(holderFile(dataDir), { force: true })
      lock.close()
    },
  }
}

/** Returns the holder of the folder, as announced by itself; undefined once that process is gone. */
export function readHolder(dataDir: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(holderFile(dataDir), 'utf8')) as Holder
    return isRunning(holder.pid) ? holder : undefined
  } catch {
    return undefined
  }
}

function openLock(dataDir: string): DatabaseSync | undefined {
  const file = join(dataDir, 'app.lock')
  let lock: DatabaseSync | undefined
  try {
    // If this user is root, another one runs Postgres, and must get through to its own folder.
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    lock = new DatabaseSync(file)
    lock.exec('BEGIN EXCLUSIVE')
    shareWithOwner(dataDir, file)
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return undefined
    throw uselessDataFolder(dataDir, error)
  }
}

function announce(dataDir: string, holder: Holder): void {
  const next = `${holderFile(dataDir)}.next`
  writeFileSync(next, `${JSON.stringify(holder)}\n`)
  shareWithOwner(dataDir, next)
  renameSync(next, holderFile(dataDir))
}

function holderFile(dataDir: string): string {
  return join(dataDir, 'app.json')
}

// One start as root must not lock the folder's owner out for good.
function shareWithOwner(dataDir: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  chownSync(file, uid, gid)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
