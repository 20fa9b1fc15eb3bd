// Part of the build: the pages that stand there before any script has run, each with the styles that it needs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as buildWithVite } from 'vite'
import type { Chunks } from './chunks.ts'

/** As `web/src/draw-ahead.tsx` exports it. */
interface DrawAhead {
  screens: readonly ScreenAhead[]
  draw: (path: string) => Promise<string>
}

interface ScreenAhead {
  path: string
  title: string | null
  loads: readonly (() => Promise<unknown>)[]
  isEarly: boolean
}

interface DrawnPage {
  /** As the list of routes writes it, for example `/group/:id`; null for every other address. */
  path: string | null
  title: string | null
  content: string
  /** Source files that are loaded beside the entry's, those that bring its frame to life first. */
  sources: readonly string[]
}

const entry = 'src/main.tsx'
/** What the entry fetches at once, whatever the page. */
const library = '../node_modules/react-dom/client.js'
const template = 'index.html'
const drawAhead = 'src/draw-ahead.tsx'
const emptyRoot = '<div id="root"></div>'

interface Folders {
  web: string
  dist: string
  workplace: string
}

/**
 * Writes them below `pages/`, and `pages.json`, which says what is for which path. Everything else gets the page
 * without contents.
 */
export async function drawPages({ web, dist, workplace }: Folders, chunks: Chunks): Promise<void> {
  const page = readFileSync(join(dist, template), 'utf8')
  if (!page.includes(emptyRoot)) throw new Error(`${template} has no empty root element.`)
  const beforeApp = withoutComments(readFileSync(join(web, 'src/before-app.js'), 'utf8'))
  const files: Record<string, string> = {}
  mkdirSync(join(dist, 'pages'))
  for (const drawn of [nowhere, ...(await draw(web, join(workplace, 'ahead')))]) {
    const file = `pages/${nameOf(drawn.path)}.html`
    writeFileSync(join(dist, file), filled(page, drawn, { chunks, dist, beforeApp }))
    files[drawn.path ?? '*'] = file
  }
  writeFileSync(join(dist, 'pages.json'), JSON.stringify(files, null, 2))
}

const nowhere: DrawnPage = { path: null, title: null, content: '', sources: [] }

async function draw(web: string, outDir: string): Promise<DrawnPage[]> {
  await buildWithVite({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: drawAhead,
      outDir,
      manifest: true,
      copyPublicDir: false,
      // Each screen in a file of its own: by that it is known which source file it was.
      rolldownOptions: { output: { codeSplitting: true } },
    },
  })
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const built = pathToFileURL(join(outDir, manifest[drawAhead]?.file ?? '')).href
  const { screens, draw: drawOne } = (await import(built)) as DrawAhead
  const sourcesOf = (loads: ScreenAhead['loads']) => loads.map((load) => sourceOf(load, manifest))
  const pages: DrawnPage[] = []
  for (const { path, title, loads, isEarly } of screens) {
    // Code that can't run here fails the build; a screen would wait for it forever.
    if (isEarly) await Promise.all(loads.map((load) => load()))
    pages.push({ path, title, content: await drawOne(path), sources: sourcesOf(loads) })
  }
  return pages
}

/** By source file what it became. */
type Manifest = Readonly<Record<string, { file: string }>>

/** Which source file an `() => import(…)` fetches. */
function sourceOf(load: () => Promise<unknown>, manifest: Manifest): string {
  const [, file] = /import\(["'`]\.\/([^"'`]+)["'`]\)/.exec(String(load)) ?? []
  const found = Object.entries(manifest).find(([, chunk]) => file && chunk.file.endsWith(file))
  if (!found) throw new Error(`What ${String(load)} loads is no script of its own.`)
  return found[0]
}

function filled(
  page: string,
  { path, title, content, sources }: DrawnPage,
  { chunks, dist, beforeApp }: { chunks: Chunks; dist: string; beforeApp: string },
): string {
  const sheets = chunks.stylesOf([entry, ...sources])
  const styles = sheets.map((file) => readFileSync(join(dist, file), 'utf8').trim()).join('\n')
  const [frame = entry] = sources
  const soon = chunks.scriptsOf([entry, library, frame]).filter((file) => !page.includes(file))
  const later = chunks.scriptsOf(sources).filter((file) => !soon.includes(file) && !page.includes(file))
  const head = [
    `<style>${styles}</style>`,
    // Browsers fetch nothing of an unknown type; the scripts that would bring these styles find them there.
    ...sheets.map((file) => `<link rel="stylesheet" type="text/in-page" href="/${file}">`),
    // After what can be shown, and after the entry, which asks who is there.
    ...soon.map((file) => named(file, 'modulepreload')),
    // Once something can be seen: before-app.js makes them the same.
    ...later.map((file) => named(file, 'later')),
    ...(content === '' ? [] : [`<script>${beforeApp}</script>`]),
  ]
  const root = content === '' ? emptyRoot : `<div id="root" data-path="${path}">${content}</div>`
  return page
    .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `${head.join('\n    ')}\n  </head>`)
    .replace('<title>Tagalong', () => `<title>${title === null ? '' : `${title} · `}Tagalong`)
    .replace(emptyRoot, () => root)
}

function named(script: string, rel: 'modulepreload' | 'later'): string {
  return `<link rel="${rel}" fetchpriority="low" crossorigin href="/${script}">`
}

function nameOf(path: string | null): string {
  if (path === null) return 'any'
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replaceAll(':', '')
}

function withoutComments(script: string): string {
  return script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('//'))
    .join('\n')
    .trim()
}
