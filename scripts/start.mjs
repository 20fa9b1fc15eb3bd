// npm start: installs what is missing, then runs the server, which builds the web app if it is stale.
import { join } from 'node:path'
import { root } from './install.mjs'
import { main, runPinned } from './with-node.mjs'

/** Keeps the heap from reserving memory that only the start needs; see docs/performance.md. */
const memory = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--heap-growing-percent=50']
process.env.MALLOC_ARENA_MAX ??= '2'

await main(() => {
  // With a web app from elsewhere, nothing is built here.
  const build = process.env.WEB_DIST ? [] : ['--build']
  return runPinned([...memory, join(root, 'server/src/main.mjs'), ...build], { stopWithParent: true })
})
