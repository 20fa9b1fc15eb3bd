import type * as contract from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { type ReportKind, reportKinds } from '@tagalong/contract/features/safety/reports.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { DecisionRow, Look, Opened, ReportRow, SubjectRow } from './inbox.admin.db.ts'
import type { InboxRow } from './inbox-list.admin.db.ts'

export function presentInboxRow(row: InboxRow): contract.InboxRow {
  const things = reportKinds.map((kind: ReportKind) => ({ kind, count: row.things[kind] }))
  return {
    subject: { _id: row.id, kind: row.kind, name: row.name },
    things: things.filter(({ count }) => count > 0),
    reports: row.reports,
    reason: row.reason,
    since: row.since.toISOString(),
    hasAppeal: row.has_appeal,
  }
}

export function presentOpened({ subject, reports, decisions }: Opened): contract.ReportedSubject {
  return {
    subject: presentSubject(subject),
    reports: reports.map(presentReport),
    decisions: decisions.map(presentDecision),
  }
}

function presentSubject(row: SubjectRow): contract.ReportedSubject['subject'] {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    user: row.user_id,
    standing: row.standing,
    standingUntil: row.standing_until?.toISOString() ?? null,
  }
}

/** Leaves out the reporter, and what leads to the picture. */
function presentReport(row: ReportRow): contract.Report {
  const { name, child, messages, words } = row.evidence
  return {
    _id: row.id,
    kind: row.kind,
    reason: row.reason,
    words: row.words,
    evidence: { name, child, messages, words },
    hasPicture: row.photo_key !== null,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    isRemovable: row.kind !== 'person' && row.removed_at === null,
    removedAt: row.removed_at?.toISOString() ?? null,
    version: row.version,
  }
}

function presentDecision(row: DecisionRow): contract.Decision {
  const { appeal, appealed_at, decided_by } = row
  return {
    _id: row.id,
    kind: row.kind,
    words: row.words,
    until: row.until?.toISOString() ?? null,
    decidedBy: decided_by && { _id: decided_by.id, email: decided_by.email },
    createdAt: row.created_at.toISOString(),
    appeal:
      appeal === null || appealed_at === null
        ? null
        : { words: appeal, createdAt: appealed_at.toISOString() },
    isLatest: row.is_latest,
  }
}

export function presentLook({ reporter, picture }: Look): DataOf<typeof contract.lookAtReport> {
  return { reporter: reporter && presentName(reporter), picture }
}
