import type { Env } from '#env.ts'
import { diskFiles } from './disk-files.ts'
import type { FileStore } from './file-store.ts'

/** In the bucket that the environment names, otherwise on this machine's disk. */
export async function openFileStore(env: Env): Promise<FileStore> {
  if (!env.s3) return diskFiles(env.filesDir)
  // Only those who have a bucket wait for its library.
  const { s3Files } = await import('./s3-files.ts')
  return s3Files(env.s3)
}

/** Where browsers meet the bucket; null where files come from ourselves. */
export function fileOriginOf({ s3 }: Env): string | null {
  if (!s3) return null
  return s3.endpoint ? new URL(s3.endpoint).origin : `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`
}
