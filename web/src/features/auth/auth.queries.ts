import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { changeEmail } from '@tagalong/contract/features/auth/links.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

/** No frame announces changes to these. They are refetched after each change and when the page becomes visible. */
const sessionsKey = ['sessions'] as const
export const securityKey = ['security'] as const

export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(listSessions, { signal }) })
}

export function useEndSession() {
  return useEnd((id: string) => call(endSession, { params: { id } }))
}

export function useEndOtherSessions() {
  return useEnd(() => call(endOtherSessions))
}

/** Settles once the list is refetched. */
function useEnd<Which = void>(send: (which: Which) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** The address changes only when the mailed link is opened. */
export function useChangeEmail() {
  return useMutation({ mutationFn: (body: BodyOf<typeof changeEmail>) => call(changeEmail, { body }) })
}

/** Signs out all other devices. */
export function useChangePassword() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof changePassword>) => call(changePassword, { body }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: sessionsKey })
      void queries.invalidateQueries({ queryKey: securityKey })
    },
  })
}

/** `leave` runs once the account is deleted. */
export function useDeleteAccount(leave: () => void) {
  return useMutation({
    mutationFn: (password: string) => call(deleteAccount, { body: { password }, endsSession: leave }),
  })
}
