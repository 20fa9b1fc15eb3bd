import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generate, PostgresDialect } from 'kysely-codegen'
import { openDatabase } from '../server/src/db/database.ts'
import {
  createMigratedDatabase,
  dropDatabase,
  namePrefix,
  startTestPostgres,
} from '../server/test/postgres.ts'

const root = resolve(import.meta.dirname, '..')
/** Where `npm run db:types` writes. */
export const typesFile = resolve(root, 'server/src/db/types.ts')

/** Returns the row types of a migrated database, as server/src/db/types.ts should contain them. */
export async function rowTypes(url: string): Promise<string> {
  const database = await openDatabase(url)
  try {
    const text = await generate({
      db: database.kysely,
      dialect: new PostgresDialect({ dateParser: 'string', defaultSchemas: ['public'] }),
      // Without the tables of the queue, and those in which tests keep rows.
      includePattern: 'public.*',
      outFile: null,
      // As openDatabase() parses them.
      typeMapping: { int8: 'number' },
    })
    return formatted(text)
  } finally {
    await database.close()
  }
}

function formatted(text: string): string {
  const biome = resolve(root, 'node_modules/@biomejs/biome/bin/biome')
  // A name that biome.json doesn't ignore.
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=row-types.ts'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
}

if (import.meta.main) {
  const postgres = await startTestPostgres('types')
  const name = `${namePrefix()}_types`
  try {
    writeFileSync(typesFile, await rowTypes(await createMigratedDatabase(postgres.url, name)))
    await dropDatabase(postgres.url, name)
  } finally {
    await postgres.stop()
  }
}
