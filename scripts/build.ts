// npm run build: builds the web app into web/dist, compresses its files, and checks the budgets of its first loads.
// --if-stale    only if any of its inputs has changed
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as buildWithVite } from 'vite'
import { checkPages, firstPages } from './budgets.ts'
import { Chunks, chunkGroups } from './chunks.ts'
import { draftPrefix, makeDraftFolder } from './draft-folder.ts'
import { always, prerender, writePages } from './prerender.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const web = join(root, 'web')
const dist = join(web, 'dist')
const inputsFile = '.inputs'

const compressible = new Set([
  '.js',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.ico',
  '.map',
  '.wasm',
])
const smallestCompressed = 1024

const inputs = hashOfInputs()
if (!process.argv.includes('--if-stale')) await build()
else if (recordedInputs() !== inputs) {
  console.log('Building the web app …')
  await build()
}

async function build(): Promise<void> {
  // Built beside the old one, so that a failed build changes nothing and a running app never serves half of a build.
  const workplace = makeDraftFolder(web)
  const draft = join(workplace, 'dist')
  const chunks = new Chunks()
  try {
    const pages = await prerender(web, join(workplace, 'for-node'))
    const loaded = pages
      .filter(({ language }) => language === 'en')
      .map((page) => ({ ...page, sources: [...always, ...page.sources] }))
    await buildWithVite({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      plugins: [chunks.recorder(web)],
      build: {
        outDir: draft,
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups(web, loaded, firstPages) },
            // The first script names some 150 others, and hashes don't compress. 7 is Rolldown's shortest possible
            // hash.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
        },
      },
    })
    writePages({ web, dist: draft }, pages, chunks)
    await compress(draft)
    if (!keepsBudgets(draft, chunks)) {
      process.exitCode = 1
      return
    }
    writeFileSync(join(draft, inputsFile), inputs)
    if (existsSync(dist)) renameSync(dist, join(workplace, 'old'))
    renameSync(draft, dist)
  } finally {
    rmSync(workplace, { recursive: true, force: true })
  }
}

/**
 * Returns a hash of everything that affects the build: sources, public files, configuration, packages, these scripts.
 */
function hashOfInputs(): string {
  const hash = createHash('sha256')
  const files = [
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.base.json'),
    fileURLToPath(import.meta.url),
    join(root, 'scripts/prerender.ts'),
    join(root, 'scripts/chunks.ts'),
    join(root, 'scripts/budgets.ts'),
    ...filesIn(web),
    ...filesIn(join(root, 'contract')),
  ]
  for (const file of files.filter((each) => existsSync(each)).toSorted()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name)
    if (!each.isDirectory()) return each.isFile() ? [path] : []
    const made = each.name === 'node_modules' || each.name === 'dist' || each.name.startsWith(draftPrefix)
    return made ? [] : filesIn(path)
  })
}

function recordedInputs(): string | undefined {
  const file = join(dist, inputsFile)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

// Static pages are served compressed from disk. HTML is not: the server writes the brand into it.
async function compress(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const paths = names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name))
  const worthIt = paths.filter(
    (path) =>
      compressible.has(extname(path)) && statSync(path).isFile() && statSync(path).size >= smallestCompressed,
  )
  await Promise.all(
    worthIt.map(async (path) => {
      const content = readFileSync(path)
      const best = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: best }),
        promisify(gzip)(content, { level: 9 }),
      ])
      writeFileSync(`${path}.br`, br)
      writeFileSync(`${path}.gz`, gz)
    }),
  )
}

/** Prints what opening each page costs, and returns whether all are within budget. */
function keepsBudgets(folder: string, chunks: Chunks): boolean {
  const { lines, tooMuch } = checkPages(folder, (script) => chunks.sourcesIn(script))
  console.log('   scripts       page  requests  of opening, in brotli')
  for (const line of lines) console.log(line)
  for (const line of tooMuch) console.error(line)
  if (tooMuch.length > 0)
    console.error('That is over the budget (scripts/budgets.ts); web/dist was left as it was.')
  return tooMuch.length === 0
}
