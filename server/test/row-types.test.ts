import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rowTypes, typesFile } from '../../scripts/db-types.ts'
import { testDatabaseUrl } from './database.ts'

test('the row types match the migrations (npm run db:types writes them)', async () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(await rowTypes(await testDatabaseUrl()))
})
