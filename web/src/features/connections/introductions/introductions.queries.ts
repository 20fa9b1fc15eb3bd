import {
  acceptIntroduction,
  createIntroduction,
  listIntroductions,
  rejectIntroduction,
} from '@tagalong/contract/features/connections/introductions.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

/** Refetched with the connections, since a connection ends an introduction. */
const introductionsKey = ['connections', 'introductions'] as const

/** The friends whom other guardians would like the viewer to meet. */
export function useIntroductions() {
  return useQuery({
    queryKey: introductionsKey,
    queryFn: ({ signal }) => call(listIntroductions, { signal }),
  })
}

export function useCreateIntroduction() {
  return useMutation({
    mutationFn: (input: { body: BodyOf<typeof createIntroduction>; idempotencyKey: string }) =>
      call(createIntroduction, input),
  })
}

export function useAcceptIntroduction(from: string) {
  return useAnswer((friends: string[]) => call(acceptIntroduction, { params: { from }, body: { friends } }))
}

export function useRejectIntroduction(from: string) {
  return useAnswer(() => call(rejectIntroduction, { params: { from }, body: {} }))
}

/** The refetch is not awaited: the screen is being left. */
function useAnswer<Input = void>(send: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['connections'] }),
  })
}
