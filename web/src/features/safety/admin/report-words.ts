import type { InboxRow, Report } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import type { BadgeKind } from '#ui/badge.tsx'
import type { IconName } from '#ui/icon.tsx'

export const reasonWords: Record<ReportReason, { text: string; badge: BadgeKind; icon: IconName }> = {
  danger: { text: 'Child in danger', badge: 'rejected', icon: 'alert' },
  hurtful: { text: 'Hurtful', badge: 'pending', icon: 'chat' },
  impostor: { text: 'Impostor', badge: 'pending', icon: 'profile' },
  content: { text: "Doesn't belong here", badge: 'closed', icon: 'camera' },
  spam: { text: 'Spam', badge: 'closed', icon: 'link' },
  other: { text: 'Something else', badge: 'closed', icon: 'info' },
}

const things: Record<ReportKind, [one: string, more: string]> = {
  person: ['a person', 'persons'],
  message: ['a message', 'messages'],
  photo: ['a photo', 'photos'],
  playdate: ["a playdate's words", "playdates' words"],
  group: ["a group's words", "groups' words"],
}

/** Returns for example `2 messages · 2 reports`. */
export function aboutText({ things: counted, reports, hasAppeal }: InboxRow): string {
  const kinds = counted.map(({ kind, count }) =>
    count === 1 ? things[kind][0] : `${count} ${things[kind][1]}`,
  )
  const said = reports === 0 ? [] : [`${reports} ${reports === 1 ? 'report' : 'reports'}`]
  return [...(kinds.length > 0 ? [kinds.join(', ')] : []), ...said, ...(hasAppeal ? ['an appeal'] : [])].join(
    ' · ',
  )
}

/** Returns the reports that wait for a decision. */
export function openReports(reports: readonly Report[]): Report[] {
  return reports.filter(({ closedAt }) => closedAt === null)
}

/** Returns the same reason as the list: `danger` if a report has it, else the oldest one's. Open reports come first. */
export function urgentReason(reports: readonly Report[]): ReportReason {
  const open = openReports(reports)
  const these = open.length > 0 ? open : reports
  return these.some(({ reason }) => reason === 'danger') ? 'danger' : (these.at(-1)?.reason ?? 'other')
}
