import { deadline } from './waits.rules.ts'

const hour = 3_600_000
/** From then on whoever fits is asked, and has two hours. */
const soon = 72 * hour
/** From then on nobody is asked: a yes takes what is free. */
const lastHours = 2 * hour
/** The last offer ends so long before the start. */
const lastCall = hour

/** Moments are milliseconds since 1970. */
export function isOpenToAll(start: number, now: number): boolean {
  return start - now <= lastHours
}

/**
 * Who of those that wait is offered spots now, in the order of the line: while it is far away nobody is passed but who
 * doesn't fit at all any more; later it is the first whose whole party fits.
 * @param most how many children of families the event has room for
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
 * Until when an offer made now keeps its spots, on the clock of the event's owner: it never ends at night.
 * @param heard when the family hears of it: one that is not to be disturbed has an hour from then on
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
  /** How many children are to come. */
  size: number
  /** Spots that the family has, or that are kept for it. */
  held: number
  isInLine: boolean
  othersWait: boolean
}

interface Room {
  capacity: number | null
  taken: number
  /** The owner's own children. */
  owners: number
  start: number
  now: number
}

/** What becomes of a yes; a number where that is all there is room for, so that the family has to pick. */
export function answerTo(
  { size, held, isInLine, othersWait }: Asking,
  { capacity, taken, owners, start, now }: Room,
): 'accepted' | 'waiting' | { room: number } {
  if (capacity === null || size <= held) return 'accepted'
  const isOpen = isOpenToAll(start, now) || !(othersWait || isInLine)
  const room = Math.max(capacity - taken, 0) + held
  if (isOpen && size <= room) return 'accepted'
  // What one has isn't given up for a place in line.
  if (held > 0) return { room: isOpen ? room : held }
  if (isOpen && !isInLine && room > 0) return { room }
  const most = capacity - owners
  return size > most && most > 0 ? { room: most } : 'waiting'
}
