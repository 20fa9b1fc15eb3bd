import { restore } from '#backup/restore.ts'
import { runOnFolder } from './folder-command.ts'

process.exit(
  await runOnFolder({
    usage: `Usage:
  npm run restore -- FOLDER    fills an empty database, and the files, from a backup`,
    failed: 'The restore did not work',
    async work({ url, files, folder }) {
      const { manifest, missing } = await restore({ url, files }, folder)
      const { tables, jobs, files: found, madeAt } = manifest
      const rows = tables.reduce((sum, each) => sum + each.rows, 0)
      const lines = [
        `Restored ${rows} rows, ${jobs.rows} jobs and ${found.rows - missing.length} files, as of ${madeAt}.`,
      ]
      if (missing.length > 0)
        lines.push(`The bucket lacks ${missing.length} files, for example ${missing.slice(0, 5).join(', ')}.`)
      return lines
    },
  }),
)
