import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { QueryKey } from '@tanstack/react-query'

export interface KeptQuery {
  key: QueryKey
  data: unknown
  /** Milliseconds since 1970. */
  updatedAt: number
}

/** What is kept of the last user for the time without a server. */
export interface CachedData {
  user: SessionUser
  queries: KeptQuery[]
}

const cacheName = 'offline'
/** Change it when the shape of the kept data changes. */
const storageKey = '/offline-copy/2'
/** As long as a session can stay unused. Milliseconds. */
const keptFor = 30 * 86_400_000

/** False if the page was not loaded over TLS, since such pages have no Cache storage. */
export const canCacheOffline = 'caches' in globalThis

export async function readOfflineCache(): Promise<CachedData | null> {
  if (!canCacheOffline) return null
  const response = await caches.match(storageKey, { cacheName })
  if (!response) return null
  const { user, queries } = (await response.json()) as CachedData
  return { user, queries: queries.filter(({ updatedAt }) => Date.now() - updatedAt < keptFor) }
}

/** @param isStillWanted called at the last moment, since the user may have signed out */
export async function writeOfflineCache(data: CachedData, isStillWanted: () => boolean): Promise<void> {
  const cache = await caches.open(cacheName)
  if (isStillWanted()) await cache.put(storageKey, Response.json(data))
}

export async function deleteOfflineCache(): Promise<void> {
  if (canCacheOffline) await caches.delete(cacheName)
}
