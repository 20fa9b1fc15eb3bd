import {
  answerSeries,
  getSeries,
  type Series,
  stopSeries,
} from '@tagalong/contract/features/playdates/series.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'
import { playdateKeys } from '../playdate-lists.queries.ts'
import { refreshPlaydates } from '../playdates.queries.ts'

const keyOf = (id: string) => [...playdateKeys.all, 'series', id]

/** Null fetches nothing. */
export function useGetSeries(id: string | null) {
  return useQuery<Series, ApiError>({
    queryKey: keyOf(id ?? ''),
    queryFn: ({ signal }) => call(getSeries, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  })
}

type Dates = Parameters<typeof call<typeof answerSeries>>[1]['body']['dates']

/** Answers dates of a series. `left` of the result lists those that were not changed. */
export function useAnswerSeries(id: string) {
  return useSeriesMutation(id, (dates: Dates) => call(answerSeries, { params: { id }, body: { dates } }))
}

export function useStopSeries(id: string) {
  return useSeriesMutation(id, (body: BodyOf<typeof stopSeries>) =>
    call(stopSeries, { params: { id }, body }),
  )
}

function useSeriesMutation<Input, Answer extends Series>(
  id: string,
  send: (input: Input) => Promise<Answer>,
) {
  const queries = useQueryClient()
  return useMutation<Answer, ApiError, Input>({
    mutationKey: playdateKeys.all,
    mutationFn: send,
    onSuccess: (series) => {
      queries.setQueryData<Series>(keyOf(id), series)
    },
    onSettled: () => refreshPlaydates(queries),
  })
}
