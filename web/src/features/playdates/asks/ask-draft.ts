import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { Ask } from '@tagalong/contract/features/playdates/asks.contract.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { emptyDraft, type PlaydateDraft, sourceOf } from '../plan/playdate-draft.ts'

/** At most so many families are asked one after the other. */
export const mostFamilies = 6

/** All who are asked, in order. */
export function orderOf({ otherChildren, further }: Pick<PlaydateDraft, 'otherChildren' | 'further'>) {
  return [...otherChildren.slice(0, 1), ...further]
}

/** @param known all whom the viewer may invite */
export function withOrder(order: readonly string[], known: readonly CombinedChild[]): Partial<PlaydateDraft> {
  const [first, ...further] = order
  // Alone again it is picked where it is on offer.
  const child = further.length === 0 ? known.find(({ _id }) => _id === first) : undefined
  return {
    otherChildren: first === undefined ? [] : [first],
    further,
    // A series is asked of one family.
    ...(further.length > 0 && { repeat: null }),
    ...(child && sourceOf(child)),
  }
}

/** That child at another place of the order. */
export function moved(order: readonly string[], from: number, to: number): string[] {
  const child = order[from]
  if (child === undefined || to < 0 || to >= order.length) return [...order]
  return order.toSpliced(from, 1).toSpliced(to, 0, child)
}

/** As chosen; otherwise a day where others are asked after the first. */
export function waitOf({ wait, further }: Pick<PlaydateDraft, 'wait' | 'further'>): Wait | 'none' {
  return wait ?? (further.length > 0 ? 'day' : 'none')
}

/** What a new request says of its wait and of who is asked next. */
export function askingOf(draft: PlaydateDraft): { wait?: Wait; order?: string[] } {
  if (draft.type !== 'single') return {}
  const wait = waitOf(draft)
  return {
    ...(wait !== 'none' && { wait }),
    ...(draft.further.length > 0 && { order: orderOf(draft) }),
  }
}

/** The same families in the same order, at times that are still to be found. */
export function askAgainDraftOf(ask: Ask, known: readonly CombinedChild[]): PlaydateDraft {
  const { option1, option2, option3 } = ask.proposedLocations
  const order = ask.steps.map(({ child }) => child._id).filter((id) => known.some(({ _id }) => _id === id))
  return {
    ...emptyDraft,
    type: 'single',
    ownChildren: ask.ownChildren,
    locations: [option1 ?? '', option2 ?? '', option3 ?? ''],
    durationMinutes: ask.durationMinutes,
    wait: ask.wait ?? 'none',
    stay: ask.stay,
    ...withOrder(order, known),
  }
}
