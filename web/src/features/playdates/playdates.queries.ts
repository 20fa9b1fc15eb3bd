import { findAvailabilitySlots } from '@tagalong/contract/features/children/children.contract.ts'
import { listFriendsChildren } from '@tagalong/contract/features/connections/connections.contract.ts'
import type { Playdate, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  type EventResponse,
  getEventResponse,
  listEventResponses,
  type OwnEventResponse,
  rejectEvent,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { suggestTimes } from '@tagalong/contract/features/playdates/suggestions.contract.ts'
import type { ParamsOf } from '@tagalong/contract/http/endpoint.ts'
import {
  type QueryClient,
  type QueryKey,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, call } from '#lib/calls/api.ts'
import { type Lists, playdateKeys } from './playdate-lists.queries.ts'

type Body<E extends { body: { _zod: { input: unknown } } | undefined }> = NonNullable<
  E['body']
>['_zod']['input']

export function useGetPlaydate(id: string) {
  const queries = useQueryClient()
  return useQuery<Playdate, ApiError>({
    queryKey: playdateKeys.one(id),
    queryFn: ({ signal }) => call(getPlaydate, { params: { id }, signal }),
    // Shows what a list knows at once, until the answer arrives.
    placeholderData: () => listed(queries, id),
  })
}

/** Creates a playdate. A double click, or a retry after a lost answer, has the same key and so creates only one. */
export function useCreatePlaydate() {
  const queries = useQueryClient()
  return usePlaydateMutation(async (input: { body: Body<typeof createPlaydate>; idempotencyKey: string }) => {
    try {
      return await call(createPlaydate, input)
    } catch (error) {
      // Premium has ended meanwhile.
      if (error instanceof ApiError && error.status === 402) {
        void queries.invalidateQueries({ queryKey: ['subscription'] })
      }
      throw error
    }
  })
}

export function useCounterPlaydate() {
  return usePlaydateMutation(
    (input: { params: ParamsOf<typeof counterPlaydate>; body: Body<typeof counterPlaydate> }) =>
      call(counterPlaydate, input),
  )
}

export function useAcceptPlaydate() {
  return usePlaydateMutation((body: Body<typeof acceptPlaydate>) => call(acceptPlaydate, { body }))
}

export function useRejectPlaydate() {
  return usePlaydateMutation((body: Body<typeof rejectPlaydate>) => call(rejectPlaydate, { body }))
}

export function useCancelPlaydate() {
  return usePlaydateMutation((body: Body<typeof cancelPlaydate>) => call(cancelPlaydate, { body }))
}

/** The viewer's own answer to an event. A list knows its `response` only. */
export type OwnAnswer = Pick<OwnEventResponse, 'response'> & Partial<OwnEventResponse>

/**
 * Fetches the viewer's own answer to an event; null before there is one. A caregiver who may not answer gets the
 * event's `response`.
 * @param retryOnMount false for a part that comes later and leaves a failure to the part that shows it
 */
export function useGetEventResponse({ _id, response, mayAct }: Playdate, { retryOnMount = true } = {}) {
  return useQuery<OwnAnswer | null, ApiError>({
    queryKey: playdateKeys.response(_id),
    queryFn: async ({ signal }) => {
      return call(getEventResponse, { params: { playdateId: _id }, signal })
    },
    placeholderData: response ? { response } : null,
    enabled: mayAct,
    retryOnMount,
  })
}

/** Fetches all answers to an event. Null fetches nothing. */
export function useListEventResponses(playdateId: string | null) {
  return useQuery<EventResponse[], ApiError>({
    queryKey: playdateKeys.responses(playdateId ?? ''),
    queryFn: ({ signal }) => call(listEventResponses, { params: { playdateId: playdateId ?? '' }, signal }),
    enabled: playdateId !== null,
  })
}

/** @param children those who come, if not all do */
export function useAcceptEvent() {
  return useEventMutation(({ _id, version, children }: SeenEvent & { children?: readonly string[] }) =>
    children
      ? call(respondToEvent, {
          body: { playdate: _id, response: 'accepted', version, children: [...children] },
        })
      : call(acceptEvent, { params: { playdateId: _id }, body: { version } }),
  )
}

export function useRejectEvent() {
  return useEventMutation(({ _id, version }: SeenEvent) =>
    call(rejectEvent, { params: { playdateId: _id }, body: { version } }),
  )
}

/** Accepts the spots offered to the family, or gives them up. */
export function useAnswerOffer() {
  return useEventMutation(({ _id, response }: { _id: string; response: Response }) =>
    call(answerOffer, { params: { playdateId: _id }, body: { response } }),
  )
}

export function useSetCapacity() {
  return usePlaydateMutation(({ playdate, capacity }: { playdate: SeenEvent; capacity: number | null }) =>
    call(setCapacity, {
      params: { playdateId: playdate._id },
      body: { capacity, version: playdate.version },
    }),
  )
}

/** Fetches the children of all caregivers connected with the viewer. */
export function useListFriendsChildren() {
  return useQuery({
    queryKey: ['connections', 'children'],
    queryFn: ({ signal }) => call(listFriendsChildren, { signal }),
  })
}

const askedOnce = {
  staleTime: 10 * 60_000,
  gcTime: 30 * 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: (count: number, error: ApiError) => count < 2 && (error.status >= 500 || error.status === 0),
}

/**
 * Fetches how well the hours of a span fit the children. Not refetched, since the server allows 60 calls an hour. Null
 * children fetch nothing.
 */
export function useFindAvailabilitySlots(
  children: readonly string[] | null,
  span: { from: string; to: string },
) {
  const sorted = children?.toSorted() ?? []
  return useQuery({
    queryKey: ['availability-slots', sorted, span.from, span.to],
    queryFn: ({ signal }) => call(findAvailabilitySlots, { body: { children: sorted, ...span }, signal }),
    enabled: children !== null,
    ...askedOnce,
  })
}

const suggestedKey = ['availability-slots', 'suggested'] as const

/** The children and length for which times are suggested. */
export interface TimesQuestion {
  ownChildren: readonly string[]
  otherChildren: readonly string[]
  durationMinutes: number
  /** The playdate that gets another time. */
  replaces?: string | undefined
}

/** Fetches times that may suit these children. Like slots, they are not refetched. */
export function useSuggestTimes({ ownChildren, otherChildren, ...rest }: TimesQuestion) {
  const body = { ownChildren: ownChildren.toSorted(), otherChildren: otherChildren.toSorted(), ...rest }
  return useQuery({
    queryKey: [...suggestedKey, body],
    queryFn: async ({ signal }) => (await call(suggestTimes, { body, signal })).suggestions,
    ...askedOnce,
  })
}

/** Invalidates all playdates after a possible change. Suggested times are refetched only when shown again. */
export function refreshPlaydates(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: playdateKeys.all })
  void queries.invalidateQueries({ queryKey: suggestedKey, refetchType: 'none' })
}

