import { randomBytes } from 'node:crypto'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { largestPhoto, type PhotoType, viewLinkLife } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'
import type { FileStore, StoredFile } from '#integrations/file-store.ts'
import type { JobKind } from '#jobs/queue.ts'
import {
  claimUpload,
  deleteFiles,
  findUploads,
  insertCopy,
  insertUpload,
  isAwaited,
  setPhotoKey,
  type UploadRow,
} from './files.db.ts'
import { evidenceSize, signedQuery } from './links.ts'
import { avatarName, photoName, uploadName } from './names.ts'
import { inspectPicture, type Photo, reencode, shownType, tooLarge } from './pictures.ts'

/** Milliseconds. */
const uploadLinkLife = 10 * 60_000
/** Milliseconds. Short, since each look is logged: the link must not serve for a second one. */
const evidenceLinkLife = 60_000
const uploads = { name: 'uploads', points: 60, seconds: 3_600 }

/** Keys of uploads or photos, whose bytes and rows are deleted. */
export const eraseFilesKind: JobKind<{ keys: string[] }> = {
  name: 'erase-files',
  data: z.object({ keys: z.array(z.string()) }),
}

const linkOver = new Refusal(400, m.prompt_photo_link_over)
const sentTwice = new Refusal(409, m.prompt_photo_sent_twice)

/** Ignores the file's original name: nothing here is called by it. */
export async function signUpload(
  ctx: Ctx,
  actor: Authorised<Actor>,
  contentType: PhotoType,
): Promise<{ signedPostUrl: string; fileKey: string } | Refusal> {
  const refused = await ctx.limits.use(uploads, actor.userId)
  if (refused) return refused
  const key = newKey()
  await insertUpload(ctx.db, { key, userId: actor.userId, contentType })
  const link = await ctx.files.uploadLink(uploadName(key), contentType, uploadLinkLife / 1_000)
  const until = ctx.clock.now() + uploadLinkLife
  const query = { method: 'PUT', key, type: contentType, until } as const
  return { signedPostUrl: link ?? ownLink(ctx, key, signedQuery(query, ctx.secrets.linkKey)), fileKey: key }
}

export function signView(
  ctx: Ctx,
  key: Authorised<string>,
  size: 'avatar' | undefined,
): { signedUrl: string; contentType: string } {
  const until = ctx.clock.now() + viewLinkLife
  const link = { method: 'GET', key, size: size ?? 'photo', session: ctx.actor.sessionId, until } as const
  return { signedUrl: ownLink(ctx, key, signedQuery(link, ctx.secrets.linkKey)), contentType: shownType }
}

/** Signs a link to the copy of a reported photo. Access is checked again when it is followed, as with any link. */
export function signEvidence(ctx: Ctx, key: string): string {
  const until = ctx.clock.now() + evidenceLinkLife
  const link = { method: 'GET', key, size: evidenceSize, session: ctx.actor.sessionId, until } as const
  return ownLink(ctx, key, signedQuery(link, ctx.secrets.linkKey))
}

function ownLink({ env }: Ctx, key: string, query: string): string {
  return `${env.publicUrl}/api/s3/file/${key}?${query}`
}

/** Takes in what is sent to a signed link of ours: once, and only if it is a picture. */
export async function receiveUpload(
  { db, files }: { db: Db; files: FileStore },
  { key, type }: { key: string; type: string },
  content: Readable,
): Promise<Refusal | null> {
  if (!(await isAwaited(db, key))) return linkOver
  const name = uploadName(key)
  const counted = new Counted(largestPhoto)
  try {
    if (!(await files.write(name, content.pipe(counted)))) return sentTwice
  } catch (error) {
    if (counted.isOver) return tooLarge
    throw error
  }
  // If it was erased meanwhile, the erasure didn't find these bytes.
  const isLate = !(await isAwaited(db, key))
  const refused = isLate ? linkOver : await inspectPicture(async () => bytesOf(files, name), type)
  if (refused) await files.remove([name])
  return refused
}

