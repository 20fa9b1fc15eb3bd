import type { Env } from '#env.ts'
import { diskFiles } from './disk-files.ts'
import type { FileStore } from './file-store.ts'

/** Opens the bucket that the environment names, otherwise a folder on this machine's disk. */
export async function openFileStore(env: Env): Promise<FileStore> {
  if (!env.s3) return diskFiles(env.filesDir)
  // Loaded only if there is a bucket.
  const { s3Files } = await import('./s3-files.ts')
  return s3Files(env.s3)
}

/** Returns the origin at which browsers reach the bucket; null if the app itself serves files. */
export function fileOriginOf({ s3 }: Env): string | null {
  if (!s3) return null
  return s3.endpoint ? new URL(s3.endpoint).origin : `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`
}
