// Part of the build: limits what opening each page may cost. The figures follow from the targets in
// docs/performance-pages.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

interface Budget {
  /** Scripts that the page names, in brotli bytes. */
  script: number
  /** The page itself with its styles and contents, in brotli bytes. */
  page: number
  /** The page, its scripts and its font. */
  requests: number
  /** Libraries that the page must not load. */
  without: RegExp
}

const kilobyte = 1024
const heavy = /node_modules\/(?:zod|react-aria|@react-aria|@react-stately|libphonenumber-js|react-easy-crop)/
const budgets: Readonly<Record<string, Budget>> = {
  '/login': {
    // 83.3 before there were two languages, which took 4. The names of files alone make the actual 88.2 vary by 0.1.
    script: 88.4 * kilobyte,
    page: 13.5 * kilobyte,
    requests: 6,
    without: new RegExp(`${heavy.source}|node_modules/@tanstack`),
  },
  '/': { script: 115 * kilobyte, page: 15.5 * kilobyte, requests: 6, without: heavy },
}
/** The pages that new users see first. */
export const firstPages: readonly string[] = Object.keys(budgets)
/** Planning, and all that a playdate may show: 163 before series, spots and orders, 170 since. */
const ofPlaydates = /^\/(edit-playdate|view-playdate-information)\//
/** Budget of all other pages. */
const otherwise: Budget = {
  script: 163 * kilobyte,
  page: 16.5 * kilobyte,
  requests: 35,
  without: /node_modules\/libphonenumber-js/,
}
const ofPlanning: Budget = { ...otherwise, script: 170.5 * kilobyte }
/** Administrators' lists include code to look things up. */
const ofAdministrators: Budget = { ...otherwise, script: 228 * kilobyte }

interface Bill {
  path: string
  script: number
  page: number
  requests: number
  sources: readonly string[]
}

/**
 * Checks each page of `pages.json`. Returns a line with each page's cost, the most expensive last, and a line for each
 * excess.
 *
 * @param sourcesOf returns the source files of a script
 */
export function checkPages(
  dist: string,
  sourcesOf: (script: string) => readonly string[],
): { lines: string[]; tooMuch: string[] } {
  const pages = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const sizes = new Map<string, number>()
  // Cached: most scripts belong to many pages, and compression is slow.
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? compressedSize(join(dist, file))
    sizes.set(file, size)
    return size
  }
  const bills = Object.values(pages)
    .flatMap((files) => Object.entries(files))
    .map(([path, file]) =>
      billOf(path, { html: readFileSync(join(dist, file), 'utf8'), page: sizeOf(file), sizeOf, sourcesOf }),
    )
  return {
    lines: bills
      .toSorted((a, b) => a.script - b.script)
      .map(
        ({ path, script, page, requests }) =>
          `${kilobytes(script)} ${kilobytes(page)} ${String(requests).padStart(9)}  ${path}`,
      ),
    tooMuch: bills.flatMap(excessOf),
  }
}

function billOf(
  path: string,
  {
    html,
    page,
    sizeOf,
    sourcesOf,
  }: {
    html: string
    page: number
    sizeOf: (file: string) => number
    sourcesOf: (script: string) => readonly string[]
  },
): Bill {
  const named = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="\/(assets\/[^"]+\.(?:js|woff2))"/g)]
  const files = [...new Set(named.flatMap(([, file]) => file ?? []))]
  const scripts = files.filter((file) => file.endsWith('.js'))
  return {
    path,
    script: scripts.reduce((sum, file) => sum + sizeOf(file), 0),
    page,
    requests: files.length + 1,
    sources: scripts.flatMap(sourcesOf),
  }
}

function excessOf({ path, script, page, requests, sources }: Bill): string[] {
  const budget = budgets[path] ?? budgetOf(path)
  const needless = sources.find((source) => budget.without.test(source))
  return [
    ...(script > budget.script
      ? [`${path} loads${kilobytes(script)} of scripts, of at most${kilobytes(budget.script)}`]
      : []),
    ...(page > budget.page
      ? [`${path} is a page of${kilobytes(page)}, of at most${kilobytes(budget.page)}`]
      : []),
    ...(requests > budget.requests
      ? [`${path} makes ${requests} requests, of at most ${budget.requests}`]
      : []),
    ...(needless ? [`${path} loads ${needless}, which it does not need`] : []),
  ]
}

function budgetOf(path: string): Budget {
  if (/^\/admin\b/.test(path)) return ofAdministrators
  return ofPlaydates.test(path) ? ofPlanning : otherwise
}

function compressedSize(path: string): number {
  return brotliCompressSync(readFileSync(path)).length
}

function kilobytes(bytes: number): string {
  return `${(bytes / kilobyte).toFixed(1).padStart(7)} KB`
}
