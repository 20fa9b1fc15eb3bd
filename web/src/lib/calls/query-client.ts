import { QueryClient } from '@tanstack/react-query'
import { watchLanguage } from '#lib/language.ts'
import { onServerBack } from '#lib/offline/reachability.ts'
import { currentUserId, nobody, watchSession } from '#lib/session/session.tsx'
import { onTokenChange } from '#lib/session/stored-token.ts'
import { ApiError, isUnavailable } from './api.ts'

/** A refusal would only be repeated; unexpected failures are worth a retry. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 2 && !isUnavailable(error)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      staleTime: 5_000,
      refetchOnReconnect: 'always',
      refetchOnWindowFocus: true,
      // We detect ourselves whether the server is there, and say so. A paused query would only look stuck.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

onServerBack(() => void queryClient.invalidateQueries())
// Some of their texts are the server's.
watchLanguage(() => void queryClient.invalidateQueries())

let owner = currentUserId()
watchSession(() => {
  // The next user on the same device must not see what the last one saw.
  const before = owner
  owner = currentUserId()
  // Data fetched before the user was known came with the same tokens, so it is theirs.
  if (before !== owner && before !== nobody) queryClient.clear()
})
// The new tokens may be another account's.
onTokenChange(() => {
  if (owner === nobody) void queryClient.resetQueries()
})
