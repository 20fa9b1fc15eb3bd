import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, defaultClientConditions, type Plugin } from 'vite'

/** There are many flags, and each is shown to few users. */
const leftOut = /country-flag-icons/
const kept = /\.(?:js|css|woff2|svg|png)$/

/**
 * Builds the service worker with the app. The worker knows the names of all the app's files, and the version that the
 * page has too.
 */
export function workerPlugin({ root, entry }: { root: string; entry: string }): Plugin {
  const publicDir = join(root, 'public')
  let version = ''
  let isApp = false
  return {
    name: 'worker',
    apply: 'build',
    configResolved(config) {
      isApp = config.root === root && !config.build.ssr
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!isApp || !bundle) return undefined
        const hash = createHash('sha256').update(html).update(Object.keys(bundle).toSorted().join())
        for (const name of readdirSync(publicDir).toSorted()) hash.update(readFileSync(join(publicDir, name)))
        version = hash.digest('hex').slice(0, 12)
        return [{ tag: 'meta', attrs: { name: 'version', content: version }, injectTo: 'head' }]
      },
    },
    async writeBundle({ dir }, bundle) {
      if (!isApp || !dir) return
      const built = Object.values(bundle)
        .filter((each) => each.type === 'chunk' || !each.originalFileNames.some((name) => leftOut.test(name)))
        .map(({ fileName }) => fileName)
      const files = [...built, ...readdirSync(publicDir)].filter((name) => kept.test(name))
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        // Each text is in a file of its own, since the worker needs only one.
        resolve: { conditions: ['split', ...defaultClientConditions] },
        define: {
          __VERSION__: JSON.stringify(version),
          __FILES__: JSON.stringify(files.map((name) => `/${name}`).toSorted()),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}
