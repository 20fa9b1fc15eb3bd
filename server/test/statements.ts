import { appendFileSync } from 'node:fs'
import pg from 'pg'

const kinds = /^(?:select|insert|update|delete|with)\b/i

/** Appends each statement that the app asks the database in this process to a file, one JSON text per line. */
export function recordStatements(file: string): void {
  const known = new Set<string>()
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args
    const { name = '', text } = typeof asked === 'string' ? { text: asked } : (asked as pg.QueryConfig)
    // The tests' own queries neither come from Kysely nor have a name.
    const isOurs = name !== '' || new Error().stack?.includes('/kysely/')
    if (isOurs && kinds.test(text.trimStart())) {
      const shape = shapeOf(text)
      if (!known.has(shape)) {
        known.add(shape)
        appendFileSync(file, `${JSON.stringify(text)}\n`)
      }
    }
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
}

/** Returns a text that is the same for statements that differ only in how many values are in a list. */
export function shapeOf(text: string): string {
  return text.replaceAll(/\$\d+/g, '$').replaceAll(/\(\$(?:, \$)*\)(?:, \(\$(?:, \$)*\))*/g, '($…)')
}
