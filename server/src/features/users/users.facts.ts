import { type Facts, hidden } from '#http/audit.ts'

/** What the audit log records about a user. */
export function factsOf({ email, is_admin }: { email: string; is_admin: boolean }): Facts {
  return { email: hidden(email), isAdmin: is_admin }
}
