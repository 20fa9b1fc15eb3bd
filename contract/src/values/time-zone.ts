/** True for names that this machine's Intl knows. Offsets such as `+05:00` are not names. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && resolvedZone(name) !== ''
}

/** Returns Intl's name of the zone; empty if there is no such zone. */
export function resolvedZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}

/** Wall time. `month` counts from 1, `weekday` from 0 = Sunday. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  weekday: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(zone: string): Intl.DateTimeFormat {
  let known = formatters.get(zone)
  if (!known) {
    known = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, known)
  }
  return known
}

/**
 * Returns the wall time in the zone, for years from 1 on.
 * @param instant milliseconds since 1970
 */
export function wallTime(instant: number, zone: string): WallTime {
  const read = { year: 0, month: 0, day: 0, hour: 0, minute: 0 }
  for (const { type, value } of formatter(zone).formatToParts(instant)) {
    if (type in read) read[type as keyof typeof read] = Number(value)
  }
  const weekday = new Date(Date.UTC(read.year, read.month - 1, read.day)).getUTCDay()
  return { ...read, weekday }
}

/** Returns how far the zone is ahead of UTC at that instant, in milliseconds. */
function offset(instant: number, zone: string): number {
  const wall = wallTime(instant, zone)
  const minute = Math.floor(instant / 60_000) * 60_000
  return Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute) - minute
}

/**
 * Returns the first moment at which the zone shows that wall time, in milliseconds since 1970. A time skipped by a
 * clock change is moved on by the skipped span: 2:30 gives 3:30 if the clocks go from 2 to 3. Days outside the month
 * roll over, as in Date.UTC.
 */
export function instantOf(
  wall: Pick<WallTime, 'year' | 'month' | 'day' | 'hour'> & { minute?: number },
  zone: string,
): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute ?? 0)
  const before = offset(asUtc - 86_400_000, zone)
  const after = offset(asUtc + 86_400_000, zone)
  // The larger offset gives the earlier moment: it wins if an hour of wall time occurs twice.
  for (const each of before >= after ? [before, after] : [after, before]) {
    if (offset(asUtc - each, zone) === each) return asUtc - each
  }
  return asUtc - before
}
