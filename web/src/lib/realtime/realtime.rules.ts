/** How often a lost connection is retried before resting, and the interval in milliseconds. */
export const reconnectAttempts = 20
export const reconnectInterval = 5_000

/** The server answers 'ping' with 'pong'. After 60 s without any frame the connection counts as lost. Milliseconds. */
export const heartbeat = { message: 'ping', returnMessage: 'pong', interval: 25_000, timeout: 60_000 }

/** A prefix of query keys: every query whose key starts with it is refetched. */
export type QueryPrefix = readonly string[]

/** Suggested times: marked stale, but refetched only when shown again. */
export const suggestedTimes: QueryPrefix = ['availability-slots', 'suggested']

/** Everything that may have changed while the socket was closed. */
export const liveQueries: readonly QueryPrefix[] = [
  ['playdates'],
  ['connections'],
  ['room'],
  ['groups'],
  ['notifications'],
  ['guardians'],
  suggestedTimes,
]

const byName = new Map<string, readonly QueryPrefix[]>([
  // A playdate contains its number of unread messages.
  ['message', [['room'], ['playdates']]],
  ['chatroom', [['room'], ['playdates']]],
  ['playdate', [['playdates'], suggestedTimes]],
  // New friends' children are listed beside those of groups.
  ['connection', [['connections'], ['groups']]],
  ['group', [['groups']]],
  ['notification', [['notifications']]],
  ['guardian', [['guardians']]],
])

/**
 * Returns the queries that a websocket frame makes stale. Frames carry ids only, `{"message": id}`. A frame that
 * mentions 'message' or 'chatroom' in any form reloads the room; no other does.
 */
export function queriesToReload(frameText: string): QueryPrefix[] {
  const names = namesIn(frameText)
  for (const name of ['message', 'chatroom']) {
    if (frameText.includes(name)) names.add(name)
  }
  const prefixes = [...names].flatMap((name) => byName.get(name) ?? [])
  return [...new Map(prefixes.map((each) => [each[0], each])).values()]
}

function namesIn(frameText: string): Set<string> {
  try {
    const frame: unknown = JSON.parse(frameText)
    return new Set(typeof frame === 'object' && frame !== null ? Object.keys(frame) : [])
  } catch {
    return new Set()
  }
}
