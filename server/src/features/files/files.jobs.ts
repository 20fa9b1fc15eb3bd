import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { eraseFilesKind } from './erase-files.ts'
import { deleteFiles, findFiles, listOrphans } from './files.db.ts'
import { avatarName, keyOf, photoName, uploadName } from './names.ts'

/** So many at a time. */
const batch = 500
const day = 86_400_000

export function fileJobs({ database, files }: { database: Database; files: FileStore }): Job[] {
  const db = database.kysely
  return [
    defineJob(eraseFilesKind, ({ keys }) => erase(db, files, keys)),
    {
      name: 'sweep-files',
      data: z.object({}),
      cron: '41 3 * * *',
      async run() {
        await sweepRows(db, files)
        await sweepStore(db, files)
      },
    },
  ]
}

/**
 * Bytes first: as long as one of them is left, so is the row that leads to it. A photo may be made of one meanwhile: its
 * row stays, and is looked at again.
 */
async function erase(db: Db, files: FileStore, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  for (let rows = await findFiles(db, keys); rows.length > 0; rows = await findFiles(db, keys)) {
    await files.remove(
      rows.flatMap(({ upload_key, photo_key }) => [
        uploadName(upload_key),
        ...(photo_key ? [photoName(photo_key), avatarName(photo_key)] : []),
      ]),
    )
    await deleteFiles(db, rows)
  }
}

async function sweepRows(db: Db, files: FileStore): Promise<void> {
  for (;;) {
    const orphans = await listOrphans(db, batch)
    await erase(db, files, orphans)
    if (orphans.length < batch) return
  }
}

/** What lies in the store and no row leads to: a process ended between the two. */
async function sweepStore(db: Db, files: FileStore): Promise<void> {
  let old: string[] = []
  for await (const { name, writtenAt } of files.list()) {
    if (writtenAt.getTime() > Date.now() - day) continue
    old.push(name)
    if (old.length < batch) continue
    await removeUnknown(db, files, old)
    old = []
  }
  await removeUnknown(db, files, old)
}

async function removeUnknown(db: Db, files: FileStore, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const keys = names.map(keyOf).filter((key) => key !== null)
  const rows = keys.length > 0 ? await findFiles(db, keys) : []
  const known = new Set(rows.flatMap(({ upload_key, photo_key }) => [upload_key, photo_key]))
  await files.remove(
    names.filter((name) => {
      const key = keyOf(name)
      return !key || !known.has(key)
    }),
  )
}
