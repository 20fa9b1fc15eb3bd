import type { Readable } from 'node:stream'

/** Stores bytes by name, for example `photos/kTq…`. Names are ours; no user chooses one. */
export interface FileStore {
  /** Returns a link of the store itself for one PUT with that content type; null if the app takes the bytes in. */
  uploadLink(name: string, contentType: string, seconds: number): Promise<string | null>
  /** Returns a link of the store itself for reading; null if the app hands the bytes out. */
  viewLink(name: string, contentType: string, seconds: number): Promise<string | null>
  /** Writes the whole file or nothing. On disk, false if the name is taken; a bucket replaces the file. */
  write(name: string, bytes: Readable | Buffer): Promise<boolean>
  /** null if there is no such file. */
  read(name: string): Promise<StoredFile | null>
  /** Names without a file are no error. */
  remove(names: readonly string[]): Promise<void>
  /** Lists all files, in no particular order. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
  close(): void
}

export interface StoredFile {
  /** bytes */
  size: number
  content: Readable
}
