import { ApiError } from '#lib/calls/api.ts'

/** For `catch`: keeps the server's own text, else throws our text for the status, else `otherwise`. */
export function inWords(otherwise: string, byStatus: Readonly<Record<number, string>> = {}) {
  return (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status === 0 || error.isServersText) throw error
    // A thrown string is shown as it is.
    throw byStatus[error.status] ?? otherwise
  }
}
