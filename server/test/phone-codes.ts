import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './app.ts'

/** Returns the codes that were sent to that number, the newest last. */
export async function codesSentTo(
  { dataDir }: Pick<TestApp, 'dataDir'>,
  phoneNumber: string,
): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const codes = names.filter((name) => name.endsWith('-phone.txt')).toSorted(bySent)
  const texts = await Promise.all(codes.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .filter((text) => text.startsWith(`To: ${phoneNumber}\n`))
    .flatMap((text) => /\d{6}/.exec(text.split('\n\n')[1] ?? '') ?? [])
}

/** Each process numbers its files. */
function bySent(a: string, b: string): number {
  const numberOf = (name: string) => Number(/-(\d+)-phone\.txt$/.exec(name)?.[1])
  return numberOf(a) - numberOf(b)
}
