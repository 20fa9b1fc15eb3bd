import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { Ask } from '@tagalong/contract/features/playdates/asks.contract.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { emptyDraft, type PlaydateDraft, sourceOf } from '../plan/playdate-draft.ts'

/** The most families that can be asked one after the other. */
export const mostFamilies = 6

/** The children of all families that are asked, in order. */
export function orderOf({ otherChildren, further }: Pick<PlaydateDraft, 'otherChildren' | 'further'>) {
  return [...otherChildren.slice(0, 1), ...further]
}

/**
 * Returns the changes of a draft for that order.
 *
 * @param known all children that the viewer may invite
 */
export function withOrder(order: readonly string[], known: readonly CombinedChild[]): Partial<PlaydateDraft> {
  const [first, ...further] = order
  // A child that is alone again is shown in the picker, which has to be at a source that offers it.
  const child = further.length === 0 ? known.find(({ _id }) => _id === first) : undefined
  return {
    otherChildren: first === undefined ? [] : [first],
    further,
    // A series is asked of one family only.
    ...(further.length > 0 && { repeat: null }),
    ...(child && sourceOf(child)),
  }
}

/** Returns the order with one child moved to another position. */
export function moved(order: readonly string[], from: number, to: number): string[] {
  const child = order[from]
  if (child === undefined || to < 0 || to >= order.length) return [...order]
  return order.toSpliced(from, 1).toSpliced(to, 0, child)
}

/** Returns the chosen wait; by default a day if others are asked after the first. */
export function waitOf({ wait, further }: Pick<PlaydateDraft, 'wait' | 'further'>): Wait | 'none' {
  return wait ?? (further.length > 0 ? 'day' : 'none')
}

/** Returns a new request's fields for its wait and order. */
export function askingOf(draft: PlaydateDraft): { wait?: Wait; order?: string[] } {
  if (draft.type !== 'single') return {}
  const wait = waitOf(draft)
  return {
    ...(wait !== 'none' && { wait }),
    ...(draft.further.length > 0 && { order: orderOf(draft) }),
  }
}

/** Returns a draft with the same families in the same order, with the times still to be picked. */
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
