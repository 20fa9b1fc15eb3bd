import {
  getCaregiverProfile,
  saveCaregiverProfile,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  checkPhoneProof,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#lib/calls/api.ts'
import { currentUser, refreshSession } from '#lib/session/session.tsx'

/** Saves changes on top of the server's profile, as the session may not know what another device has changed. */
export function useSaveCaregiverProfile() {
  return useMutation({
    mutationFn: async (changes: Partial<BodyOf<typeof saveCaregiverProfile>>) => {
      const params = { id: 'current-user' }
      const { name, lastName, phoneNumber, zipCode, timeZone } = await call(getCaregiverProfile, { params })
      const body = { name, lastName, phoneNumber, zipCode, timeZone, ...changes }
      await call(saveCaregiverProfile, { params, body })
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
      try {
        await call(checkPhoneProof, { body })
      } catch (error) {
        if (!(await isProvenAlready(error))) throw error
      }
      await refreshSession()
    },
  })
}

/** True if an earlier attempt proved the number but its response was lost: a code can be used once only. */
async function isProvenAlready(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.status !== 400) return false
  await refreshSession().catch(() => undefined)
  return currentUser()?.caregiverProfile?.phoneProof === 'code'
}
