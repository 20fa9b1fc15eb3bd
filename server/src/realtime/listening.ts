import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/database.ts'
import { listen, type Signal } from '#db/listen.ts'
import type { useRedis } from '#integrations/redis.ts'
import type { Hub } from './hub.ts'

/** Sockets that are sent away at once would all come back at once. */
const comeAgainMs = 1_000

interface SignalListenerOptions {
  database: Database
  redisUrl: string | undefined
  /** Known to all processes of one installation. */
  installation: Buffer
  hub: Hub
  /** Who forgets what a signal made untrue. */
  sessions: { onSignal(signal: Signal): void }
  log: FastifyBaseLogger
}

export interface SignalListener {
  /** Only where there is a Redis. */
  redis: Awaited<ReturnType<typeof useRedis>> | undefined
  close(): Promise<void>
}

/** Listens to what all processes send: of this process, by the database, and by Redis where there is one. */
export async function startSignalListener({
  database,
  redisUrl,
  installation,
  hub,
  sessions,
  log,
}: SignalListenerOptions): Promise<SignalListener> {
  const handlers = {
    onSignal(signal: Signal) {
      sessions.onSignal(signal)
      if (signal.kind === 'frame') hub.send(signal.to, signal.frame)
      if (signal.kind === 'revoked') hub.drop(signal.session)
      if (signal.kind === 'paused') hub.drop(signal.user)
    },
    // Frames may have been missed: whoever listens comes again and reloads.
    onGap: () => hub.closeAll(1012, comeAgainMs),
  }
  const unsubscribe = database.subscribe((signal) => handlers.onSignal(signal as Signal))
  const listener = await listen(database.url, {
    ...handlers,
    onError: (error) => log.warn({ err: error }, 'listening to the database'),
  })
  const redis = redisUrl
    ? // Only those who have a Redis wait for its library.
      await (await import('#integrations/redis.ts')).useRedis(redisUrl, {
        ...handlers,
        database,
        installation,
        onError: (error) => log.warn({ err: error }, 'redis'),
      })
    : undefined
  return {
    redis,
    async close() {
      unsubscribe()
      await listener.close()
      await redis?.close()
    },
  }
}
