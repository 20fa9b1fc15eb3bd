import { busyOf, momentsOf } from '@tagalong/contract/features/children/away.rules.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { clashesOf, goesThen, type Span } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useDaysAway } from '#features/children/away/away.queries.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useListPlaydates } from './playdate-lists.queries.ts'
import { clashText, warningText } from './playdate-words.ts'

/**
 * Tells what speaks against a span, or null: `Mia has another playdate then`, else that the viewer has one, and that one of
 * the children is away. By what the viewer may see anyway, so it warns and never keeps anybody from anything.
 * @param children ids
 * @param except the playdate that is being looked at or changed
 */
export function useClashes(children: readonly string[], except?: string) {
  const accepted = useListPlaydates('accepted')
  const { data: daysAway = [] } = useDaysAway()
  const { timeZone } = useViewer()
  // On the viewer's clock: another guardian's isn't known.
  const away = daysAway
    .filter((entry) => entry.children.some((child) => children.includes(child)))
    .map((entry) => momentsOf(entry, timeZone))
  const textOf = (playdates: readonly Playdate[] | undefined, span: Span) => {
    const others = (playdates ?? []).filter(({ _id }) => _id !== except)
    const start = Date.parse(span.start)
    const isAway = busyOf({ away }, { start, end: start + span.durationMinutes * 60_000 })
    return warningText({
      clash: clashText(clashesOf(others, children, span)),
      goesThen: goesThen(others, span),
      isAway,
    })
  }
  return {
    clashAt: (span: Span) => textOf(accepted.data, span),
    /** Reads the playdates anew first; where that fails, what was known counts. */
    freshClashAt: async (span: Span) => textOf((await accepted.refetch()).data, span),
  }
}
