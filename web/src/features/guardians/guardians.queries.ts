import {
  answerGrownUpQuestion,
  changeHelper,
  endHelp,
  getGrownUpQuestion,
  leaveChild,
  listGrownUps,
  listHelp,
  saveOwnPlace,
  stayWithChild,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import {
  acceptGuardianInvite,
  confirmGuardianInvite,
  createGuardianInvite,
  listOwnInvites,
  type OwnInvite,
  readGuardianInvite,
  rejectGuardianInvite,
  stopGuardianInvite,
} from '@tagalong/contract/features/guardians/invites.contract.ts'
import type { BodyOf, DataOf } from '@tagalong/contract/http/endpoint.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'
import { setCached } from '#lib/calls/set-cached.ts'

const guardiansKeys = {
  all: ['guardians'] as const,
  of: (child: string) => ['guardians', 'of', child] as const,
  ownInvites: ['guardians', 'own-invites'] as const,
  link: (token: string) => ['guardians', 'link', token] as const,
  help: ['guardians', 'help'] as const,
  question: ['guardians', 'question'] as const,
}

const ownInvitesQuery = queryOptions({
  queryKey: guardiansKeys.ownInvites,
  queryFn: ({ signal }) => call(listOwnInvites, { signal }),
})

/** The open invites that the user said yes to. */
export function useOwnInvites() {
  return useQuery(ownInvitesQuery)
}

/** The child's guardians, helpers and open invites. */
export function useGrownUps(child: string) {
  return useQuery({
    queryKey: guardiansKeys.of(child),
    queryFn: ({ signal }) => call(listGrownUps, { params: { id: child }, signal }),
  })
}

/** The children that the viewer helps with. */
export function useHelp() {
  return useQuery({ queryKey: guardiansKeys.help, queryFn: ({ signal }) => call(listHelp, { signal }) })
}

/** Refetches everything about grown-ups after a change, even if it failed. */
function useChange<Input>(send: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation<unknown, ApiError, Input>({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: guardiansKeys.all }),
  })
}

export function useCreateInvite(child: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      body,
      idempotencyKey,
    }: {
      body: BodyOf<typeof createGuardianInvite>
      idempotencyKey: string
    }) => call(createGuardianInvite, { params: { id: child }, body, idempotencyKey }),
    onSettled: () => queries.invalidateQueries({ queryKey: guardiansKeys.all }),
  })
}

export function useConfirmInvite() {
  return useChange(({ _id, version }: { _id: string; version: number }) =>
    call(confirmGuardianInvite, { params: { id: _id }, body: { version } }),
  )
}

export function useStopInvite() {
  return useChange(({ _id, version }: { _id: string; version: number }) =>
    call(stopGuardianInvite, { params: { invite: _id }, query: { version: `${version}` } } as never),
  )
}

interface Helper {
  child: string
  helper: string
}

export function useChangeHelper({ child, helper }: Helper) {
  return useChange((until: string) =>
    call(changeHelper, { params: { id: child, caregiverId: helper }, body: { until } }),
  )
}

export function useEndHelp({ child, helper }: Helper) {
  return useChange<void>(() => call(endHelp, { params: { id: child, caregiverId: helper } }))
}

export function useSharePlaces(child: string) {
  return useChange((sharesPlaces: boolean) =>
    call(saveOwnPlace, { params: { id: child }, body: { sharesPlaces } }),
  )
}

export function useLeaveChild(child: string) {
  return useChange<void>(() => call(leaveChild, { params: { id: child } }))
}

export function useStayWithChild(child: string) {
  return useChange<void>(() => call(stayWithChild, { params: { id: child }, body: {} }))
}

/** The invite behind a link. */
export function useLink(token: string) {
  return useQuery<OwnInvite, ApiError>({
    queryKey: guardiansKeys.link(token),
    queryFn: ({ signal }) => call(readGuardianInvite, { params: { invite: token }, signal }),
  })
}

export function useAnswerLink(token: string) {
  const queries = useQueryClient()
  return useMutation<OwnInvite, ApiError, 'accepted' | 'rejected'>({
    mutationFn: (answer) => {
      const endpoint = answer === 'accepted' ? acceptGuardianInvite : rejectGuardianInvite
      return call(endpoint, { params: { token }, body: {} })
    },
    onSuccess: async (invite) => {
      await setCached<OwnInvite>(queries, guardiansKeys.link(token), () => invite)
      void queries.invalidateQueries({ queryKey: guardiansKeys.ownInvites })
    },
  })
}

/** The child for whom to ask for another grown-up, and an accepted invite that the viewer made and has to confirm. */
export function useQuestion() {
  return useQuery({
    queryKey: guardiansKeys.question,
    queryFn: ({ signal }) => call(getGrownUpQuestion, { signal }),
  })
}

/** Hides the question at once. It is not asked again. */
export function useAnswerQuestion() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(answerGrownUpQuestion, { body: {} }),
    onMutate: () =>
      setCached<DataOf<typeof getGrownUpQuestion>>(
        queries,
        guardiansKeys.question,
        (asked) => asked && { ...asked, child: null },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: guardiansKeys.question }),
  })
}
