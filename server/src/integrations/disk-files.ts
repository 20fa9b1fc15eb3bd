import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, opendir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#data-folder.ts'
import type { FileStore } from './file-store.ts'

/** Keeps files in a folder that only this user reads. It serves one machine; several have to share a bucket. */
export function diskFiles(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    uploadLink: async () => null,
    viewLink: async () => null,
    async write(name, bytes) {
      const path = pathOf(name)
      makeFolder(dirname(path))
      const part = `${path}.${randomUUID()}.part`
      try {
        await pipeline(
          Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes,
          createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }),
        )
        // Unlike a rename, this fails if the name is taken.
        await link(part, path)
        return true
      } catch (error) {
        if (isError(error, 'EEXIST')) return false
        throw error
      } finally {
        await rm(part, { force: true })
      }
    },
    async read(name) {
      try {
        const file = await open(pathOf(name))
        const { size } = await file.stat()
        return { size, content: file.createReadStream() }
      } catch (error) {
        if (isError(error, 'ENOENT')) return null
        throw error
      }
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
    },
    async *list() {
      for await (const path of filesBelow(folder)) {
        const found = await stat(path).catch(() => null)
        if (found) yield { name: relative(folder, path), writtenAt: found.mtime }
      }
    },
    close: () => undefined,
  }
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder, { recursive: true }).catch((error) => {
    if (isError(error, 'ENOENT')) return []
    throw error
  })
  for await (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name)
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
