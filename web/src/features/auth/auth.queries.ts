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

/** No frame tells of these: they are read anew after each change and whenever the page is looked at again. */
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

/** Done once the list is read anew. */
function useEnd<Which = void>(send: (which: Which) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** The address changes when the mailed link is opened, not before. */
export function useChangeEmail() {
  return useMutation({ mutationFn: (body: BodyOf<typeof changeEmail>) => call(changeEmail, { body }) })
}

/** Whoever else was in is out. */
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

/** `leave`: once it is deleted. */
export function useDeleteAccount(leave: () => void) {
  return useMutation({
    mutationFn: (password: string) => call(deleteAccount, { body: { password }, endsSession: leave }),
  })
}
