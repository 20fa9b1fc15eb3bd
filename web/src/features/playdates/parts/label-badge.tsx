import type { CardLabel } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { Badge, type BadgeKind } from '#ui/badge.tsx'

const words = {
  Invited: m.playdates_label_invited,
  Pending: m.playdates_label_pending,
  Confirmed: m.playdates_label_confirmed,
  Accepted: m.playdates_label_accepted,
  Rejected: m.playdates_label_rejected,
  Completed: m.playdates_label_completed,
} satisfies Record<CardLabel, Text>

/** Shows nothing without a label: a playdate that won't take place says so in words. */
export function LabelBadge({ label }: { label: CardLabel | null }) {
  if (label === null) return null
  return <Badge kind={label.toLowerCase() as BadgeKind}>{words[label]()}</Badge>
}
