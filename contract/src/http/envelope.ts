import { m } from '../messages.ts'
/** Every JSON reply. `error` and `fields` only in refusals, `data` only in answers. */
export interface Envelope<Data = unknown> {
  status: number
  message?: string
  data?: Data
  /** Of a list: what to ask its next page with; null on the last one. */
  nextCursor?: string | null
  /** Of a list's first page: how many rows search and filter leave in all. */
  total?: number
  error?: string
  /** Texts by field path, for example `proposedLocations.option1`; only with status 400. */
  fields?: Record<string, string>
  /** Only in the 302 that asks the client to refresh its tokens. */
  shouldRefresh?: boolean
}

/** Of the texts in refusal-texts.ts those that pages know, too: the first load has no room for the others. */
export const knownRefusals = {
  profileNeeded: m.refusal_profile_needed,
  accountPaused: m.refusal_account_paused,
  confirmNeeded: m.refusal_confirm_needed,
  secondStepNeeded: m.refusal_second_step_needed,
  forbidden: m.refusal_forbidden,
  notFound: m.refusal_not_found,
}
