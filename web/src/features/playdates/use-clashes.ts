import type { Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { clashesOf, type Span } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useListPlaydates } from './playdate-lists.queries.ts'
import { clashText } from './playdate-words.ts'

/**
 * Tells which of the children have another playdate in a span: `Mia has another playdate then`, or null. By what the
 * viewer may see anyway, so it warns and never keeps anybody from anything.
 * @param children ids
 * @param except the playdate that is being looked at or changed
 */
export function useClashes(children: readonly string[], except?: string) {
  const accepted = useListPlaydates('accepted')
  const textOf = (playdates: readonly Playdate[] | undefined, span: Span) => {
    const others = (playdates ?? []).filter(({ _id }) => _id !== except)
    return clashText(clashesOf(others, children, span))
  }
  return {
    clashAt: (span: Span) => textOf(accepted.data, span),
    /** Reads the playdates anew first; where that fails, what was known counts. */
    freshClashAt: async (span: Span) => textOf((await accepted.refetch()).data, span),
  }
}
