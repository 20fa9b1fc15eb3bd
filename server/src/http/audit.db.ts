import type { Db } from '#db/db.ts'

/** The actor of what the operator changes by `npm run admin`, without an account. */
export const operator = '00000000-0000-0000-0000-000000000000'

export interface NewAuditEntry {
  id: string
  actorId: string
  /** The endpoint's name. */
  action: string
  subjectKind: string
  subjectId: string | null
  /** By field. */
  changes: Record<string, { before: unknown; after: unknown }>
}

export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: entry.id,
      actor_id: entry.actorId,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      changes: JSON.stringify(entry.changes),
    })
    .execute()
}
