import { deadline } from './waits.rules.ts'

const hour = 3_600_000
/** From this long before the start, the first parties that fit get offers, for two hours each. */
const soon = 72 * hour
/** From this long before the start, nothing is offered: a yes takes what is free. */
const lastHours = 2 * hour
/** The last offer ends this long before the start. */
const lastCall = hour

/** True if a yes takes a free spot without an offer. Milliseconds since 1970. */
export function isOpenToAll(start: number, now: number): boolean {
  return start - now <= lastHours
}

/**
 * Returns the parties to offer spots to now, in the order of the line. Long before the start only a party too big for
 * the event is passed over; later, any party that doesn't fit into what is left.
 * @param most how many children of invited families the event has room for
 */
export function offeredNow<Party extends { size: number }>(
  line: readonly Party[],
  { free, most, start, now }: { free: number; most: number; start: number; now: number },
): Party[] {
  if (isOpenToAll(start, now)) return []
  const passes = start - now <= soon
  const offered: Party[] = []
  let left = free
  for (const party of line) {
    if (party.size <= left) {
      offered.push(party)
      left -= party.size
    } else if (!passes && party.size <= most) break
  }
  return offered
}

/**
 * Returns until when an offer made now keeps its spots. An end at night is moved to the morning on the owner's clock,
 * but to no later than an hour before the start.
 * @param heard when the family is notified; during quiet hours it gets at least an hour from then on
 */
export function offerEnd(
  now: number,
  start: number,
  { zone, heard }: { zone: string; heard: number },
): number {
  const end = deadline(now, { hours: start - now <= soon ? 2 : 24 }, zone)
  const afterQuiet = heard > now ? deadline(heard, { hours: 1 }, zone) : end
  return Math.min(Math.max(end, afterQuiet), start - lastCall)
}

interface Asking {
  /** Number of children who want to come. */
  size: number
  /** Spots that the family has or that are kept for it. */
  held: number
  isInLine: boolean
  othersWait: boolean
}

interface Room {
  capacity: number | null
  taken: number
  /** Number of the owner's own children. */
  owners: number
  start: number
  now: number
}

/** Returns the result of a yes. `room` is how many children fit, if the family has to choose. */
export function answerTo(
  { size, held, isInLine, othersWait }: Asking,
  { capacity, taken, owners, start, now }: Room,
): 'accepted' | 'waiting' | { room: number } {
  if (capacity === null || size <= held) return 'accepted'
  const isOpen = isOpenToAll(start, now) || !(othersWait || isInLine)
  const room = Math.max(capacity - taken, 0) + held
  if (isOpen && size <= room) return 'accepted'
  // A family keeps the spots it has instead of going into the line.
  if (held > 0) return { room: isOpen ? room : held }
  if (isOpen && !isInLine && room > 0) return { room }
  const most = capacity - owners
  return size > most && most > 0 ? { room: most } : 'waiting'
}
