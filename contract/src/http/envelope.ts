import { m } from '../messages.ts'
/** Every JSON reply. `error` and `fields` only in refusals, `data` only in successful replies. */
export interface Envelope<Data = unknown> {
  status: number
  message?: string
  data?: Data
  /** For lists: the cursor of the next page; null on the last one. */
  nextCursor?: string | null
  /** On the first page of a list: how many rows match search and filter. */
  total?: number
  error?: string
  /** Texts by field path, for example `proposedLocations.option1`; only with status 400. */
  fields?: Record<string, string>
  /** Only in the 302 that asks the client to refresh its tokens. */
  shouldRefresh?: boolean
}

/** Those of refusal-texts.ts that pages need as well; kept apart because the first load has no room for the rest. */
export const knownRefusals = {
  profileNeeded: m.refusal_profile_needed,
  accountPaused: m.refusal_account_paused,
  confirmNeeded: m.refusal_confirm_needed,
  secondStepNeeded: m.refusal_second_step_needed,
  forbidden: m.refusal_forbidden,
  notFound: m.refusal_not_found,
}
