/** Paths of the programs. */
export interface CalendarPrograms {
  vdirsyncer: string
  khal: string
  python: string
}

export function findCalendarPrograms(): CalendarPrograms | undefined
export function ensureCalendarPrograms(): CalendarPrograms
