import { m } from '@tagalong/contract/messages.ts'
import { ApiError } from './api.ts'

export type ErrorMessages = Readonly<Record<number, string>>

/** Shown if a prompt or a failure's text was left empty on purpose. */
export const emptyPrompt = m.lib_failed

/**
 * Returns the text for a failed submit: `reason` if it is a text, else the given text for the status, the error's own,
 * or the default.
 */
export function failureText(reason: unknown, errorMessages: ErrorMessages = {}): string {
  if (typeof reason === 'string') return reason || emptyPrompt()
  const { status, error } = statusAndError(reason)
  const given = status === undefined ? undefined : errorMessages[status]
  return (given ?? (error || m.common_something_wrong())) || emptyPrompt()
}

function statusAndError(reason: unknown): { status?: number; error?: string | undefined } {
  if (reason instanceof ApiError) {
    const { status, message, isServersText } = reason
    // A status' bare name means nothing to users. Status 0 comes with a text of our own.
    return { status, error: isServersText || status === 0 ? message : undefined }
  }
  if (typeof reason !== 'object' || reason === null) return {}
  const { status, error } = reason as { status?: unknown; error?: unknown }
  return {
    ...(typeof status === 'number' && { status }),
    ...(typeof error === 'string' && { error }),
  }
}
