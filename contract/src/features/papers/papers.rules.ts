import { m, type Text } from '../../messages.ts'

export const papers = ['terms', 'privacy'] as const
export type Paper = (typeof papers)[number]

/** A version is named after the day from which it counts, as `2026-11-23`. */
export interface Version {
  day: string
  /** What is new, in at most five plain lines; empty for a first version. */
  changes: readonly Text[]
}

/**
 * All versions, oldest first. A new one must be added 14 days or more before its day: everybody is mailed what changes
 * once that release starts. The pages show the newest.
 */
const versions: Record<Paper, readonly Version[]> = {
  terms: [{ day: '2026-11-23', changes: [] }],
  privacy: [{ day: '2026-11-23', changes: [] }],
}

/**
 * Returns the versions of a paper, oldest first.
 * @param trial day of an invented next version, to try out how one is announced
 */
export function versionsOf(paper: Paper, trial?: string): readonly Version[] {
  const known = versions[paper]
  return trial ? [...known, { day: trial, changes: [m.papers_trial] }] : known
}

/** Returns the day of the version that /terms or /privacy shows. */
export function newestVersion(paper: Paper): string {
  return versions[paper].at(-1)?.day ?? ''
}

/**
 * Returns the day of the version that counts today.
 * @param today a date such as `2026-11-23`
 */
export function currentVersion(paper: Paper, today: string, trial?: string): string {
  const all = versionsOf(paper, trial)
  return (all.findLast(({ day }) => day <= today) ?? all[0])?.day ?? ''
}

/** Returns the days of versions that don't count yet, with what they change. */
export function comingVersions(
  today: string,
  trial?: string,
): Map<string, Partial<Record<Paper, readonly Text[]>>> {
  const days = new Map<string, Partial<Record<Paper, readonly Text[]>>>()
  for (const paper of papers) {
    for (const { day, changes } of versionsOf(paper, trial)) {
      if (day > today) days.set(day, { ...days.get(day), [paper]: changes })
    }
  }
  return days
}
