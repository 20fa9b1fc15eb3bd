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

/** The viewer's own children, with their hours. */
export function useOwnChildren() {
  const { _id } = useViewer()
  return useQuery({
    queryKey: childrenKeys.own(_id),
    queryFn: async ({ signal }) => {
      const children = await call(listChildrenOfCaregiver, { params: { caregiverId: _id }, signal })
      // The own children come whole; only other people's lack the hours.
      return children.filter((each): each is Child => 'availability' in each)
    },
  })
}

/** An own child. */
export function useGetChild(id: string) {
  const { _id } = useViewer()
  const queries = useQueryClient()
  return useQuery<Child, ApiError>({
    queryKey: childrenKeys.one(id),
    queryFn: ({ signal }) => call(getChild, { params: { id }, signal }),
    // What the list showed stands there at once until the answer comes, and where none does.
    initialData: () =>
      queries.getQueryData<Child[]>(childrenKeys.own(_id))?.find((child) => child._id === id),
    initialDataUpdatedAt: 0,
    // A child that was deleted must not show up once more from memory.
    gcTime: 0,
  })
}

/** The same key for the same attempt: a retry after a lost answer makes one child. */
export function useCreateChild() {
  const change = useListChange()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: ChildFields; idempotencyKey: string }) =>
      call(createChild, { body, idempotencyKey }),
    onSuccess: (child) => change((children) => [...children.filter(({ _id }) => _id !== child._id), child]),
  })
}

/** With a key a retry after a lost answer gets that one. */
export function useSaveChild(id: string) {
  const queries = useQueryClient()
  const change = useListChange()
  return useMutation({
    mutationFn: (input: { body: BodyOf<typeof saveChild>; idempotencyKey?: string }) =>
      call(saveChild, { params: { id }, ...input }),
    onSuccess: (child) => change((children) => children.map((each) => (each._id === id ? child : each))),
    onError: (error, { idempotencyKey }) => {
      // What came of it the retry learns: read now, the own change would look like another guardian's.
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

/** It may have been deleted in another tab, or changed by another guardian. */
function lookAgain(queries: QueryClient, id: string) {
  for (const queryKey of [childrenKeys.one(id), childrenKeys.allOwn])
    void queries.invalidateQueries({ queryKey })
}

/** Changes the list at once, and makes old whatever shows children or depends on their hours. */
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
