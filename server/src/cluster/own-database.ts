import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '#env.ts'
import { type AppLock, acquireAppLock, readHolder } from './app-lock.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts'

/** How long to wait for an app that is just starting or stopping. */
const appPatienceMs = 40_000

/**
 * Does work on the app's database: that of DATABASE_URL, that of the running app, or otherwise its own one, which is
 * started for as long as the work takes. `isAlone` is true if nobody else can be using it.
 */
export async function withDatabaseUrl<T>(
  env: Env,
  work: (url: string, isAlone: boolean) => Promise<T>,
): Promise<T> {
  if (env.databaseUrl) return work(env.databaseUrl, false)
  const found = await claimOrJoin(env.dataDir)
  if ('url' in found) return work(found.url, false)
  try {
    const cluster = await startEmbeddedPostgres({ dataDir: env.dataDir })
    try {
      return await work(cluster.url, true)
    } finally {
      await cluster.stop()
    }
  } finally {
    found.release()
  }
}

/** Locks the data folder, or finds the database of the app that has locked it. */
async function claimOrJoin(dataDir: string): Promise<AppLock | { url: string }> {
  for (const until = Date.now() + appPatienceMs; Date.now() < until; await wait(100)) {
    const lock = acquireAppLock(dataDir, 'busy')
    if (lock) return lock
    const url = readHolder(dataDir)?.state === 'listening' ? await runningPostgresUrl(dataDir) : undefined
    if (url) return { url }
  }
  throw new Error(`the app in ${dataDir} neither starts nor stops`)
}
