import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of a zip. */
export interface File {
  name: string
  /** Read only when its turn has come. */
  content: AsyncIterable<string | Uint8Array>
  /** False for content that is compressed already. */
  compress: boolean
}

/** Streams a zip as fast as it is taken. Destroys the open source if the reader stops early. */
export async function* zipOf(files: readonly File[], mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const out = zip.outputStream as PassThrough
  let open: Readable | undefined
  for (const { name, content, compress } of files) {
    zip.addReadStreamLazy(name, { mtime, compress }, (read) => {
      if (out.destroyed) return
      open = Readable.from(content, { objectMode: false })
      open.on('error', (error) => out.destroy(error))
      read(null, open)
    })
  }
  zip.end()
  try {
    yield* out
  } finally {
    out.destroy()
    open?.destroy()
  }
}
