import {
  type Afternoon,
  getAfternoon,
  getPlaydateAfternoon,
  type PlaydateAfternoon,
  saveAfternoon,
} from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'

// No key begins with a word that the offline cache keeps, and nothing stays in memory once its part is gone.
const ownKey = ['afternoon', 'own'] as const

/** What the viewer offers to others. */
export function useAfternoon({ enabled = true } = {}) {
  return useQuery<Afternoon, ApiError>({
    queryKey: ownKey,
    queryFn: ({ signal }) => call(getAfternoon, { signal }),
    enabled,
    gcTime: 0,
  })
}

export function useSaveAfternoon() {
  const queries = useQueryClient()
  return useMutation<Afternoon, ApiError, BodyOf<typeof saveAfternoon>>({
    mutationFn: (body) => call(saveAfternoon, { body }),
    onSuccess: (saved) => queries.setQueryData<Afternoon>(ownKey, saved),
    onError: () => queries.invalidateQueries({ queryKey: ownKey }),
    gcTime: 0,
  })
}

/** What the other side offers to the viewer now; asked anew with each change of the playdate. */
export function usePlaydateAfternoon({ _id: id, version }: Playdate, { enabled }: { enabled: boolean }) {
  return useQuery<PlaydateAfternoon, ApiError>({
    queryKey: ['afternoon', 'playdate', id, version],
    queryFn: ({ signal }) => call(getPlaydateAfternoon, { params: { id }, signal }),
    enabled,
    gcTime: 0,
  })
}
