import { saveCaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  checkPhoneProof,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { refreshSession } from '#lib/session/session.tsx'

/** The profile itself comes with the session. */
export function useSaveCaregiverProfile() {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof saveCaregiverProfile>) => {
      await call(saveCaregiverProfile, { params: { id: 'current-user' }, body })
      await refreshSession()
    },
  })
}

export function useStartPhoneProof() {
  return useMutation({ mutationFn: () => call(startPhoneProof, { body: {} }) })
}

export function useCheckPhoneProof() {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof checkPhoneProof>) => {
      await call(checkPhoneProof, { body })
      await refreshSession()
    },
  })
}
