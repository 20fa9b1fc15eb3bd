import { existsSync } from 'node:fs'
import { backUp } from '#backup/back-up.ts'
import type { Env } from '#env.ts'
import { keyFile } from '#integrations/seal.ts'
import { runOnFolder } from './folder-command.ts'

/** Says what can't be restored without the seal key, which the backup leaves out. */
function aboutSeal(env: Env, { apps, notes }: { apps: number; notes: number }): string[] {
  const isKey = env.sealKey !== undefined || (!env.databaseUrl && existsSync(keyFile(env)))
  if (!isKey && apps + notes === 0) return []
  const key = env.sealKey || env.databaseUrl ? 'SEAL_KEY' : keyFile(env)
  return [
    `The key that seals secrets is not in it: keep a copy of ${key} somewhere else.`,
    `Without it the authenticator apps (${apps}) are lost; passkeys and recovery codes go on working.`,
    ...(notes > 0
      ? [`So are the lines 'Good to know' (${notes}): their guardians are asked to write them again.`]
      : []),
  ]
}

process.exit(
  await runOnFolder({
    usage: `Usage:
  npm run backup -- FOLDER    writes the data and the files to a new folder; the app may run meanwhile`,
    failed: 'There is no backup',
    async work({ url, files, folder, env }) {
      const where = env.s3 ? 'bucket' : 'disk'
      const { tables, jobs, files: found } = await backUp({ url, files, where }, folder)
      const rows = tables.reduce((sum, each) => sum + each.rows, 0)
      const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0
      const kept = where === 'disk' ? 'files' : 'names of files, which stay in the bucket'
      return [
        `${folder} holds ${rows} rows, ${jobs.rows} jobs and ${found.rows} ${kept}.`,
        'It also holds keys and what people wrote: keep it where nobody else reads it.',
        ...aboutSeal(env, { apps: rowsOf('totp'), notes: rowsOf('child_note') }),
      ]
    },
  }),
)
