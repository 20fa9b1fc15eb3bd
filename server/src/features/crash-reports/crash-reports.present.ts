import type {
  ListedCrashReport,
  WholeCrashReport,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import type { CrashReportRow, WholeCrashReportRow } from './crash-reports.admin.db.ts'

export function presentCrashReport(row: CrashReportRow): ListedCrashReport {
  return {
    _id: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    componentName: row.component_name,
    error: { name: row.error_name, message: row.error_message },
    userDescription: row.user_description,
    user: row.user && { _id: row.user.id, email: row.user.email },
  }
}

export function presentWholeCrashReport(row: WholeCrashReportRow): WholeCrashReport {
  const listed = presentCrashReport(row)
  return { ...listed, error: { ...listed.error, stack: row.error_stack }, userAgent: row.user_agent }
}
