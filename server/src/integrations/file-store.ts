import type { Readable } from 'node:stream'

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
