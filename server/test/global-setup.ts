import type { TestProject } from 'vitest/node'
import { migrateQueue } from '#jobs/queue.ts'
import { createMigratedDatabase, namePrefix, startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the cluster that serves all tests of this run. */
    postgresUrl: string
    /** The migrated database that each worker copies. */
    templateDatabase: string
  }
}

/** Starts, once per run, one cluster with one migrated database to copy from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres('unit')
  const templateDatabase = `${namePrefix()}_template`
  await migrateQueue(await createMigratedDatabase(postgres.url, templateDatabase))
  project.provide('postgresUrl', postgres.url)
  project.provide('templateDatabase', templateDatabase)
  return () => postgres.stop()
}
