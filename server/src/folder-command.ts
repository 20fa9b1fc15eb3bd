import { resolve } from 'node:path'
import { withDatabaseUrl } from '#cluster/own-database.ts'
import { type Env, EnvError, readEnv } from '#env.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { openFileStore } from '#integrations/open-file-store.ts'

/**
 * What a command works on: the database and file store of the environment, and the folder named on the command line.
 */
export interface FolderWork {
  url: string
  files: FileStore
  folder: string
  env: Env
}

interface FolderCommand {
  usage: string
  /** Printed before the error. */
  failed: string
  /** Returns the lines to print. */
  work(on: FolderWork): Promise<string[]>
}

/** Runs a command with one folder, the only argument of this process. Returns the exit code. */
export async function runOnFolder({ usage, failed, work }: FolderCommand): Promise<number> {
  const [folder, ...rest] = process.argv.slice(2)
  if (!folder || folder.startsWith('-') || rest.length > 0) {
    console.error(usage)
    return 2
  }
  try {
    const env = readEnv()
    const files = await openFileStore(env)
    const lines = await withDatabaseUrl(env, (url) => work({ url, files, folder: resolve(folder), env }))
    for (const line of lines) console.log(line)
    return 0
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    console.error(error instanceof EnvError ? reason : `${failed}: ${reason}`)
    return 1
  }
}
