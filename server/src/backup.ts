import { backUp } from '#backup/back-up.ts'
import { runOnFolder } from './folder-command.ts'

process.exit(
  await runOnFolder({
    usage: `Usage:
  npm run backup -- FOLDER    writes the data and the files to a new folder; the app may run meanwhile`,
    failed: 'There is no backup',
    async work({ url, files, folder, env }) {
      const where = env.s3 ? 'bucket' : 'disk'
      const { tables, jobs, files: found } = await backUp({ url, files, where }, folder)
      const rows = tables.reduce((sum, each) => sum + each.rows, 0)
      const kept = where === 'disk' ? 'files' : 'names of files, which stay in the bucket'
      return [
        `${folder} holds ${rows} rows, ${jobs.rows} jobs and ${found.rows} ${kept}.`,
        'It also holds keys and what people wrote: keep it where nobody else reads it.',
      ]
    },
  }),
)
