import { m, type Text } from '../../messages.ts'

export const papers = ['terms', 'privacy'] as const
export type Paper = (typeof papers)[number]

/** A version is called by the day that it counts from, such as `2026-11-23`. */
export interface Version {
  day: string
  /** What is new, in at most five lines that anybody understands; none in a first version. */
  changes: readonly Text[]
}

/**
 * All versions, the oldest first. A new one stands here 14 days or more before its day: everybody is mailed what changes
 * from the first start of that release on. The pages show the newest.
 */
const versions: Record<Paper, readonly Version[]> = {
  terms: [{ day: '2026-11-23', changes: [] }],
  privacy: [{ day: '2026-11-23', changes: [] }],
}

/** @param trial a day from which a next version counts, for trying out how one is announced */
export function versionsOf(paper: Paper, trial?: string): readonly Version[] {
  const known = versions[paper]
  return trial ? [...known, { day: trial, changes: [m.papers_trial] }] : known
}

/** The day on which the version counts from that /terms or /privacy shows. */
export function newestVersion(paper: Paper): string {
  return versions[paper].at(-1)?.day ?? ''
}

/** @param today a date such as `2026-11-23` */
export function currentVersion(paper: Paper, today: string, trial?: string): string {
  const all = versionsOf(paper, trial)
  return (all.findLast(({ day }) => day <= today) ?? all[0])?.day ?? ''
}

/** The days from which a version counts that is still to come, with what it changes. */
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
