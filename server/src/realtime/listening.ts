import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/database.ts'
import { listen, type Signal } from '#db/listen.ts'
import type { useRedis } from '#integrations/redis.ts'
import type { Hub } from './hub.ts'

/** Sockets are closed over this time: all at once, they would all reconnect at once. */
const comeAgainMs = 1_000

interface SignalListenerOptions {
  database: Database
  redisUrl: string | undefined
  /** Known to all processes of one installation. */
  installation: Buffer
  hub: Hub
  /** The session cache, which forgets what a signal made untrue. */
  sessions: { onSignal(signal: Signal): void }
  log: FastifyBaseLogger
}

export interface SignalListener {
  /** Undefined if there is no Redis. */
  redis: Awaited<ReturnType<typeof useRedis>> | undefined
  close(): Promise<void>
}

/**
 * Listens to the signals of all processes: of this one directly, and of all by the database and by Redis if there is
 * one.
 */
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
    // Frames may have been missed, so clients reconnect and reload.
    onGap: () => hub.closeAll(1012, comeAgainMs),
  }
  const unsubscribe = database.subscribe((signal) => handlers.onSignal(signal as Signal))
  const listener = await listen(database.url, {
    ...handlers,
    onError: (error) => log.warn({ err: error }, 'listening to the database'),
  })
  const redis = redisUrl
    ? // Loaded only if there is a Redis.
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
