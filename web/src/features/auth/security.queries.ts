import { removePasskey } from '@tagalong/contract/features/auth/passkeys.contract.ts'
import {
  confirmIdentity,
  confirmTotp,
  getSecurity,
  makeRecoveryCodes,
  removeTotp,
  sendMailCode,
  startTotp,
  turnSecondStepOff,
  turnSecondStepOn,
} from '@tagalong/contract/features/auth/security.contract.ts'
import type { BodyOf, DataOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { securityKey } from './auth.queries.ts'
import { makePasskey } from './passkey.ts'

export type Security = DataOf<typeof getSecurity>

/** No frame announces changes to it. It is refetched after each change and when the page becomes visible. */

export function useSecurity() {
  return useQuery({ queryKey: securityKey, queryFn: ({ signal }) => call(getSecurity, { signal }) })
}

/** Fetches the ways in which the caller can prove their identity. Never cached. */
export async function readWays() {
  const { secondStep, totp, passkeys } = await call(getSecurity)
  return { isByCode: secondStep && totp, isByPassword: !secondStep, isByPasskey: passkeys.length > 0 }
}
export type Ways = Awaited<ReturnType<typeof readWays>>

/** Makes the session fresh for fifteen minutes. */
export function useConfirmIdentity() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof confirmIdentity>) => call(confirmIdentity, { body }),
  })
}

export function useSendMailCode() {
  return useMutation({ mutationFn: () => call(sendMailCode, { body: {} }) })
}

export function useAddPasskey() {
  return useChange(({ name, mailCode }: { name: string; mailCode?: string | undefined }) =>
    makePasskey(name, mailCode),
  )
}

export function useRemovePasskey() {
  return useChange((id: string) => call(removePasskey, { params: { id } }))
}

export function useStartTotp() {
  return useMutation({ mutationFn: (body: BodyOf<typeof startTotp>) => call(startTotp, { body }) })
}

export function useConfirmTotp() {
  return useChange((body: BodyOf<typeof confirmTotp>) => call(confirmTotp, { body }))
}

export function useRemoveTotp() {
  return useChange(() => call(removeTotp))
}

export function useMakeRecoveryCodes() {
  return useChange(() => call(makeRecoveryCodes, { body: {} }))
}

export function useTurnSecondStepOn() {
  return useChange(() => call(turnSecondStepOn, { body: {} }))
}

export function useTurnSecondStepOff() {
  return useChange(() => call(turnSecondStepOff, { body: {} }))
}

/** Settles once the data on the page is refetched. */
function useChange<Answer, Which = void>(send: (which: Which) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: securityKey }),
  })
}
