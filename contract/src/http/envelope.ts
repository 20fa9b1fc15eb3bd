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

/** Texts that the server answers whatever the feature. */
export const refusalTexts = {
  badInput: 'Please check what you entered and try again.',
  badJson: 'The request could not be read. Please try again.',
  unauthorised: 'Please sign in again.',
  profileNeeded: 'Please finish setting up your profile.',
  premiumNeeded: 'Events need a premium membership.',
  forbidden: "You can't access that",
  notFound: 'Not found',
  tooLarge: 'That is too large to send. Please shorten it and try again.',
  unsupportedType: 'Please send JSON.',
  tooMany: 'That was a little too often. Please wait a while and try again.',
  aLotAtOnce: 'That was a lot at once. Please try again later.',
  unexpected: 'Something went wrong on our side. Please try again.',
  full: "We can't save anything right now. Nothing was changed. Please try again in a few minutes.",
  away: 'We are having trouble reaching our records. Please try again in a moment.',
} as const
