import type { Db } from '#db/db.ts'

export interface NewCrashReport {
  id: string
  userId: string
  componentName: string
  error: { name: string; message: string; stack: string }
  userDescription: string
  userAgent: string | null
}

export async function insertCrashReport(db: Db, report: NewCrashReport): Promise<void> {
  await db
    .insertInto('crash_report')
    .values({
      id: report.id,
      user_id: report.userId,
      component_name: report.componentName,
      error_name: report.error.name,
      error_message: report.error.message,
      error_stack: report.error.stack,
      user_description: report.userDescription,
      user_agent: report.userAgent,
    })
    .execute()
}

/** Lists what the user wrote, the newest first; most reports hold no words. */
export function listOwnCrashReports(db: Db, userId: string): Promise<{ words: string; created_at: Date }[]> {
  return db
    .selectFrom('crash_report')
    .where('user_id', '=', userId)
    .where('user_description', '<>', '')
    .select(['user_description as words', 'created_at'])
    .orderBy('id', 'desc')
    .execute()
}
