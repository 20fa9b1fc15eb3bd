import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lengthOf } from '@tagalong/contract/features/retention/retention.rules.ts'

const hour = 3_600_000
const lengths = [
  { end: '-phone.txt', ms: hoursOf(lengthOf('phone-codes')) * hour },
  { end: '.txt', ms: hoursOf(lengthOf('mailed-links')) * hour },
]

/**
 * Deletes codes and mails that became files, once their time is over. Returns how many; with `dry`, it only counts
 * them.
 */
export async function sweepOutbox(dataDir: string, { dry = false } = {}): Promise<number> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let swept = 0
  for (const name of names) {
    const { ms } = lengths.find(({ end }) => name.endsWith(end)) ?? {}
    const written = ms && (await stat(join(folder, name)).catch(() => undefined))
    if (!written || written.mtimeMs >= Date.now() - ms) continue
    if (!dry) await rm(join(folder, name), { force: true })
    swept += 1
  }
  return swept
}

function hoursOf(length: string): number {
  const [count, unit] = length.split(' ')
  return Number(count) * (unit === 'days' ? 24 : 1)
}
