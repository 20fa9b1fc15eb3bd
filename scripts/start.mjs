// npm start: install what is missing, build the web app where it is stale, run the server.
import { join } from 'node:path'
import { root } from './install.mjs'
import { main, runPinned } from './with-node.mjs'

await main(async () => {
  // With a web app from elsewhere there is nothing to build here.
  if (!process.env.WEB_DIST) {
    const built = await runPinned([join(root, 'scripts/build.ts'), '--if-stale'])
    if (built !== 0) return built
  }
  return runPinned([join(root, 'server/src/main.ts')], { stopWithParent: true })
})
