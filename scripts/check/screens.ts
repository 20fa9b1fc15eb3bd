import type { Breach } from './breach.ts'
import type { Source } from './sources.ts'

const routes = 'web/src/app/routes.tsx'
const walk = 'e2e/walk.ts'

/** Checks that every screen except administrators' is visited in Spanish and in the pseudo-locale. */
export function checkScreens(sources: readonly Source[]): Breach[] {
  const textOf = (wanted: string) => {
    const source = sources.find(({ path }) => path === wanted)
    if (!source) throw new Error(`${wanted} is not there: name its new place in scripts/check/screens.ts`)
    return source.text
  }
  const walked = textOf(walk)
  // What follows a colon varies.
  return [...textOf(routes).matchAll(/\bscreen\(\s*'(\/[^':]*)/g)]
    .flatMap(([, path]) => path ?? [])
    .filter(
      (path) => !path.startsWith('/admin') && !walked.includes(`'${path}`) && !walked.includes(`\`${path}`),
    )
    .map((path) => ({
      path: walk,
      rule: 'walked-screen',
      advice: `open ${path}, with its dialogs and prompts`,
    }))
}
