import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { isGoing, isMyTurn, isOwner, isPast } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { nextOfSeries } from '@tagalong/contract/features/playdates/series.rules.ts'

export interface PlaydateSections {
  received: Playdate[]
  sent: Playdate[]
  upcoming: Playdate[]
  past: Playdate[]
}

/**
 * Sorts playdates into the four sections of the list, each into one of them. Only an event that the viewer has not
 * answered is in both `received` and `upcoming`. Of a series, only the next date is listed, beside one that began
 * today; past dates are all listed.
 */
export function sortIntoSections(
  pending: readonly Playdate[],
  accepted: readonly Playdate[],
  viewer: { timeZone: string },
  now: number,
): PlaydateSections {
  const requests = pending.filter(({ status }) => status === 'pending')
  const fixed = accepted.filter(isFixed).toSorted((a, b) => timeOf(a) - timeOf(b))
  const unanswered = fixed.filter((each) => isMyTurn(each, now) && each.type === 'group')
  const next = (playdates: readonly Playdate[]) => nextOfSeries(playdates, now)
  const past = fixed.filter(({ acceptedTime }) => isPast(acceptedTime, now, viewer.timeZone))
  const begun = fixed.filter((each) => timeOf(each) <= now && !past.includes(each))
  return {
    received: next([...requests.filter((each) => !isOwner(each)), ...unanswered]).toSorted(
      (a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt),
    ),
    sent: next(requests.filter((each) => isOwner(each))),
    upcoming: [...begun, ...next(fixed.filter((each) => timeOf(each) > now))],
    past: past.toReversed(),
  }
}

/** Returns the first playdate that the viewer goes to and that has not ended yet. */
export function nextPlaydate(accepted: readonly Playdate[], now: number): FixedPlaydate | undefined {
  return accepted
    .filter(isFixed)
    .filter((each) => isGoing(each))
    .filter((each) => timeOf(each) + each.durationMinutes * 60_000 > now)
    .toSorted((a, b) => timeOf(a) - timeOf(b))[0]
}

type FixedPlaydate = Playdate & { acceptedTime: string }

function isFixed(playdate: Playdate): playdate is FixedPlaydate {
  return playdate.status === 'accepted' && playdate.acceptedTime !== null
}

function timeOf(playdate: FixedPlaydate): number {
  return Date.parse(playdate.acceptedTime)
}
