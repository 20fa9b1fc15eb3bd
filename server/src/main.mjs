// Plain JavaScript: Node loads its compiler of TypeScript, 15 MB in memory, for the first file that isn't in the cache.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** Once the app runs, for whoever starts it next. */
const flushAfterMs = 5_000

// What was compiled once is found the next time, before anything else is loaded; where it can't be kept, it isn't.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
setTimeout(flushCompileCache, flushAfterMs).unref()
await import('./program.ts')
