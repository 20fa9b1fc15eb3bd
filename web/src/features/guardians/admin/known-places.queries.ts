import {
  changePlace,
  type KnownPlaces,
  listKnownPlaces,
  type PlaceAction,
  stopPlaceChange,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'

const keyOf = (child: string) => ['admin', 'guardians', child] as const

export function useKnownPlaces(child: string) {
  return useQuery<KnownPlaces, ApiError>({
    queryKey: keyOf(child),
    queryFn: ({ signal }) => call(listKnownPlaces, { params: { id: child }, signal }),
  })
}

interface Place {
  child: string
  caregiver: string
}

/** The list is refetched even after a failure, since the place may have been changed elsewhere. */
function usePlaceMutation<Input>(child: string, send: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation<unknown, ApiError, Input>({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(child) }),
  })
}

export function useChangePlace({ child, caregiver }: Place) {
  return usePlaceMutation(
    child,
    ({ idempotencyKey, ...body }: { action: PlaceAction; reason: string; idempotencyKey: string }) =>
      call(changePlace, { params: { id: child, caregiverId: caregiver }, body, idempotencyKey }),
  )
}

export function useStopPlaceChange({ child, caregiver }: Place) {
  return usePlaceMutation<string>(child, (at) =>
    call(stopPlaceChange, { params: { id: child, caregiverId: caregiver }, query: { at } }),
  )
}
