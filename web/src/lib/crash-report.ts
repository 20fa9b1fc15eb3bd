import { submitCrashReport as submitCrashReportCall } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { redact } from '@tagalong/contract/values/redact.ts'
import { call } from './calls/api.ts'
import { hasWholeToken } from './session/stored-token.ts'

/** What somebody wrote about a failure, with its technical side. Changes no page, whatever the answer. */
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

/** Tells us of a failure that the page gets over: technical fields only, at most once per error and minute. */
export function reportCrash(componentName: string, error: unknown): void {
  try {
    // Only who is signed in may tell.
    if (!hasWholeToken() || !isDue(componentName, error)) return
    // Whoever works with the app has enough to do without our failure to hear of a failure.
    submitCrashReport(componentName, error, '').catch(() => undefined)
  } catch {
    // An error so strange that it can't even be read.
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
