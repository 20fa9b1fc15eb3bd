import { ApiError } from '#lib/calls/api.ts'

/** For `catch`: the server's own words go through, otherwise ours for the status, otherwise ours. */
export function inWords(otherwise: string, byStatus: Readonly<Record<number, string>> = {}) {
  return (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status === 0 || error.isServersText) throw error
    // Words to be shown as they are.
    throw byStatus[error.status] ?? otherwise
  }
}
