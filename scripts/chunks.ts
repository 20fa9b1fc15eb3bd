import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

interface Chunk {
  /** Paths relative to the build's folder. */
  file: string
  imports: readonly string[]
  styles: readonly string[]
  /** Source files, relative to the web app's folder. */
  sources: readonly string[]
}

/** The chunks that a build made from the sources. */
export class Chunks {
  readonly #byFile = new Map<string, Chunk>()

  /** Returns a plugin that records the chunks while Vite builds. */
  recorder(web: string): Plugin {
    return {
      name: 'chunks',
      generateBundle: {
        order: 'post',
        handler: (_options, bundle) => {
          for (const each of Object.values(bundle)) {
            if (each.type !== 'chunk') continue
            this.#byFile.set(each.fileName, {
              file: each.fileName,
              imports: each.imports,
              styles: [...(each.viteMetadata?.importedCss ?? [])],
              sources: Object.keys(each.modules).map((id) => relative(web, id)),
            })
          }
        },
      },
    }
  }

  /** Returns the scripts that contain these source files, and all that they import statically. */
  scriptsOf(sources: readonly string[]): string[] {
    return this.#loadedBy(sources).map(({ file }) => file)
  }

  /** Returns the style sheets of these source files, in loading order. */
  stylesOf(sources: readonly string[]): string[] {
    return [...new Set(this.#loadedBy(sources).flatMap(({ styles }) => styles))]
  }

  /** Returns the source files of a script. */
  sourcesIn(script: string): readonly string[] {
    return this.#byFile.get(script)?.sources ?? []
  }

  #loadedBy(sources: readonly string[]): Chunk[] {
    const seen = new Set<Chunk>()
    const loaded: Chunk[] = []
    const visit = (chunk: Chunk | undefined) => {
      if (!chunk || seen.has(chunk)) return
      seen.add(chunk)
      for (const file of chunk.imports) visit(this.#byFile.get(file))
      loaded.push(chunk)
    }
    for (const source of sources) visit(this.#chunkWith(source))
    return loaded
  }

  #chunkWith(source: string): Chunk {
    const found = [...this.#byFile.values()].find(({ sources }) => sources.includes(source))
    if (!found) throw new Error(`No script brings ${source}.`)
    return found
  }
}

/** A page with all the source files that it loads. */
interface LoadedPage {
  path: string
  /** Also the name of the chunk that only this page needs. */
  name: string
  who: string | null
  sources: readonly string[]
}

/** Modules shared by fewer pages are left to Vite. */
const minPages = 4
/**
 * Modules that import one of these are left to Vite as well, so that no page loads it needlessly. zod is light: all
 * schemas are made of it.
 */
const isHeavy = (id: string) => /\.css$|\/node_modules\/(?!zod\/)/.test(id)

/**
 * Decides which modules share a script, by the pages that need them. Few scripts, since each costs a round trip on a
 * slow line and small ones compress badly. Groups of higher priority take their modules first.
 *
 * @param first paths of the pages that new users see first
 */
export function chunkGroups(
  web: string,
  pages: readonly LoadedPage[],
  first: readonly string[],
): Rolldown.CodeSplittingGroup[] {
  const needing = new Map<string, Set<LoadedPage>>()
  const light = new Map<string, boolean>()
  let importsOf = (_: string): readonly string[] => []

  const group = (priority: number, nameOf: (id: string) => string | undefined) => ({
    priority,
    debugName: `priority ${priority}`,
    name: (id: string, context: Rolldown.ChunkingContext) => {
      if (needing.size === 0) {
        importsOf = (of) => context.getModuleInfo(of)?.importedIds ?? []
        for (const page of pages) for (const source of page.sources) note(join(web, source), page)
      }
      return nameOf(id) ?? null
    },
  })
  const note = (id: string, page: LoadedPage) => {
    const known = needing.get(id) ?? new Set()
    if (known.has(page)) return
    needing.set(id, known.add(page))
    for (const each of importsOf(id)) note(each, page)
  }
  const pagesFor = (id: string) => [...(needing.get(id) ?? [])]
  const isFor = (path: string, id: string) => pagesFor(id).some((page) => page.path === path)
  const audienceOf = (id: string) => new Set(pagesFor(id).map(({ who }) => who ?? 'administrator'))
  const isLight = (id: string): boolean => {
    const known = light.get(id)
    if (known !== undefined) return known
    // For modules that import each other.
    light.set(id, true)
    const is = first.some((path) => isFor(path, id)) || (!isHeavy(id) && importsOf(id).every(isLight))
    light.set(id, is)
    return is
  }
  const own = pages.filter(({ path }) => first.includes(path))

  return [
    // What every page starts with: it fetches the user and shows the page.
    { name: 'base', tags: ['$initial'], test: /^(?!.*\/src\/main\.tsx)/, priority: 7 },
    // What hydrates prerendered pages, and what else a family's first page shares with pages for everyone.
    group(6, (id) => (isFor('/', id) && audienceOf(id).has('anybody') ? 'soon' : undefined)),
    // Each first page's screen, with all it imports.
    group(5, (id) => own.find(({ sources }) => sources.includes(relative(web, id)))?.name),
    // Modules needed by more kinds of users come first: what they import is needed by at least as many.
    ...[4, 3, 2, 1].map((kinds) =>
      group(kinds, (id) => {
        const audience = audienceOf(id)
        const isShared = audience.size === kinds && pagesFor(id).length >= minPages && isLight(id)
        return isShared ? [...audience].toSorted().join('-') : undefined
      }),
    ),
  ]
}
