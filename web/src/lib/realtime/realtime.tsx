import { createWebsocketTicket } from '@tagalong/contract/features/chat/chat.contract.ts'
import { noop, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
// Imported by its own path: the package's index has only a CommonJS default export, which bundlers read in two ways.
import { useWebSocket } from 'react-use-websocket/dist/lib/use-websocket.js'
import { call } from '#lib/calls/api.ts'
import { onServerBack } from '#lib/offline/reachability.ts'
import {
  heartbeat,
  liveQueries,
  type QueryPrefix,
  queriesToReload,
  reconnectAttempts,
  reconnectInterval,
  suggestedTimes,
} from '#lib/realtime/realtime.rules.ts'

/** Keeps the screen up to date for a signed-in caregiver. Mount it once, beside the signed-in pages. */
export function Realtime() {
  const queries = useQueryClient()
  const [isResting, setResting] = useState(false)
  useWebSocket(
    websocketUrl,
    {
      heartbeat,
      reconnectAttempts,
      reconnectInterval,
      shouldReconnect: () => true,
      onReconnectStop: () => setResting(true),
      // There are no frames for changes before the socket was open.
      onOpen: () => reload(queries, liveQueries),
      onMessage: (event: MessageEvent) => reload(queries, queriesToReload(String(event.data))),
      // Frames are handled above. Kept as state, they would rerender the whole app.
      filter: () => false,
    },
    !isResting,
  )
  useEffect(() => {
    if (!isResting) return
    const wake = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) setResting(false)
    }
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', wake)
    const stop = onServerBack(wake)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', wake)
    }
  }, [isResting])
  return null
}

/** Refetches stale queries: those that are shown, and those that were being fetched when the frame arrived. */
function reload(queries: QueryClient, prefixes: readonly QueryPrefix[]): void {
  for (const queryKey of prefixes) {
    if (queryKey === suggestedTimes) {
      void queries.invalidateQueries({ queryKey, refetchType: 'none' })
      continue
    }
    const running = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
    const reads = running.map((query) => ({ query, read: query.promise }))
    void queries.invalidateQueries({ queryKey })
    for (const { query, read } of reads) {
      // The library doesn't restart a query's first fetch, whose answer may be older than the frame, so repeat it. The
      // screen shows its failure.
      if (query.promise === read) void query.fetch().then(() => readOnceMore(queries, query.queryKey), noop)
    }
  }
}

/** Refetches once, even if several frames arrived during one fetch. */
function readOnceMore(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  return queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
}

/** Called for every connection and reconnection, since a ticket works once. */
async function websocketUrl(): Promise<string> {
  const url = new URL('/api/app/websocket', window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  // Without a ticket the server refuses, which counts as one failed attempt like any other. If this threw, the library
  // would give up at once or count its attempts twice.
  const answer = await call(createWebsocketTicket, { body: {} }).catch(() => null)
  if (answer) url.searchParams.set('ticket', answer.ticket)
  return url.href
}
