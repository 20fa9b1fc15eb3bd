import type { Breach } from './breach.ts'
import { isCode, type Node, nameOf, nodes, type Source } from './sources.ts'

/**
 * APIs that the types declare and the oldest browsers of `web/vite.config.ts` lack. New language features needn't be
 * listed: the types' `lib` excludes them.
 */
const tooNew = new Map([
  ['URL.parse', 'ask URL.canParse() first, then call new URL()'],
  ['Intl.Segmenter', 'spread the text, or split it'],
])

/** Needed because the build lowers newer syntax but adds no polyfills. */
export function checkBrowsers(sources: readonly Source[]): Breach[] {
  return sources
    .filter(
      ({ path }) => /^(?:web|contract)\/src\//.test(path) && isCode(path) && !/\.test\.tsx?$/.test(path),
    )
    .flatMap((source) =>
      [...nodes(source)].flatMap((node) => {
        const advice = tooNew.get(memberOf(node) ?? '')
        return advice ? [{ path: source.path, rule: 'older-browsers', advice }] : []
      }),
    )
}

function memberOf({ type, object, property }: Node): string | undefined {
  return type === 'MemberExpression' ? `${nameOf(object)}.${nameOf(property)}` : undefined
}
