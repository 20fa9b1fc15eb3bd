import type { ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { reasonWords } from './report-words.ts'
import './inbox.css'

/** The reason of a report, and how long it has waited. A lone appeal has no reason. */
export function Urgency({ reason, since }: { reason: ReportReason | null; since: string }) {
  return (
    <div className="row inbox__why">
      {reason && <Why reason={reason} />}
      <Since time={since} />
    </div>
  )
}

export function Why({ reason }: { reason: ReportReason }) {
  const { text, badge, icon } = reasonWords[reason]
  return (
    <Badge kind={badge} icon={icon}>
      {text}
    </Badge>
  )
}

export function Since({ time }: { time: string }) {
  const now = useNow(60_000)
  return (
    <span className="row row--close inbox__since">
      <Icon name="clock" small />
      {relativeTime(time, now)}
    </span>
  )
}
