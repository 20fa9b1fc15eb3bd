import { QueryClient } from '@tanstack/react-query'
import { watchLanguage } from '#lib/language.ts'
import { onServerBack } from '#lib/offline/reachability.ts'
import { currentUserId, nobody, watchSession } from '#lib/session/session.tsx'
import { onTokenChange } from '#lib/session/stored-token.ts'
import { ApiError, isUnavailable } from './api.ts'

/** A refusal stays a refusal; only surprises are worth another try. */
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
      // We find out ourselves whether the server is there, and say so: a paused query would only look stuck.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

onServerBack(() => void queryClient.invalidateQueries())
// Some texts in them are the server's.
watchLanguage(() => void queryClient.invalidateQueries())

let owner = currentUserId()
watchSession(() => {
  // What one user saw is nothing for the next one on the same device.
  const before = owner
  owner = currentUserId()
  // What was asked for while it was being asked who is in is of the same tokens, and theirs.
  if (before !== owner && before !== nobody) queryClient.clear()
})
// Other tokens may be somebody else's.
onTokenChange(() => {
  if (owner === nobody) void queryClient.resetQueries()
})
