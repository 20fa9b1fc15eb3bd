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

/** Everything else is gone while nobody answers. */
const keptPrefixes = [['playdates'], ['children', 'own']]
/** Milliseconds. */
const writeAfter = 1_000

/** What was kept of whoever was last in; null where that is nobody, or too long ago. */
export async function openOfflineData(): Promise<OfflineData | null> {
  const stored = await readOfflineCache()
  if (!stored || stored.queries.length === 0) return null
  const keptAt = Math.max(...stored.queries.map(({ updatedAt }) => updatedAt))
  return { user: stored.user, keptAt, restore: () => restore(stored.queries) }
}

/**
 * From now on what comes of playdates and own children is kept for the time without a server, and shown where it is
 * missing then.
 *
 * @returns stops it
 */
export function keepOfflineData(user: SessionUser): () => void {
  if (!canCacheOffline) return () => undefined
  const kept = new Map<string, KeptQuery>()
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    timer = undefined
    for (const { key } of outdatedDetails([...kept.values()])) kept.delete(hashKey(key))
    // A full storage costs the offline cache, not the page.
    writeOfflineCache({ user, queries: [...kept.values()] }, () => !isOver).catch(() => undefined)
  }
  const note = ({ queryHash, queryKey: key, state }: Query) => {
    const { data, dataUpdatedAt: updatedAt, error, status } = state
    if (!isKept(key)) return
    // Gone, or never there.
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
    // Whoever was in before does not stay until they are written over.
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

/** Only where nothing else is there. */
function restore(queries: readonly KeptQuery[]) {
  for (const { key, data, updatedAt } of queries) {
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt })
  }
  takeDetailsFromLists(queryClient)
}
