import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * From now on, closes each connection of the pool that is in use and has received nothing for `silenceMs`. If the
 * server's machine vanishes, the system itself notices only after a quarter of an hour.
 */
export function giveUpSilent(pool: pg.Pool, silenceMs: number): void {
  const held = new Map<pg.PoolClient, { bytes: number; at: number }>()
  const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket
  const hear = (client: pg.PoolClient) =>
    held.set(client, { bytes: socketOf(client).bytesRead, at: performance.now() })
  pool.on('acquire', hear)
  pool.on('release', (_error, client) => held.delete(client))
  const watch = setInterval(() => {
    if (pool.ended) clearInterval(watch)
    for (const [client, { bytes, at }] of held) {
      if (socketOf(client).bytesRead !== bytes) hear(client)
      else if (performance.now() - at > silenceMs) socketOf(client).destroy()
    }
  }, silenceMs / 12).unref()
}
