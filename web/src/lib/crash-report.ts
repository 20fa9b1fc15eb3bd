import { submitCrashReport as submitCrashReportCall } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { call } from './api.ts'
import { hasWholeToken } from './stored-token.ts'

const hidden = '[hidden]'

// Mail addresses; numbers as people and as E.164 write them; our tokens; what follows a telling name.
const secrets = [
  /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:.]+/g,
  /(?<![\w.:-])\+?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?![\w:])/g,
  /\+\d{7,15}\b/g,
  /\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{43,}\b/g,
  /(?<=(?:password|token|ticket|invite|secret|authorization)["']?\s*[:=]\s*["']?(?:Bearer\s+)?)[^\s"',&;]+/gi,
]

/** The text without tokens, mail addresses and phone numbers. The server looks once more. */
export function scrubbed(text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text)
}

/** What somebody wrote about a failure, with its technical side. Changes no page, whatever the answer. */
export async function submitCrashReport(
  componentName: string,
  error: unknown,
  userDescription: string,
): Promise<void> {
  await call(submitCrashReportCall, {
    body: {
      componentName: scrubbed(componentName),
      error: technicalSideOf(error),
      userDescription: scrubbed(userDescription),
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
  if (!(error instanceof Error)) return { name: typeof error, message: scrubbed(String(error)), stack: '' }
  const { name, message, stack } = error
  return { name: scrubbed(name), message: scrubbed(message), stack: scrubbed(stack ?? '') }
}
