import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its parents. Node's recursive `mkdir` never returns if the system answers ENOENT although the
 * parent exists, as below /proc.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was first.
    if (!existsSync(path)) throw error
  }
}

/** @throws Error in one line that names the setting */
export function makeDataFolder(path: string, mode?: number): void {
  try {
    makeFolder(path, mode)
  } catch (error) {
    throw uselessDataFolder(path, error)
  }
}

export function uselessDataFolder(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`${path} can't be used as the data folder (DATA_DIR): ${reason}.`, { cause: error })
}
