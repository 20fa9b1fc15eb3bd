import type { AuditEntry } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import type { AuditRow } from './audit-log.db.ts'

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    actor: { _id: row.actor_id, email: row.email },
    action: row.action,
    subject: { kind: row.subject_kind, _id: row.subject_id },
    changes: row.changes,
  }
}
