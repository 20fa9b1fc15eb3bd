import type { Redis } from 'ioredis'
import type { Database } from '#db/database.ts'
import type { Listener, Signal } from '#db/listen.ts'

interface Options {
  publisher: Redis
  /** A connection of its own, since it can do nothing else. */
  subscriber: Redis
  channel: string
  database: Database
  onSignal(signal: Signal): void
  onGap(): void
  onError(error: unknown): void
}

/** How long a start waits for Redis; after that it goes on without it, and Redis joins when it can. */
const startMs = 1_000

/**
 * Sends signals by Redis once their transaction has committed. Those that Redis doesn't take are sent by Postgres,
 * where every process listens too; getting one twice does no harm. Resolves once it listens, or Redis has turned out to
 * be unavailable.
 */
export async function carryByRedis(options: Options): Promise<Listener> {
  const { publisher, subscriber, channel, database, onSignal, onGap, onError } = options
  const leaving = new Set<Promise<void>>()
  let started = false

  subscriber.on('message', (_channel, text: string) => onSignal(JSON.parse(text) as Signal))
  await new Promise<void>((resolve) => {
    setTimeout(resolve, startMs).unref()
    subscriber.on('ready', () => {
      subscriber.subscribe(channel).then(
        () => (started ? onGap() : resolve()),
        (error: Error) => {
          report(error)
          // A connection that can't subscribe is of no use: reconnect.
          subscriber.disconnect(true)
        },
      )
    })
  })
  started = true

  /** The library's errors hold the command, and with it the signal. */
  function report({ message }: Error): void {
    onError(new Error(message))
  }
  async function carry(signal: Signal): Promise<void> {
    try {
      await publisher.publish(channel, JSON.stringify(signal))
    } catch (error) {
      // A lost connection reports that itself.
      if (error instanceof Error && error.name === 'ReplyError') report(error)
      database.relay([signal])
    }
  }
  database.setPublish((kept) => {
    for (const signal of kept as Signal[]) {
      const gone = carry(signal).finally(() => leaving.delete(gone))
      leaving.add(gone)
    }
  })

  return {
    async close() {
      database.setPublish(null)
      await Promise.all(leaving)
      subscriber.disconnect()
    },
  }
}
