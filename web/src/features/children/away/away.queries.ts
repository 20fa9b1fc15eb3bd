import {
  createDaysAway,
  type DaysAway,
  deleteDaysAway,
  listDaysAway,
} from '@tagalong/contract/features/children/away.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

const awayKey = ['children', 'away'] as const

/** The days away of the viewer's children, from today on. */
export function useDaysAway() {
  return useQuery({ queryKey: awayKey, queryFn: ({ signal }) => call(listDaysAway, { signal }) })
}

/** The idempotency key stays the same within an attempt, so that a retry after a lost response enters the days once. */
export function useCreateDaysAway() {
  const readAnew = useReadAnew()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: BodyOf<typeof createDaysAway>; idempotencyKey: string }) =>
      call(createDaysAway, { body, idempotencyKey }),
    onSettled: readAnew,
  })
}

export function useDeleteDaysAway() {
  const queries = useQueryClient()
  const readAnew = useReadAnew()
  return useMutation({
    mutationFn: (id: string) => call(deleteDaysAway, { params: { id } }),
    onSuccess: (_, id) =>
      queries.setQueryData<DaysAway[]>(awayKey, (all) => all?.filter(({ _id }) => _id !== id)),
    onSettled: readAnew,
  })
}

/** Refetches the list, and invalidates the slots, which depend on when children are free. */
function useReadAnew() {
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: ['availability-slots'] })
    await queries.invalidateQueries({ queryKey: awayKey })
  }
}
