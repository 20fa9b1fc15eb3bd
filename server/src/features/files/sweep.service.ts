import type { JobCtx } from '#http/context.ts'
import { deleteFiles, type FileKeys, findFiles, listOrphans } from './files.db.ts'
import { avatarName, isHalfWritten, keyOf, photoName, uploadName } from './names.ts'

/** So many at a time. */
const batch = 500
const day = 86_400_000

type StoreCtx = Pick<JobCtx, 'db' | 'files'>

/**
 * Bytes first: as long as one of them is left, so is the row that leads to it. A photo may be made of one meanwhile: its
 * row stays, and is looked at again.
 */
export async function eraseFiles(
  { keys }: { keys: readonly string[] },
  { db, files }: StoreCtx,
): Promise<void> {
  if (keys.length === 0) return
  for (let rows = await findFiles(db, keys); rows.length > 0; rows = await findFiles(db, keys))
    await removeFiles(rows, { db, files })
}

async function removeFiles(rows: readonly FileKeys[], { db, files }: StoreCtx): Promise<void> {
  await files.remove(
    rows.flatMap(({ upload_key, photo_key }) => [
      uploadName(upload_key),
      ...(photo_key ? [photoName(photo_key), avatarName(photo_key)] : []),
    ]),
  )
  await deleteFiles(db, rows)
}

/** Nightly: what nobody saved, and what no row knows. */
export async function sweepFiles(ctx: StoreCtx): Promise<void> {
  await sweepRows(ctx)
  await sweepStore(ctx)
}

async function sweepRows(ctx: StoreCtx): Promise<void> {
  for (;;) {
    const orphans = await listOrphans(ctx.db, batch)
    // Once: a photo that is made of one meanwhile may be a child's.
    await removeFiles(orphans, ctx)
    if (orphans.length < batch) return
  }
}

/** What of ours lies in the store and no row leads to: a process ended between the two. The rest is somebody else's. */
async function sweepStore(ctx: StoreCtx): Promise<void> {
  let old: string[] = []
  for await (const { name, writtenAt } of ctx.files.list()) {
    if (writtenAt.getTime() > Date.now() - day) continue
    old.push(name)
    if (old.length < batch) continue
    await removeUnknown(ctx, old)
    old = []
  }
  await removeUnknown(ctx, old)
}

async function removeUnknown({ db, files }: StoreCtx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const keys = names.map(keyOf).filter((key) => key !== null)
  const rows = keys.length > 0 ? await findFiles(db, keys) : []
  const known = new Set(rows.flatMap(({ upload_key, photo_key }) => [upload_key, photo_key]))
  await files.remove(
    names.filter((name) => {
      const key = keyOf(name)
      return key ? !known.has(key) : isHalfWritten(name)
    }),
  )
}
