import { busyOf, momentsOf } from '@tagalong/contract/features/children/away.rules.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { clashesOf, goesThen, type Span } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useDaysAway } from '#features/children/away/away.queries.ts'
import { useViewer } from '#lib/session/session.tsx'
import { useListPlaydates } from './playdate-lists.queries.ts'
import { clashText, type Warnings, warningText } from './playdate-words.ts'

/**
 * Returns functions that say what speaks against a span; null if nothing does: `Mia has another playdate then`, else
 * that the viewer has one, and that one of the children is away. They know only what the viewer may see, so they warn
 * and never forbid.
 * @param children ids
 * @param except the playdate that is being looked at or changed
 */
export function useClashes(children: readonly string[], except?: string) {
  const accepted = useListPlaydates('accepted')
  const known = useDaysAway()
  const { timeZone } = useViewer()
  // On the viewer's clock, since another guardian's is unknown.
  const away = (known.data ?? [])
    .filter((entry) => entry.children.some((child) => children.includes(child)))
    .map((entry) => momentsOf(entry, timeZone))
  const warningsBy = (playdates: readonly Playdate[] | undefined) => {
    const others = (playdates ?? []).filter(({ _id }) => _id !== except)
    return (span: Span): Warnings => {
      const start = Date.parse(span.start)
      return {
        clash: clashText(clashesOf(others, children, span)),
        goesThen: goesThen(others, span),
        isAway: busyOf({ away }, { start, end: start + span.durationMinutes * 60_000 }),
      }
    }
  }
  const warningsAt = warningsBy(accepted.data)
  /** Refetches the playdates first. If that fails, the known ones count. */
  const freshWarningsAt = async () => warningsBy((await accepted.refetch()).data)
  return {
    warningsAt,
    freshWarningsAt,
    clashAt: (span: Span) => warningText(warningsAt(span)),
    freshClashAt: async (span: Span) => warningText((await freshWarningsAt())(span)),
    /** False until both have been fetched. */
    isKnown: accepted.isFetched && known.isFetched,
  }
}
