import type { Safety } from '@tagalong/contract/features/safety/safety.contract.ts'
import type { OwnReportRow } from './reports.db.ts'

export function presentMadeReport({ id }: { id: string }): { _id: string } {
  return { _id: id }
}

/** Tells the reporter what became of the report, not what was done. */
export function presentOwnReport(row: OwnReportRow): Safety['reports'][number] {
  return {
    _id: row.id,
    about: row.about,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    state: stateOf(row),
  }
}

function stateOf({ closed_at, was_acted_on }: OwnReportRow): Safety['reports'][number]['state'] {
  if (!closed_at) return 'sent'
  return was_acted_on ? 'acted' : 'nothing'
}
