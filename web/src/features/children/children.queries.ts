import {
  type Child,
  type ChildFields,
  createChild,
  deleteChild,
  getChild,
  listChildrenOfCaregiver,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call, isUnavailable } from '#lib/calls/api.ts'
import { useViewer } from '#lib/session/session.tsx'

const childrenKeys = {
  allOwn: ['children', 'own'] as const,
  own: (caregiverId: string) => ['children', 'own', caregiverId] as const,
  one: (id: string) => ['children', 'one', id] as const,
}

/** The viewer's own children, with their availability. */
export function useOwnChildren() {
  const { _id } = useViewer()
  return useQuery({
    queryKey: childrenKeys.own(_id),
    queryFn: async ({ signal }) => {
      const children = await call(listChildrenOfCaregiver, { params: { caregiverId: _id }, signal })
      // Own children have all fields; only other caregivers' children lack the availability.
      return children.filter((each): each is Child => 'availability' in each)
    },
  })
}

/** One of the viewer's own children. */
export function useGetChild(id: string) {
  const { _id } = useViewer()
  const queries = useQueryClient()
  return useQuery<Child, ApiError>({
    queryKey: childrenKeys.one(id),
    queryFn: ({ signal }) => call(getChild, { params: { id }, signal }),
    // Shows the child from the list until the response arrives, or if none does.
    initialData: () =>
      queries.getQueryData<Child[]>(childrenKeys.own(_id))?.find((child) => child._id === id),
    initialDataUpdatedAt: 0,
    // A deleted child must not reappear from the cache.
    gcTime: 0,
  })
}

/** The idempotency key stays the same within an attempt, so that a retry after a lost response makes one child. */
export function useCreateChild() {
  const change = useListChange()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: ChildFields; idempotencyKey: string }) =>
      call(createChild, { body, idempotencyKey }),
    onSuccess: (child) => change((children) => [...children.filter(({ _id }) => _id !== child._id), child]),
  })
}

/** With an idempotency key, a retry after a lost response gets that response. */
export function useSaveChild(id: string) {
  const queries = useQueryClient()
  const change = useListChange()
  return useMutation({
    mutationFn: (input: { body: BodyOf<typeof saveChild>; idempotencyKey?: string }) =>
      call(saveChild, { params: { id }, ...input }),
    onSuccess: (child) => change((children) => children.map((each) => (each._id === id ? child : each))),
    onError: (error, { idempotencyKey }) => {
      // The retry gets the outcome. A refetch now would show the viewer's own change as another guardian's.
      if (!(idempotencyKey && isUnavailable(error))) lookAgain(queries, id)
    },
  })
}

export function useDeleteChild(id: string) {
  const queries = useQueryClient()
  const change = useListChange()
  return useMutation({
    mutationFn: () => call(deleteChild, { params: { id } }),
    onSuccess: () => change((children) => children.filter(({ _id }) => _id !== id)),
    onError: () => lookAgain(queries, id),
  })
}

/** Refetches the child, which may have been deleted in another tab or changed by another guardian. */
function lookAgain(queries: QueryClient, id: string) {
  for (const queryKey of [childrenKeys.one(id), childrenKeys.allOwn])
    void queries.invalidateQueries({ queryKey })
}

/** Changes the list at once, and invalidates everything that shows children or depends on their availability. */
function useListChange() {
  const { _id } = useViewer()
  const queries = useQueryClient()
  return (change: (children: Child[]) => Child[]) => {
    const own = childrenKeys.own(_id)
    queries.setQueryData<Child[]>(own, (children) => children && change(children))
    for (const queryKey of [own, ['playdates'], ['availability-slots']])
      void queries.invalidateQueries({ queryKey })
  }
}
