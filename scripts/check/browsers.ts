import type { Breach } from './breach.ts'
import { isCode, type Node, nameOf, nodes, type Source } from './sources.ts'

/**
 * What the types know and the oldest browsers of `web/vite.config.ts` don't have. What is too new of the language itself
 * stands in no `lib` of the types.
 */
const tooNew = new Map([
  ['URL.parse', 'ask URL.canParse() first, then call new URL()'],
  ['Intl.Segmenter', 'spread the text, or split it'],
])

/** The build makes older syntax of newer one, and nothing of what is called. */
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
