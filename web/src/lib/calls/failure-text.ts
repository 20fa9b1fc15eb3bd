import { m } from '@tagalong/contract/messages.ts'
import { ApiError } from './api.ts'

export type ErrorMessages = Readonly<Record<number, string>>

/** Where a prompt or a failure's text was left empty on purpose. */
export const emptyPrompt = m.lib_failed

/** The words for a submit that failed: a text as it is; else the given text for the status, the error's own, the default. */
export function failureText(reason: unknown, errorMessages: ErrorMessages = {}): string {
  if (typeof reason === 'string') return reason || emptyPrompt()
  const { status, error } = statusAndError(reason)
  const given = status === undefined ? undefined : errorMessages[status]
  return (given ?? (error || m.common_something_wrong())) || emptyPrompt()
}

function statusAndError(reason: unknown): { status?: number; error?: string | undefined } {
  if (reason instanceof ApiError) {
    const { status, message, isServersText } = reason
    // The bare name of a status tells nobody anything. That nobody answered is in our own words.
    return { status, error: isServersText || status === 0 ? message : undefined }
  }
  if (typeof reason !== 'object' || reason === null) return {}
  const { status, error } = reason as { status?: unknown; error?: unknown }
  return {
    ...(typeof status === 'number' && { status }),
    ...(typeof error === 'string' && { error }),
  }
}
