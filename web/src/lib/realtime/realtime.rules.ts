/** How often, and how long apart, a lost connection is tried again before it rests. */
export const reconnectAttempts = 20
export const reconnectInterval = 5_000

/** The server answers 'ping' with 'pong'; after 60 s without any frame the connection counts as lost. */
export const heartbeat = { message: 'ping', returnMessage: 'pong', interval: 25_000, timeout: 60_000 }

/** A prefix of query keys: every query whose key starts so is asked again. */
export type QueryPrefix = readonly string[]

/** Times that were suggested: old from then on, but asked for anew only where they are shown again. */
export const suggestedTimes: QueryPrefix = ['availability-slots', 'suggested']

/** Everything that can have changed while nobody listened. */
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
  // How much is unread stands on the playdates.
  ['message', [['room'], ['playdates']]],
  ['chatroom', [['room'], ['playdates']]],
  ['playdate', [['playdates'], suggestedTimes]],
  // With friends come their children, who stand beside those of groups.
  ['connection', [['connections'], ['groups']]],
  ['group', [['groups']]],
  ['notification', [['notifications']]],
  ['guardian', [['guardians']]],
])

/**
 * What a frame of the websocket makes old. Frames carry ids only, `{"message": id}`; a frame that says 'message' or
 * 'chatroom' in whatever form reloads the room, and no other does.
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
