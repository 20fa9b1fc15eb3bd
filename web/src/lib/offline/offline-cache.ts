import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { QueryKey } from '@tanstack/react-query'

export interface KeptQuery {
  key: QueryKey
  data: unknown
  /** Milliseconds since 1970. */
  updatedAt: number
}

/** What is kept for the time without a server, of whoever was last in. */
export interface CachedData {
  user: SessionUser
  queries: KeptQuery[]
}

const cacheName = 'offline'
/** Change it when what is kept gets another shape. */
const storageKey = '/offline-copy/2'
/** As long as a session can rest. Milliseconds. */
const keptFor = 30 * 86_400_000

/** False where the page was not reached over TLS, and so has no storage of this kind. */
export const canCacheOffline = 'caches' in globalThis

export async function readOfflineCache(): Promise<CachedData | null> {
  if (!canCacheOffline) return null
  const response = await caches.match(storageKey, { cacheName })
  if (!response) return null
  const { user, queries } = (await response.json()) as CachedData
  return { user, queries: queries.filter(({ updatedAt }) => Date.now() - updatedAt < keptFor) }
}

/** @param isStillWanted asked at the last moment: somebody may have signed out */
export async function writeOfflineCache(data: CachedData, isStillWanted: () => boolean): Promise<void> {
  const cache = await caches.open(cacheName)
  if (isStillWanted()) await cache.put(storageKey, Response.json(data))
}

/** Nothing of anybody stays behind. */
export async function deleteOfflineCache(): Promise<void> {
  if (canCacheOffline) await caches.delete(cacheName)
}
