import type { JobCtx } from '#http/context.ts'
import { deleteFiles, type FileKeys, findFiles, listOrphans } from './files.db.ts'
import { avatarName, isHalfWritten, keyOf, photoName, uploadName } from './names.ts'

/** Files per batch. */
const batch = 500
const day = 86_400_000

type StoreCtx = Pick<JobCtx, 'db' | 'files'>

/**
 * Removes bytes before rows, so that a row leads to them as long as any are left. If a photo is made of an upload
 * meanwhile, its row stays and is found again.
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

/** Nightly: removes what nobody saved, and what no row refers to. */
export async function sweepFiles(ctx: StoreCtx): Promise<void> {
  await sweepRows(ctx)
  await sweepStore(ctx)
}

async function sweepRows(ctx: StoreCtx): Promise<void> {
  for (;;) {
    const orphans = await listOrphans(ctx.db, batch)
    // Only once each: a photo made of one meanwhile may be a child's.
    await removeFiles(orphans, ctx)
    if (orphans.length < batch) return
  }
}

/** Removes our files that no row refers to, left by a process that ended between the two. Other files aren't ours. */
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
