import type { TestApp } from './app.ts'

/**
 * A model's clock counts whole hours from a midnight in Phoenix, where clocks never change. It is always a minute past
 * the hour, so that no time of a playdate is now.
 */
export const phoenix = 'America/Phoenix'
const hour = 3_600_000
const day = 24 * hour
/** Hours behind UTC. */
const offset = 7

export interface ModelClock {
  /** Returns the moment of that hour. */
  instant(hours: number): Date
  /** Returns the hour of that moment. */
  hourOf(moment: Date): number
  /** Returns the day of that hour. */
  dayOf(hours: number): string
}

/** Sets the app's clock to that hour of tomorrow; from there on it is shifted. */
export function startClock({ clock }: TestApp, hours: number): ModelClock {
  const midnight = Math.ceil(Date.now() / day) * day + offset * hour
  clock.shift(midnight + hours * hour + 60_000 - clock.now())
  return {
    instant: (at) => new Date(midnight + at * hour),
    hourOf: (moment) => Math.floor((moment.getTime() - midnight) / hour),
    dayOf: (at) => new Date(midnight + (at - offset) * hour).toISOString().slice(0, 10),
  }
}

export function isNight(at: number): boolean {
  return at % 24 >= 21 || at % 24 < 7
}

/** Returns when a wait of so many hours ends: if that is at night, at 9 am instead. */
export function endOfWait(from: number, hours: number): number {
  const end = from + hours
  if (!isNight(end)) return end
  const midnight = end - (end % 24)
  return midnight + (end % 24 < 7 ? 9 : 33)
}
