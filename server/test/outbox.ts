import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** The first letter to that address that says so, once the queue has written it. */
export function readLetter({ dataDir }: TestApp, to: string, says: string | RegExp = ''): Promise<string> {
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

/** In the random letters of a link any short word may stand; a long one may be broken at the end of a line. */
export const withoutTokens = (letter: string) =>
  letter.replaceAll(/=\r?\n/g, '').replaceAll(/[\w-]{32,}/g, '')

/** Once the queue has written all letters that wait. */
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
