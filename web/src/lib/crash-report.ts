import { submitCrashReport as submitCrashReportCall } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { redact } from '@tagalong/contract/values/redact.ts'
import { call } from './calls/api.ts'
import { hasWholeToken } from './session/stored-token.ts'

/** Sends a user's words about a failure with its technical details. A 401 doesn't leave the page. */
export async function submitCrashReport(
  componentName: string,
  error: unknown,
  userDescription: string,
): Promise<void> {
  await call(submitCrashReportCall, {
    body: {
      componentName: redact(componentName),
      error: technicalSideOf(error),
      userDescription: redact(userDescription),
    },
    keepSession: true,
  })
}

const minute = 60_000
const reportedAt = new Map<string, number>()

/** Reports a failure that the page survived: technical details only, at most once a minute for each error. */
export function reportCrash(componentName: string, error: unknown): void {
  try {
    // Only signed-in users may report.
    if (!hasWholeToken() || !isDue(componentName, error)) return
    // A report that can't be sent should not bother the user.
    submitCrashReport(componentName, error, '').catch(() => undefined)
  } catch {
    // The error can't even be read.
  }
}

function isDue(componentName: string, error: unknown): boolean {
  const { name, message } = technicalSideOf(error)
  const key = [componentName, name, message].join('\n')
  const now = Date.now()
  if (now - (reportedAt.get(key) ?? Number.NEGATIVE_INFINITY) < minute) return false
  for (const [old, at] of reportedAt) if (now - at >= minute) reportedAt.delete(old)
  reportedAt.set(key, now)
  return true
}

function technicalSideOf(error: unknown): { name: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { name: typeof error, message: redact(String(error)), stack: '' }
  const { name, message, stack } = error
  return { name: redact(name), message: redact(message), stack: redact(stack ?? '') }
}
