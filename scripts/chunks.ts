import { relative } from 'node:path'
import type { Plugin } from 'vite'

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
