import { redact } from '@tagalong/contract/values/redact.ts'
import { v7 as newId } from 'uuid'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import { insertCrashReport } from './crash-reports.db.ts'

const reports = { name: 'crash-report', points: 5, seconds: 3_600 }

interface CrashReport {
  componentName: string
  error: { name: string; message: string; stack: string }
  userDescription: string
}

/** Runs before the transaction, so that a user who reports too often holds no connection. */
export function refuseManyReports({ limits, actor }: Ctx): Promise<Refusal | null> {
  return limits.use(reports, actor.userId)
}

/** Stores the report without tokens, numbers and addresses, including those typed into the description. */
export async function submitCrashReport(
  ctx: Ctx,
  actor: Authorised<Actor>,
  { componentName, error, userDescription }: CrashReport,
): Promise<void> {
  await insertCrashReport(ctx.db, {
    id: newId(),
    userId: actor.userId,
    componentName: redact(componentName),
    error: { name: redact(error.name), message: redact(error.message), stack: redact(error.stack) },
    userDescription: redact(userDescription),
    userAgent: ctx.client.userAgent,
  })
}
