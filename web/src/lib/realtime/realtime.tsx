import { createWebsocketTicket } from '@tagalong/contract/features/chat/chat.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
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
} from '#lib/realtime/realtime.rules.ts'

/** Keeps what is on screen fresh for a signed-in caregiver. Mount it once, beside the signed-in pages. */
export function Realtime() {
  const queries = useQueryClient()
  const [isResting, setResting] = useState(false)
  const reload = (prefixes: readonly QueryPrefix[]) => {
    for (const queryKey of prefixes) void queries.invalidateQueries({ queryKey })
  }
  useWebSocket(
    websocketUrl,
    {
      heartbeat,
      reconnectAttempts,
      reconnectInterval,
      shouldReconnect: () => true,
      onReconnectStop: () => setResting(true),
      // What changed before the socket listened is in no frame.
      onOpen: () => reload(liveQueries),
      onMessage: (event: MessageEvent) => reload(queriesToReload(String(event.data))),
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
