import { getPlaceChange, reportPlaceChange } from '@tagalong/contract/features/safety/changes.contract.ts'
import type { ParamsOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

/** Identifies a grown-up's place with a child. */
export type ChangedPlace = ParamsOf<typeof getPlaceChange>

const changeKey = ({ id, caregiverId }: ChangedPlace) => ['place-change', id, caregiverId] as const

export function usePlaceChange(place: ChangedPlace) {
  return useQuery({
    queryKey: changeKey(place),
    queryFn: ({ signal }) => call(getPlaceChange, { params: place, signal }),
  })
}

export function useReportChange(place: ChangedPlace) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ words, idempotencyKey }: { words: string; idempotencyKey: string }) =>
      call(reportPlaceChange, { params: place, body: { words }, idempotencyKey }),
    onSettled: () => queries.invalidateQueries({ queryKey: changeKey(place) }),
  })
}