async function bytesOf(files: FileStore, name: string): Promise<Buffer> {
  const file = await files.read(name)
  return file ? buffer(file.content) : Buffer.alloc(0)
}

/** Passes bytes on and fails at the first one too many. */
class Counted extends Transform {
  isOver = false
  private left: number

  constructor(max: number) {
    super()
    this.left = max
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.left -= chunk.length
    this.isOver = this.left < 0
    done(this.isOver ? new Error('too large') : null, chunk)
  }
}

/**
 * Makes photos of the caller's fresh uploads, before a child takes them. Deletes the uploads at once, since they may
 * say where they were taken. Idempotent.
 * @param keys with the name of the field that they came in
 */
export async function preparePhotos(
  ctx: Ctx,
  keys: readonly { field: string; key: string | null | undefined }[],
): Promise<Refusal | null> {
  const given = keys.flatMap(({ field, key }) => (key ? [{ field, key }] : []))
  if (given.length === 0) return null
  const rows = await findUploads(
    ctx.db,
    ctx.actor.userId,
    given.map(({ key }) => key),
  )
  for (const { field, key } of given) {
    const row = rows.find(({ upload_key }) => upload_key === key)
    if (!row || row.photo_key) continue
    const refused = await preparePhoto(ctx, row)
    if (refused) return new Refusal(refused.status, refused.error, { fields: { [field]: refused.error } })
  }
  return null
}

async function preparePhoto({ db, files }: Ctx, row: UploadRow): Promise<Refusal | null> {
  const name = uploadName(row.upload_key)
  const sent = await files.read(name)
  if (!sent) return null
  const made = await madeOf(sent, row.content_type)
  if (made instanceof Refusal) {
    await files.remove([name])
    await deleteFiles(db, [row])
    return made
  }
  const key = newKey()
  await files.write(photoName(key), made.photo)
  await files.write(avatarName(key), made.avatar)
  if (!(await setPhotoKey(db, row.upload_key, key))) await files.remove([photoName(key), avatarName(key)])
  await files.remove([name])
  return null
}

async function madeOf({ size, content }: StoredFile, contentType: string): Promise<Photo | Refusal> {
  try {
    return size > largestPhoto ? tooLarge : await reencode(() => buffer(content), contentType)
  } finally {
    // A stream not read to its end would hold a connection to the store.
    content.destroy()
  }
}

/**
 * Returns the photo that a child has from now on: the one it held, or that of the caller's own fresh upload. A photo
 * that it no longer holds is erased after the commit.
 */
export async function takePhoto(
  ctx: Ctx,
  { field, key, held }: { field: string; key: string | null | undefined; held: string | null },
): Promise<{ photo: string | null } | Refusal> {
  if (key && key === held) return { photo: held }
  const photo = key ? await claimUpload(ctx.db, { uploadKey: key, userId: ctx.actor.userId, held }) : null
  if (key && !photo) return badInput(field, m.prompt_photo_lost)
  if (held && held !== photo) await erasePhotos(ctx, [held])
  return { photo }
}

/**
 * Copies the bytes to another file, whose key the caller's transaction stores in a row; null if they are gone. A copy
 * that no row refers to is swept.
 */
export async function copyPhoto(
  { db, files }: Pick<Ctx<unknown>, 'db' | 'files'>,
  photo: string,
): Promise<string | null> {
  const file = await files.read(photoName(photo))
  if (!file) return null
  const key = newKey()
  await files.write(photoName(key), await buffer(file.content))
  await insertCopy(db, { uploadKey: newKey(), photoKey: key, contentType: shownType })
  return key
}

/** Erases photos from the store after the commit, with their rows. */
export async function erasePhotos(ctx: Pick<Ctx, 'db' | 'queue'>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await ctx.queue.enqueue(ctx.db, eraseFilesKind, { keys: [...keys] })
}

/** 192 bits, so that nobody guesses a key. */
function newKey(): string {
  return randomBytes(24).toString('base64url')
}
