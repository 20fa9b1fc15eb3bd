import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#lib/calls/query-client.ts'
import { currentUserId } from '#lib/session/session.tsx'
import { inTurn } from './in-turn.ts'
import { askViewLink } from './signed-links.ts'
import { dropView, freshFor, type SignedView, storedView, storeView, type ViewSize } from './signed-views.ts'

const fileKeys = {
  view: (fileKey: string, size: ViewSize) => ['files', 'view', fileKey, size] as const,
}

/** Returns a link to a file, from the browser's storage or the server; `error` has a text to show. */
export function useSignedView(fileKey: string, size: ViewSize) {
  const query = useQuery(
    {
      queryKey: fileKeys.view(fileKey, size),
      queryFn: ({ signal }) => viewLink(fileKey, size, signal),
      staleTime: ({ state }) => (state.data ? freshFor(state.data) : 0),
      retry: false,
    },
    // Passed explicitly: onboarding shows faces, too, without the shell that provides the client.
    queryClient,
  )
  return {
    view: query.isError ? undefined : query.data,
    error: query.error,
    reload: () => void query.refetch(),
    /** Fetches a new link when one failed to load. */
    renew: (dead: SignedView) => {
      dropView({ userId: currentUserId(), fileKey, size }, dead.signedUrl)
      void query.refetch({ cancelRefetch: false })
    },
  }
}

async function viewLink(fileKey: string, size: ViewSize, signal: AbortSignal): Promise<SignedView> {
  const place = { userId: currentUserId(), fileKey, size }
  const stored = storedView(place)
  if (stored) return stored
  const view = await inTurn(() => askViewLink(fileKey, size, signal), signal)
  storeView(place, view)
  return view
}
