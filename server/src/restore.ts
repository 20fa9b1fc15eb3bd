import { resolve } from 'node:path'
import { restore } from '#db/backup/restore.ts'
import { withDatabaseUrl } from '#db/own-database.ts'
import { EnvError, readEnv } from '#env.ts'
import { openFileStore } from '#integrations/file-store.ts'

const usage = `Usage:
  npm run restore -- FOLDER    fills an empty database, and the files, from a backup`

process.exit(await run(process.argv.slice(2)))

async function run([folder, ...rest]: string[]): Promise<number> {
  if (!folder || folder.startsWith('-') || rest.length > 0) {
    console.error(usage)
    return 2
  }
  try {
    const env = readEnv()
    const files = await openFileStore(env)
    const { manifest, missing } = await withDatabaseUrl(env, (url) =>
      restore({ url, files }, resolve(folder)),
    )
    const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0)
    console.log(
      `Restored ${rows} rows, ${manifest.jobs.rows} jobs and ${manifest.files.rows - missing.length} files, as of ${manifest.madeAt}.`,
    )
    if (missing.length > 0) {
      console.log(`The bucket lacks ${missing.length} files, for example ${missing.slice(0, 5).join(', ')}.`)
    }
    return 0
  } catch (error) {
    console.error(
      error instanceof EnvError
        ? error.message
        : `The restore did not work: ${error instanceof Error ? error.message : error}`,
    )
    return 1
  }
}
