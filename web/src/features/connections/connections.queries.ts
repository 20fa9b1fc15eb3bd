import {
  acceptConnection,
  type Connection,
  createConnection,
  listConnections,
  rejectConnection,
  removeConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { failureText } from '#lib/form.ts'
import { showToast } from '#ui/toast.tsx'

const connectionsKeys = {
  all: ['connections'] as const,
  list: ['connections', 'list'] as const,
}

export function useConnections() {
  return useQuery({
    queryKey: connectionsKeys.list,
    queryFn: ({ signal }) => call(listConnections, { signal }),
  })
}

/** The answer tells whether the number is somebody's; what to say about failures is the screen's matter. */
export function useCreateConnection() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body, attempt }: { body: BodyOf<typeof createConnection>; attempt: string }) =>
      call(createConnection, { body, idempotencyKey: attempt }),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsKeys.all }),
  })
}

/** Shows at once; rolls back in words. */
export function useAcceptConnection() {
  return useChange(
    (id) => call(acceptConnection, { params: { id }, body: {} }),
    (each) => ({ ...each, inviteStatus: 'accepted' }),
  )
}

export function useRejectConnection() {
  return useChange((id) => call(rejectConnection, { params: { id }, body: {} }), gone)
}

export function useRemoveConnection() {
  return useChange((id) => call(removeConnection, { params: { id } }), gone)
}

const gone = () => null

/** @param change what becomes of the connection; null takes it off the list */
function useChange(send: (id: string) => Promise<unknown>, change: (each: Connection) => Connection | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Connection) => send(_id),
    onMutate: async ({ _id }) => {
      await queries.cancelQueries({ queryKey: connectionsKeys.list })
      const before = queries.getQueryData<Connection[]>(connectionsKeys.list)
      queries.setQueryData<Connection[]>(connectionsKeys.list, (list) =>
        list?.flatMap((each) => (each._id === _id ? (change(each) ?? []) : [each])),
      )
      return { before }
    },
    onError: (error, _, context) => {
      queries.setQueryData(connectionsKeys.list, context?.before)
      showToast(failureText(error), { problem: true })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsKeys.all }),
  })
}
