import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { makeFolder } from '#data-folder.ts'

/** Measures of the lines before they are packed. */
export interface Measure {
  rows: number
  sha256: string
}

/** Writes lines to a packed file that only this user can read. */
export async function packLines(lines: Readable, file: string): Promise<Measure> {
  const meter = newMeter()
  makeFolder(dirname(file))
  const out = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(lines, meter.through, createGzip({ level: 1 }), out)
  return meter.measure()
}

/** @throws Error if the file is damaged or not the one that was measured; what was read from it must then be undone. */
export async function unpackLines(file: string, into: Writable, expected: Measure): Promise<void> {
  const meter = newMeter()
  try {
    await pipeline(createReadStream(file), createGunzip(), meter.through, into)
  } catch (error) {
    if (isTaken(error)) {
      // Not if the file is damaged: it may then hold a key twice by itself.
      await unpackLines(file, new Writable({ write: (_chunk, _encoding, done) => done() }), expected)
      throw new Error(takenMeanwhile, { cause: error })
    }
    throw isDamage(error) ? new Error(damaged(file), { cause: error }) : error
  }
  const { rows, sha256 } = meter.measure()
  if (rows !== expected.rows || sha256 !== expected.sha256) throw new Error(damaged(file))
}

/** True if the file is missing or can't be unpacked, or Postgres rejects its contents. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:Z_|ENOENT|22|23)/.test(String(error.code))
}

const takenMeanwhile =
  'Something else wrote into the database meanwhile: stop the app, and begin anew with an empty one.'

/** True for a duplicate key, which an undamaged backup never has. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

export function damaged(file: string): string {
  return `The backup is damaged: ${file} is not what was written.`
}

function newMeter(): { through: Transform; measure(): Measure } {
  const hash = createHash('sha256')
  let rows = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  return { through, measure: () => ({ rows, sha256: hash.digest('hex') }) }
}
