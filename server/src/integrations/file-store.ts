import type { Readable } from 'node:stream'
import type { Env } from '#env.ts'
import { diskFiles } from './disk-files.ts'

/** Where bytes lie by name, for example `photos/kTq…`. Names are ours; nobody outside chooses one. */
export interface FileStore {
  /** A link of the store itself for one PUT with that content type; null where the app takes the bytes in. */
  uploadLink(name: string, contentType: string, seconds: number): Promise<string | null>
  /** A link of the store itself for reading; null where the app hands the bytes out. */
  viewLink(name: string, contentType: string, seconds: number): Promise<string | null>
  /** Writes the whole file or nothing; false where that name is taken. */
  write(name: string, bytes: Readable | Buffer): Promise<boolean>
  /** null where there is none. */
  read(name: string): Promise<StoredFile | null>
  /** Those that are not there are no error. */
  remove(names: readonly string[]): Promise<void>
  /** Everything that there is, in no order. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
  close(): void
}

export interface StoredFile {
  /** bytes */
  size: number
  content: Readable
}

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
