import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** Returns the first letter to that address with such a text, once the queue has written it. */
export function readLetter(
  { dataDir }: Pick<TestApp, 'dataDir'>,
  to: string,
  says: string | RegExp = '',
): Promise<string> {
  const folder = join(dataDir, 'outbox')
  return vi.waitFor(
    async () => {
      const names = await readdir(folder).catch(() => [])
      const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      const found = letters.find((letter) => letter.includes(`To: ${to}`) && letter.search(says) >= 0)
      if (!found) throw new Error(`no letter to ${to} yet`)
      return found
    },
    { timeout: 10_000 },
  )
}

/**
 * Removes tokens: the random letters of a link may spell any short word. Long ones may be broken at the end of a line.
 */
export const withoutTokens = (letter: string) =>
  letter.replaceAll(/=\r?\n/g, '').replaceAll(/[\w-]{32,}/g, '')

/** Resolves once the queue has written all letters that wait. */
export function allMailed({ database }: TestApp): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select name from pgboss.job where name like 'mail-%' and state < 'completed'`,
      )
      if (rows.length > 0) throw new Error(`${rows.length} letters wait`)
    },
    { timeout: 10_000 },
  )
}
