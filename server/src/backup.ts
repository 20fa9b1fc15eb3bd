import { resolve } from 'node:path'
import { backUp } from '#db/backup/back-up.ts'
import { withDatabaseUrl } from '#db/own-database.ts'
import { EnvError, readEnv } from '#env.ts'
import { openFileStore } from '#integrations/file-store.ts'

const usage = `Usage:
  npm run backup -- FOLDER    writes the data and the files to a new folder; the app may run meanwhile`

process.exit(await run(process.argv.slice(2)))

async function run([folder, ...rest]: string[]): Promise<number> {
  if (!folder || folder.startsWith('-') || rest.length > 0) {
    console.error(usage)
    return 2
  }
  try {
    const env = readEnv()
    const files = await openFileStore(env)
    const where = env.s3 ? 'bucket' : 'disk'
    const manifest = await withDatabaseUrl(env, (url) => backUp({ url, files, where }, resolve(folder)))
    const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0)
    const kept = where === 'disk' ? 'files' : 'names of files, which stay in the bucket'
    console.log(
      `${resolve(folder)} holds ${rows} rows, ${manifest.jobs.rows} jobs and ${manifest.files.rows} ${kept}.`,
    )
    console.log('It also holds keys and what people wrote: keep it where nobody else reads it.')
    return 0
  } catch (error) {
    console.error(
      error instanceof EnvError
        ? error.message
        : `There is no backup: ${error instanceof Error ? error.message : error}`,
    )
    return 1
  }
}
