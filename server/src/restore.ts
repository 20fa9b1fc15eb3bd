import { restore } from '#backup/restore.ts'
import { openDatabase } from '#db/database.ts'
import type { Env } from '#env.ts'
import { countSealedApps } from '#features/auth/second-step/sealed.service.ts'
import { findSeal, keyFile, type Seal } from '#integrations/seal.ts'
import { runOnFolder } from './folder-command.ts'

/** Says whether the restored authenticator apps can be read with the seal key of this installation. */
async function aboutSeal(url: string, env: Env, seal: Seal | null): Promise<string[]> {
  const database = await openDatabase(url, { max: 1 })
  try {
    const { apps, lost } = await countSealedApps(database, seal)
    if (apps === 0) return []
    if (lost === 0) return [`The key fits: the authenticator apps (${apps}) work as before.`]
    const key = env.databaseUrl ? 'SEAL_KEY' : `SEAL_KEY or ${keyFile(env)}`
    return [
      `Authenticator apps that can't be read: ${lost} of ${apps}. They were sealed with another key than the one here.`,
      `Put the old key into ${key} before anybody goes on. If it is lost, those people sign in with a passkey or`,
      'a recovery code and set up the app again; for who has neither: npm run admin -- reset-second-step.',
    ]
  } finally {
    await database.close()
  }
}

process.exit(
  await runOnFolder({
    usage: `Usage:
  npm run restore -- FOLDER    fills an empty database, and the files, from a backup`,
    failed: 'The restore did not work',
    async work({ url, files, folder, env }) {
      const seal = findSeal(env)
      const { manifest, missing } = await restore({ url, files }, folder)
      const { tables, jobs, files: found, madeAt } = manifest
      const rows = tables.reduce((sum, each) => sum + each.rows, 0)
      const lines = [
        `Restored ${rows} rows, ${jobs.rows} jobs and ${found.rows - missing.length} files, as of ${madeAt}.`,
      ]
      if (missing.length > 0)
        lines.push(`The bucket lacks ${missing.length} files, for example ${missing.slice(0, 5).join(', ')}.`)
      return [...lines, ...(await aboutSeal(url, env, seal))]
    },
  }),
)
