import {
  acceptConnection,
  type Connection,
  createConnection,
  listConnections,
  rejectConnection,
  removeConnection,
  renewLink,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { setCached } from '#lib/calls/set-cached.ts'
import { showToast } from '#ui/toast.tsx'

const connectionsKeys = {
  all: ['connections'] as const,
  list: ['connections', 'list'] as const,
}

const connectionsQuery = queryOptions({
  queryKey: connectionsKeys.list,
  queryFn: ({ signal }) => call(listConnections, { signal }),
})

export function useConnections() {
  return useQuery(connectionsQuery)
}

/** Prefetches the connections for a screen that would otherwise appear without them. */
export async function prepareConnections(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery(connectionsQuery)
}

/** The response says whether the number belongs to a user. The screen words the failures. */
export function useCreateConnection() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      body,
      idempotencyKey,
    }: {
      body: BodyOf<typeof createConnection>
      idempotencyKey: string
    }) => call(createConnection, { body, idempotencyKey }),
    onSuccess: async ({ connection }) => {
      // An unexpected response, perhaps not from our server.
      if (!connection) return
      await setCached<Connection[]>(
        queries,
        connectionsKeys.list,
        (list) => list && [connection, ...list.filter(({ _id }) => _id !== connection._id)],
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsKeys.all }),
  })
}

/** Ends an invitation that is still pending. A 404 counts as success: it is gone already. */
export function useTakeBack() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call(removeConnection, { params: { id }, query: { only: 'pending' } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: (_, id) =>
      queries.setQueryData<Connection[]>(connectionsKeys.list, (list) =>
        list?.filter(({ _id }) => _id !== id),
      ),
    // Not awaited: the list no longer contains it.
    onSettled: () => void queries.invalidateQueries({ queryKey: connectionsKeys.all }),
  })
}

/** Makes a new link. The previous one stops working. */
export function useRenewLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(renewLink, { params: { id }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsKeys.all }),
  })
}

/** Failures are shown by the caller, not in a toast. */
export function useRemoveConnection() {
  return useChange((id) => call(removeConnection, { params: { id }, query: {} }), gone)
}

export function useAcceptConnection() {
  return useChange(
    (id) => call(acceptConnection, { params: { id }, body: {} }),
    (each) => ({ ...each, inviteStatus: 'accepted' }),
    sayInToast,
  )
}

export function useRejectConnection() {
  return useChange((id) => call(rejectConnection, { params: { id }, body: {} }), gone, sayInToast)
}

const gone = () => null
const sayInToast = (error: Error) => showToast(failureText(error), { problem: true })

/** @param change returns the connection after the server's success; null removes it from the list */
function useChange(
  send: (id: string) => Promise<unknown>,
  change: (each: Connection) => Connection | null,
  onError?: (error: Error) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Connection) => send(_id),
    onSuccess: (_, { _id }) =>
      setCached<Connection[]>(queries, connectionsKeys.list, (list) =>
        list?.flatMap((each) => (each._id === _id ? (change(each) ?? []) : [each])),
      ),
    ...(onError && { onError }),
    // Not awaited: the result is shown already.
    onSettled: () => void queries.invalidateQueries({ queryKey: connectionsKeys.all }),
  })
}
