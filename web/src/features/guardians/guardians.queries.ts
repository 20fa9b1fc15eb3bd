import { listOwnInvites } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

const guardiansKeys = {
  ownInvites: ['guardians', 'own-invites'] as const,
}

const ownInvitesQuery = queryOptions({
  queryKey: guardiansKeys.ownInvites,
  queryFn: ({ signal }) => call(listOwnInvites, { signal }),
})

/** Those that the user said yes to, as long as they are open. */
export function useOwnInvites() {
  return useQuery(ownInvitesQuery)
}
