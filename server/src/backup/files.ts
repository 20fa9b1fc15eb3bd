import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { makeFolder } from '#data-folder.ts'
import type { FileStore } from '#integrations/file-store.ts'
import type { Manifest } from './manifest.ts'
import { damaged, unpackLines } from './packed-lines.ts'

/**
 * Matches names that we give. It excludes files that are half written or not ours: in a list, such a name could lead
 * out of the folder.
 */
const ours = /^[\w-]+(?:\/[\w-]+(?:\.\w+)?)*$/

/** Returns the path of the list of files. Its lines: hash (`-` if only the name is known), tab, name. */
export function fileList(folder: string): string {
  return join(folder, 'files.list.gz')
}

/** Copies the files that are not copied yet, and yields a line of the list for each. */
export async function* copyNewFiles(store: FileStore, folder: string): AsyncGenerator<string> {
  for await (const { name } of store.list()) {
    const target = join(folder, 'files', name)
    if (!ours.test(name) || existsSync(target)) continue
    const found = await store.read(name)
    // Erased since it was listed.
    if (!found) continue
    makeFolder(dirname(target))
    const out = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true })
    const hash = createHash('sha256')
    found.content.on('data', (chunk: Buffer) => hash.update(chunk))
    await pipeline(found.content, out)
    yield `${hash.digest('hex')}\t${name}\n`
  }
}

export async function* listFiles(store: FileStore): AsyncGenerator<string> {
  for await (const { name } of store.list()) if (ours.test(name)) yield `-\t${name}\n`
}

/**
 * Puts the files back, or checks that the bucket has them. Returns how many there are, and the names of the missing. A
 * file that is there already with the same bytes stays, so that it can be run again.
 * @throws Error if a file is damaged, or another file of the same name is there
 */
export async function restoreFiles(
  store: FileStore,
  folder: string,
  { where, ...measured }: Manifest['files'],
): Promise<{ restored: number; missing: string[] }> {
  const missing: string[] = []
  let restored = 0
  for await (const [sha256, name] of listedFiles(folder, measured)) {
    if (where === 'disk') await restoreFile(store, join(folder, 'files', name), { name, sha256 })
    else if (!(await isThere(store, name))) missing.push(name)
    restored += 1
  }
  return { restored: restored - missing.length, missing }
}

async function restoreFile(
  store: FileStore,
  source: string,
  { name, sha256 }: { name: string; sha256: string },
): Promise<void> {
  if (!existsSync(source) || (await hashOf(createReadStream(source))) !== sha256) {
    throw new Error(damaged(source))
  }
  if (await store.write(name, createReadStream(source))) return
  const there = await store.read(name)
  if (there && (await hashOf(there.content)) === sha256) return
  throw new Error(`There is another file ${name} already. Nothing was changed but files.`)
}

async function isThere(store: FileStore, name: string): Promise<boolean> {
  const found = await store.read(name)
  found?.content.destroy()
  return found !== null
}

async function* listedFiles(
  folder: string,
  measured: { rows: number; sha256: string },
): AsyncGenerator<[hash: string, name: string]> {
  const file = fileList(folder)
  // Read once to check that it isn't damaged, and once to follow it.
  await unpackLines(file, new Writable({ write: (_chunk, _encoding, done) => done() }), measured)
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const [hash = '', name = '', ...more] = line.split('\t')
    if (!/^(?:-|[0-9a-f]{64})$/.test(hash) || !ours.test(name) || more.length > 0) {
      throw new Error(damaged(file))
    }
    yield [hash, name]
  }
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}
