// Part of the build: prerenders pages, each with the styles that it needs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as buildWithVite } from 'vite'
import { m } from '../contract/src/messages.ts'
import { type Language, languages } from '../contract/src/values/language.ts'
import type { Page } from '../web/src/app/prerender/page.ts'
import type { Chunks } from './chunks.ts'

export interface PrerenderedPage extends Omit<Page, 'loads' | 'title'> {
  name: string
  language: Language
  title: string | null
  content: string
  /** Source files loaded besides the entry's; those of its frame first. */
  sources: readonly string[]
}

/** The exports of `web/src/app/prerender/entry.tsx`. */
interface EntryForNode {
  pages: readonly Page[]
  render: (page: Page, language: Language) => Promise<{ title: string | null; content: string }>
}

/** The entry and what it imports at once on every page. */
export const always: readonly string[] = ['src/main.tsx', '../node_modules/react-dom/client.js']
const template = 'index.html'
const folder = 'src/app/prerender'
const emptyRoot = '<div id="root"></div>'
/** For all addresses without their own page. */
const other = { path: '*', name: 'any', title: null, who: null, content: '', sources: [] }

/** Builds the app for Node into `outDir`, and renders each page with it. */
export async function prerender(web: string, outDir: string): Promise<PrerenderedPage[]> {
  await buildWithVite({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: `${folder}/entry.tsx`,
      outDir,
      manifest: true,
      copyPublicDir: false,
      // Each screen in its own file, so that its source file can be told from it.
      rolldownOptions: { output: { codeSplitting: true } },
    },
  })
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const built = pathToFileURL(join(outDir, manifest[`${folder}/entry.tsx`]?.file ?? '')).href
  const { pages, render } = (await import(built)) as EntryForNode
  const rendered: PrerenderedPage[] = []
  for (const page of pages) {
    const sources = page.loads.map((load) => sourceOf(load, manifest))
    const name = nameOf(page.path)
    // Pages rendered only in the browser, those of administrators, are in English.
    for (const language of page.who === null ? (['en'] as const) : languages)
      rendered.push({ ...page, ...(await render(page, language)), name, language, sources })
  }
  return rendered
}

/** The built file of each source file. */
type Manifest = Readonly<Record<string, { file: string }>>

/** Returns the source file that an `() => import(…)` loads. */
function sourceOf(load: () => Promise<unknown>, manifest: Manifest): string {
  const [, file] = /import\(["'`]\.\/([^"'`]+)["'`]\)/.exec(String(load)) ?? []
  const found = Object.entries(manifest).find(([, chunk]) => file && chunk.file.endsWith(file))
  if (!found) throw new Error(`What ${String(load)} loads is no script of its own.`)
  return found[0]
}

/**
 * Writes the pages below `pages/`, and `pages.json`, which maps paths to them by language. All other paths get the page
 * without contents.
 */
export function writePages(
  { web, dist }: { web: string; dist: string },
  pages: readonly PrerenderedPage[],
  chunks: Chunks,
): void {
  const empty = readFileSync(join(dist, template), 'utf8')
  if (!empty.includes(emptyRoot)) throw new Error(`${template} has no empty root element.`)
  const beforeApp = withoutComments(readFileSync(join(web, folder, 'before-app.js'), 'utf8'))
  const files: Record<Language, Record<string, string>> = { en: {}, es: {} }
  mkdirSync(join(dist, 'pages'))
  for (const page of [...languages.map((language) => ({ ...other, language })), ...pages]) {
    const file = `pages/${page.name}.${page.language}.html`
    writeFileSync(join(dist, file), filled(empty, page, { chunks, dist, beforeApp }))
    files[page.language][page.path] = file
  }
  const all = { en: files.en, es: { ...files.en, ...files.es } }
  writeFileSync(join(dist, 'pages.json'), JSON.stringify(all, null, 2))
}

function filled(
  empty: string,
  { path, language, title, who, content, sources }: PrerenderedPage,
  { chunks, dist, beforeApp }: { chunks: Chunks; dist: string; beforeApp: string },
): string {
  const sheets = chunks.stylesOf([...always, ...sources])
  const styles = sheets.map((file) => readFileSync(join(dist, file), 'utf8').trim()).join('\n')
  const isThere = (file: string) => empty.includes(file)
  // Without contents there is no first paint to wait for.
  const atOnce = who === null ? sources : sources.slice(0, 1)
  const soon = chunks.scriptsOf([...always, ...atOnce]).filter((file) => !isThere(file))
  const later = chunks.scriptsOf(sources).filter((file) => !soon.includes(file) && !isThere(file))
  const head = [
    `<style>${styles}</style>`,
    // Browsers don't fetch links of an unknown type, and the scripts that would load these styles find them present.
    ...sheets.map((file) => `<link rel="stylesheet" type="text/in-page" href="/${file}">`),
    // After the visible content, and after the entry, which fetches the user.
    ...soon.map((file) => named(file, 'modulepreload')),
    // Once something is visible: before-app.js turns them into the same.
    ...later.map((file) => named(file, 'later')),
    ...(who === null ? [] : [`<script>${beforeApp}</script>`]),
  ]
  const root =
    who === null ? emptyRoot : `<div id="root" data-path="${path}" data-who="${who}">${content}</div>`
  const texts: [english: string, translated: string][] = [
    ['<html lang="en">', `<html lang="${language}">`],
    [m.app_description({}, { locale: 'en' }), m.app_description({}, { locale: language })],
    [m.app_needs_javascript({}, { locale: 'en' }), m.app_needs_javascript({}, { locale: language })],
  ]
  const page = texts
    .reduce((page, [there, here]) => replacedOnce(page, there, here), empty)
    .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `${head.join('\n    ')}\n  </head>`)
    .replace('<title>Tagalong', () => `<title>${title === null ? '' : `${title} · `}Tagalong`)
    .replace(emptyRoot, () => root)
  return who === 'visitor' ? page.replace(/\s*<noscript>.*<\/noscript>/, '') : page
}

function replacedOnce(page: string, there: string, here: string): string {
  if (!page.includes(there)) throw new Error(`${template} lacks ${there}.`)
  return page.replace(there, () => here)
}

function named(script: string, rel: 'modulepreload' | 'later'): string {
  return `<link rel="${rel}" fetchpriority="low" crossorigin href="/${script}">`
}

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replaceAll(':', '').replace('*', 'any')
}

function withoutComments(script: string): string {
  return script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('//'))
    .join('\n')
    .trim()
}