function usePlaydateMutation<Input>(send: (input: Input) => Promise<Playdate>) {
  const queries = useQueryClient()
  return useMutation<Playdate, ApiError, Input>({
    mutationKey: playdateKeys.all,
    mutationFn: send,
    onSuccess: (playdate) => {
      queries.setQueryData(playdateKeys.one(playdate._id), playdate)
    },
    // Even after a refusal, the lists may have changed.
    onSettled: () => refreshPlaydates(queries),
  })
}

/** The event as it was shown: the server refuses answers to one that was moved meanwhile. */
type SeenEvent = Pick<Playdate, '_id' | 'version'>

/** Shows an invitee's answer as soon as the server has it, since it opens or closes the chat. */
function useEventMutation<Input extends Pick<Playdate, '_id'>>(
  send: (input: Input) => Promise<OwnEventResponse>,
) {
  const queries = useQueryClient()
  return useMutation<OwnEventResponse, ApiError, Input>({
    mutationKey: playdateKeys.all,
    mutationFn: send,
    onSuccess: async (own, { _id: id }) => {
      // Replies to earlier fetches must not overwrite the answer.
      await queries.cancelQueries({ queryKey: playdateKeys.all })
      const { caregiver, response, children } = own
      queries.setQueryData<OwnAnswer>(playdateKeys.response(id), own)
      queries.setQueryData<Playdate>(playdateKeys.one(id), (known) => known && { ...known, response })
      queries.setQueryData<EventResponse[]>(playdateKeys.responses(id), (known) =>
        known
          ?.filter((each) => each.caregiver._id !== caregiver._id)
          .concat(
            response === 'accepted' || response === 'rejected' ? { caregiver, response, children } : [],
          ),
      )
    },
    onSettled: () => refreshPlaydates(queries),
  })
}

/**
 * True while an answer of the viewer is on its way. Its websocket frame may arrive before its reply, and until then the
 * screen must not change.
 */
export function useIsAnswering(): boolean {
  return useIsMutating({ mutationKey: playdateKeys.all }) > 0
}

/** Without the server, uses a list's data for the details of its playdates, unless newer ones are known. */
export function takeDetailsFromLists(queries: QueryClient): void {
  for (const [key, list] of queries.getQueriesData<Lists>({ queryKey: playdateKeys.lists })) {
    const updatedAt = queries.getQueryState(key)?.dataUpdatedAt ?? 0
    const take = (detail: QueryKey, data: unknown) => {
      const known = queries.getQueryState(detail)?.dataUpdatedAt ?? 0
      if (data !== undefined && known < updatedAt) queries.setQueryData(detail, data, { updatedAt })
    }
    for (const one of list?.pages.flatMap(({ items }) => items) ?? []) {
      take(playdateKeys.one(one._id), one)
      take(playdateKeys.response(one._id), one.response ? { response: one.response } : one.response)
    }
  }
}

function listed(queries: QueryClient, id: string): Playdate | undefined {
  const lists = queries.getQueriesData<Lists>({ queryKey: playdateKeys.lists })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ items }) => items)
    .find(({ _id }) => _id === id)
}
