import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts a change into the cache at once. Fetches that began before it are cancelled, or their replies would undo it on
 * the screen.
 *
 * @param change a function of the cached data
 */
export async function setCached<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (cached: Data | undefined) => Data | undefined,
): Promise<void> {
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<Data>(queryKey, change)
}
