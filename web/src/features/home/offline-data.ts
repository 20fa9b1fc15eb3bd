import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'
import { outdatedDetails } from '#features/playdates/outdated-details.ts'
import { takeDetailsFromLists } from '#features/playdates/playdates.queries.ts'
import { ApiError } from '#lib/calls/api.ts'
import { queryClient } from '#lib/calls/query-client.ts'
import {
  canCacheOffline,
  deleteOfflineCache,
  type KeptQuery,
  readOfflineCache,
  writeOfflineCache,
} from '#lib/offline/offline-cache.ts'
import { serverIsReachable, watchReachability } from '#lib/offline/reachability.ts'
import type { OfflineData } from '#lib/session/session.tsx'

/** Prefixes of the query keys that are available offline. */
const keptPrefixes = [['playdates'], ['children', 'own']]
/** Milliseconds. */
const writeAfter = 1_000

/** Returns the offline data of the last user; null if there is none or it is too old. */
export async function openOfflineData(): Promise<OfflineData | null> {
  const stored = await readOfflineCache()
  if (!stored || stored.queries.length === 0) return null
  const keptAt = Math.max(...stored.queries.map(({ updatedAt }) => updatedAt))
  return { user: stored.user, keptAt, restore: () => restore(stored.queries) }
}

/**
 * From now on, keeps results about playdates and own children for offline use, and restores missing ones while the
 * server is unavailable.
 *
 * @returns a function that stops it
 */
export function keepOfflineData(user: SessionUser): () => void {
  if (!canCacheOffline) return () => undefined
  const kept = new Map<string, KeptQuery>()
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    timer = undefined
    for (const { key } of outdatedDetails([...kept.values()])) kept.delete(hashKey(key))
    // A full storage must not break the page; only the offline cache is missing.
    writeOfflineCache({ user, queries: [...kept.values()] }, () => !isOver).catch(() => undefined)
  }
  const note = ({ queryHash, queryKey: key, state }: Query) => {
    const { data, dataUpdatedAt: updatedAt, error, status } = state
    if (!isKept(key)) return
    // It was deleted or never existed.
    if (error instanceof ApiError && [400, 404].includes(error.status)) kept.delete(queryHash)
    else if (status === 'success') kept.set(queryHash, { key, data, updatedAt })
    else return
    timer ??= setTimeout(write, writeAfter)
  }
  const showKept = () => {
    if (!serverIsReachable()) restore([...kept.values()])
  }
  const takeOver = async () => {
    const stored = await readOfflineCache()
    if (isOver || !stored) return
    // Deletes the previous user's data at once, instead of when it is first overwritten.
    if (stored.user._id !== user._id) return deleteOfflineCache()
    for (const each of stored.queries) {
      const hash = hashKey(each.key)
      if (!kept.has(hash)) kept.set(hash, each)
    }
    showKept()
  }

  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) note(query)
  takeOver().catch(() => undefined)
  const stopReachability = watchReachability(showKept)
  const stopQueries = cache.subscribe(({ type, query }) => {
    if (type === 'updated') note(query)
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    stopReachability()
    stopQueries()
  }
}

function isKept(key: QueryKey): boolean {
  return keptPrefixes.some((prefix) => prefix.every((part, at) => key[at] === part))
}

/** Restores only results that are missing. */
function restore(queries: readonly KeptQuery[]) {
  for (const { key, data, updatedAt } of queries) {
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt })
  }
  takeDetailsFromLists(queryClient)
}
