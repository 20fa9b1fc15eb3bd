import type { CardLabel } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { Badge, type BadgeKind } from '#ui/badge.tsx'

/** Where nothing comes of it there is no badge: words say so. */
export function LabelBadge({ label }: { label: CardLabel | null }) {
  if (label === null) return null
  return <Badge kind={label.toLowerCase() as BadgeKind}>{label}</Badge>
}
