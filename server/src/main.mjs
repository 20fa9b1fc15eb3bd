// Plain JavaScript: Node loads its TypeScript compiler (15 MB of memory) for the first .ts file that isn't in the
// cache.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** Late enough that all modules are loaded; the cache is for the next start. */
const flushAfterMs = 5_000

// Must run before anything else is loaded. If the folder can't be written, nothing is cached.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
setTimeout(flushCompileCache, flushAfterMs).unref()
await import('./program.ts')
