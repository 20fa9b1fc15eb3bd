import type { InboxRow } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import type { BadgeKind } from '#ui/badge.tsx'

export const reasonWords: Record<ReportReason, { text: string; badge: BadgeKind }> = {
  danger: { text: 'Child in danger', badge: 'blocked' },
  hurtful: { text: 'Hurtful', badge: 'invited' },
  impostor: { text: 'Impostor', badge: 'invited' },
  content: { text: "Doesn't belong here", badge: 'muted' },
  spam: { text: 'Spam', badge: 'muted' },
  other: { text: 'Something else', badge: 'muted' },
}

const things: Record<ReportKind, [one: string, more: string]> = {
  person: ['a person', 'persons'],
  message: ['a message', 'messages'],
  photo: ['a photo', 'photos'],
  playdate: ["a playdate's words", "playdates' words"],
  group: ["a group's words", "groups' words"],
}

/** `2 messages · 2 reports` */
export function aboutText({ things: counted, reports, hasAppeal }: InboxRow): string {
  const kinds = counted.map(({ kind, count }) =>
    count === 1 ? things[kind][0] : `${count} ${things[kind][1]}`,
  )
  const said = reports === 0 ? [] : [`${reports} ${reports === 1 ? 'report' : 'reports'}`]
  return [...(kinds.length > 0 ? [kinds.join(', ')] : []), ...said, ...(hasAppeal ? ['an appeal'] : [])].join(
    ' · ',
  )
}
