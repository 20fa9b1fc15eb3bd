import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Language } from '@tagalong/contract/values/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { variesByLanguage } from '../server/languages.ts'
import { allowInline } from '../server/security.ts'

type Encoding = 'br' | 'gzip'

/** A page of the web app as this server serves it. */
interface Page {
  text: string
  tag: string
  /** Hashes of what is inline in the page, as the content security policy names it. */
  styles: readonly string[]
  scripts: readonly string[]
  /** Made on the first request. */
  compressed: Map<Encoding, Promise<Buffer>>
}

export interface Pages {
  /** Returns the page of a path without its query. */
  find: (path: string, language: Language) => Page
}

/** The name of this installation, and the number that its families call in danger. */
export interface PlaceWords {
  brand: string
  emergencyNumber: string
}

/** Reads the pages that the build has prerendered, with this installation's words in them; null if nothing is built. */
export async function readPages(dist: string, words: PlaceWords): Promise<Pages | null> {
  if (!existsSync(join(dist, 'index.html'))) return null
  const files = existsSync(join(dist, 'pages.json'))
    ? (JSON.parse(await readFile(join(dist, 'pages.json'), 'utf8')) as Record<Language, Files>)
    : { en: { '*': 'index.html' }, es: { '*': 'index.html' } }
  const finders = { en: await readFinder(dist, files.en, words), es: await readFinder(dist, files.es, words) }
  return { find: (path, language) => finders[language](path) }
}

/** Files by path, as in `pages.json`. */
type Files = Record<string, string>

async function readFinder(dist: string, files: Files, words: PlaceWords): Promise<(path: string) => Page> {
  const read = await Promise.all(
    Object.entries(files).map(async ([path, file]) => {
      const text = filled(await readFile(join(dist, file), 'utf8'), words)
      return { path, matches: matcherOf(path), page: pageOf(text) }
    }),
  )
  const other = read.find(({ path }) => path === '*')?.page
  if (!other) throw new Error('The web app has no page for addresses without one of their own.')
  const exact = new Map(read.map(({ path, page }) => [path, page]))
  return (path) => exact.get(path) ?? read.find(({ matches }) => matches.test(path))?.page ?? other
}

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): Promise<FastifyReply> {
  allowInline(reply, page)
  reply.headers({ 'Cache-Control': 'no-cache', ETag: page.tag, Vary: `Accept-Encoding, ${variesByLanguage}` })
  if (request.headers['if-none-match'] === page.tag) return reply.status(304).send()
  reply.type('text/html; charset=utf-8')
  const encoding = encodingOf(request)
  if (!encoding) return reply.send(page.text)
  return reply.header('Content-Encoding', encoding).send(await compressed(page, encoding))
}

/**
 * Returns the pattern for a path of `pages.json`: `/group/:id` matches `/group/` and one more part, `/admin/*`
 * everything below it. `*` matches nothing here: its page is for all other paths.
 */
function matcherOf(path: string): RegExp {
  if (path === '*') return /(?!)/
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
}

function pageOf(text: string): Page {
  const hash = (contents: string) => `'sha256-${createHash('sha256').update(contents).digest('base64')}'`
  const inside = (tag: string) =>
    [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, contents = '']) =>
      hash(contents),
    )
  return {
    text,
    tag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
    styles: inside('style'),
    scripts: inside('script'),
    compressed: new Map(),
  }
}

/** Fills this installation's words into a page. The name may be in capitals in a heading. */
function filled(text: string, { brand, emergencyNumber }: PlaceWords): string {
  return text
    .replaceAll('Tagalong', () => escapedForHtml(brand))
    .replaceAll('TAGALONG', () => escapedForHtml(brand.toUpperCase()))
    .replace('name="emergency-number" content="911"', `name="emergency-number" content="${emergencyNumber}"`)
}

function escapedForHtml(brand: string): string {
  return brand.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function encodingOf({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '').split(/[,;\s]+/)
  return (['br', 'gzip'] as const).find((each) => accepted.includes(each))
}

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

function compressed({ text, compressed: made }: Page, encoding: Encoding): Promise<Buffer> {
  const known = made.get(encoding)
  if (known) return known
  const bytes = encoding === 'br' ? promisify(brotliCompress)(text, quality) : promisify(gzip)(text)
  made.set(encoding, bytes)
  return bytes
}
