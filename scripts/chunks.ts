import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

interface Chunk {
  /** Paths below the folder of the build. */
  file: string
  imports: readonly string[]
  styles: readonly string[]
  /** Source files, from the web app's folder. */
  sources: readonly string[]
}

/** What a build has made of the sources. */
export class Chunks {
  readonly #byFile = new Map<string, Chunk>()

  /** Takes note of them while Vite builds. */
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

  /** The scripts that bring these source files, with all that they import statically. */
  scriptsOf(sources: readonly string[]): string[] {
    return this.#loadedBy(sources).map(({ file }) => file)
  }

  /** Their style sheets, in the order in which they are loaded. */
  stylesOf(sources: readonly string[]): string[] {
    return [...new Set(this.#loadedBy(sources).flatMap(({ styles }) => styles))]
  }

  /** What a script is made of. */
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
  /** What is its alone is called like it. */
  name: string
  who: string | null
  sources: readonly string[]
}

/** What fewer pages than these share is left to Vite. */
const minPages = 4
/** What brings one of these is left to Vite as well: no page is to load it in vain. All schemas are made of zod. */
const isHeavy = (id: string) => /\.css$|\/node_modules\/(?!zod\/)/.test(id)

/**
 * Which modules stand in one script: few files, since on a bad line each one costs a round trip, and small ones compress
 * badly. It follows from the pages that need them. A script of higher priority takes its modules first.
 *
 * @param first the paths of what somebody sees first
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
    // For those that import each other.
    light.set(id, true)
    const is = first.some((path) => isFor(path, id)) || (!isHeavy(id) && importsOf(id).every(isLight))
    light.set(id, is)
    return is
  }
  const own = pages.filter(({ path }) => first.includes(path))

  return [
    // What every page begins with: it asks who is there, and shows what there is.
    { name: 'base', tags: ['$initial'], test: /^(?!.*\/src\/main\.tsx)/, priority: 7 },
    // What hydrates them, and what else a family's first page shares with those for anybody.
    group(6, (id) => (isFor('/', id) && audienceOf(id).has('anybody') ? 'soon' : undefined)),
    // With all that its screen imports.
    group(5, (id) => own.find(({ sources }) => sources.includes(relative(web, id)))?.name),
    // What more kinds of people need takes first: what it imports is needed by no fewer.
    ...[4, 3, 2, 1].map((kinds) =>
      group(kinds, (id) => {
        const audience = audienceOf(id)
        const isShared = audience.size === kinds && pagesFor(id).length >= minPages && isLight(id)
        return isShared ? [...audience].toSorted().join('-') : undefined
      }),
    ),
  ]
}
