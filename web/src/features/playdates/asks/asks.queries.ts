import { type Ask, askNext, getAsk, stopAsking } from '@tagalong/contract/features/playdates/asks.contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'
import { playdateKeys } from '../playdate-lists.queries.ts'
import { refreshPlaydates } from '../playdates.queries.ts'

/** Under the key of all playdates: each step changes one. */
const keyOf = (id: string) => [...playdateKeys.all, 'ask', id] as const

export function useGetAsk(id: string) {
  return useQuery<Ask, ApiError>({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getAsk, { params: { id }, signal }),
  })
}

type Seen = Pick<Ask, '_id' | 'version'>

export function useAskNext() {
  return useAskMutation(({ _id, version }) => call(askNext, { params: { id: _id }, body: { version } }))
}

export function useStopAsking() {
  return useAskMutation(({ _id, version }) => call(stopAsking, { params: { id: _id }, body: { version } }))
}

function useAskMutation(send: (ask: Seen) => Promise<Ask>) {
  const queries = useQueryClient()
  return useMutation<Ask, ApiError, Seen>({
    mutationKey: playdateKeys.all,
    mutationFn: send,
    onSuccess: (ask) => {
      queries.setQueryData(keyOf(ask._id), ask)
    },
    // Even after a refusal, a step may have begun.
    onSettled: () => refreshPlaydates(queries),
  })
}
