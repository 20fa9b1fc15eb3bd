import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** The first letter to that address, once the queue has written it. */
export function readLetter({ dataDir }: TestApp, to: string): Promise<string> {
  const folder = join(dataDir, 'outbox')
  return vi.waitFor(
    async () => {
      const names = await readdir(folder).catch(() => [])
      const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      const found = letters.find((letter) => letter.includes(`To: ${to}`))
      if (!found) throw new Error(`no letter to ${to} yet`)
      return found
    },
    { timeout: 10_000 },
  )
}
