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
import { setCached } from '#lib/calls/set-cached.ts'

// No key starts with a prefix that the offline cache keeps, and `gcTime: 0` drops the data once its part unmounts.
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
    onSuccess: (saved) => setCached<Afternoon>(queries, ownKey, () => saved),
    onError: () => queries.invalidateQueries({ queryKey: ownKey }),
    gcTime: 0,
  })
}

/** What the other side offers the viewer now. Refetched whenever the playdate changes. */
export function usePlaydateAfternoon({ _id: id, version }: Playdate, { enabled }: { enabled: boolean }) {
  return useQuery<PlaydateAfternoon, ApiError>({
    queryKey: ['afternoon', 'playdate', id, version],
    queryFn: ({ signal }) => call(getPlaydateAfternoon, { params: { id }, signal }),
    enabled,
    gcTime: 0,
  })
}
