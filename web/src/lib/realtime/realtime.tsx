import { createWebsocketTicket } from '@tagalong/contract/features/chat/chat.contract.ts'
import { noop, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
// By its own path: the package's index offers it as a CommonJS default only, which bundlers read in two ways.
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

/** Keeps what is on screen fresh for a signed-in caregiver. Mount it once, beside the signed-in pages. */
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
      // What changed before the socket listened is in no frame.
      onOpen: () => reload(queries, liveQueries),
      onMessage: (event: MessageEvent) => reload(queries, queriesToReload(String(event.data))),
      // Frames are acted upon above; kept as state they would render the whole app again.
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

/** Reads anew what news made old: what is shown, and what was on its way when the news came. */
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
      // The library doesn't begin a first read anew, whose answer may be older than the news. Its failure is on screen.
      if (query.promise === read) void query.fetch().then(() => readOnceMore(queries, query.queryKey), noop)
    }
  }
}

/** Once for all the news that came during one read. */
function readOnceMore(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  return queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
}

/** Asked for every connection and reconnection: a ticket is good for one. */
async function websocketUrl(): Promise<string> {
  const url = new URL('/api/app/websocket', window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  // Without a ticket the server refuses, which counts as one attempt like any other failure. Were it thrown, the
  // library would either give up at once or count its attempts twice.
  const answer = await call(createWebsocketTicket, { body: {} }).catch(() => null)
  if (answer) url.searchParams.set('ticket', answer.ticket)
  return url.href
}
