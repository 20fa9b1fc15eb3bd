// npm run build: the web app into web/dist, its files compressed beforehand, its first load held to a budget.
//   --if-stale    only where something that it is made of has changed since
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import { build as buildWithVite } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const web = join(root, 'web')
const dist = join(web, 'dist')
const inputsFile = '.inputs'
const draftPrefix = '.build-'

/** The most gzipped JavaScript that opening /login may load. */
const firstLoadBudget = 100 * 1024
const entry = 'index.html'
const firstScreen = 'src/features/auth/login-screen.tsx'

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

interface Chunk {
  readonly file: string
  readonly imports?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const inputs = hashOfInputs()
if (!process.argv.includes('--if-stale')) await build()
else if (recordedInputs() !== inputs) {
  console.log('Building the web app …')
  await build()
}

async function build(): Promise<void> {
  // Beside the old one until it is whole, so that a failed build changes nothing and a running app never
  // serves half of one.
  const workplace = mkdtempSync(join(web, draftPrefix))
  const draft = join(workplace, 'dist')
  try {
    await buildWithVite({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: true, manifest: true },
    })
    await compress(draft)
    if (!keepsBudget(draft)) {
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

/** Everything that decides what is built: sources, public files, configuration, packages, this script. */
function hashOfInputs(): string {
  const hash = createHash('sha256')
  const files = [
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.base.json'),
    fileURLToPath(import.meta.url),
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

// Static pages are served compressed from the disk. HTML is not: the server writes the brand into it.
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

/** Prints what opening /login loads, and answers whether that is little enough. */
function keepsBudget(folder: string): boolean {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  if (!manifest[entry]) throw new Error(`The manifest has no ${entry}.`)
  const files = new Set([
    ...scriptsOf(join(folder, 'index.html')),
    ...loadedBy(manifest, [entry, firstScreen]),
  ])
  const rows = [...files].map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
  }))
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  const kept = total <= firstLoadBudget
  console.log('JavaScript that opening /login loads, gzipped:')
  for (const { file, bytes } of rows.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${kilobytes(bytes)}  ${file}`)
  console.log(`${kilobytes(total)}  in all, of at most ${kilobytes(firstLoadBudget).trim()}`)
  if (!manifest[firstScreen]) console.log(`(${firstScreen} is no chunk of its own.)`)
  if (!kept) console.error('The first load of /login is over its budget; web/dist was left as it was.')
  return kept
}

/** The files of these chunks and of all that they import statically, each once. */
function loadedBy(manifest: Manifest, names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    waiting.push(...(manifest[name]?.imports ?? []))
  }
  const files = [...seen].flatMap((name) => manifest[name]?.file ?? [])
  return new Set(files.filter((file) => extname(file) === '.js'))
}

function scriptsOf(page: string): string[] {
  const urls = readFileSync(page, 'utf8').matchAll(/(?:src|href)="\/([^"]+\.js)"/g)
  return [...urls].flatMap(([, path]) => path ?? [])
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(7)} KB`
}
