import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import {
  blockCaregiver,
  getBlock,
  unblockCaregiver,
} from '@tagalong/contract/features/safety/blocks.contract.ts'
import { mute, unmute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import type { BodyOf, ParamsOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { showToast } from '#ui/toast.tsx'

const safetyKey = ['safety'] as const
/** Not refetched after a block: there is no preview for a blocked caregiver. */
const previewKey = 'block'

export type Muted = ParamsOf<typeof mute>

/** What the viewer has blocked, muted and reported. */
export function useSafety() {
  return useQuery({ queryKey: safetyKey, queryFn: ({ signal }) => call(getSafety, { signal }) })
}

/** What a block would do. Never cached, since playdates change. Disable it once blocked: they are a stranger then. */
export function useBlockPreview(caregiver: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [previewKey, caregiver],
    queryFn: ({ signal }) => call(getBlock, { params: { caregiver }, signal }),
    enabled,
    gcTime: 0,
  })
}

/** Invalidates everything that may show the person, perhaps even the card that was pressed. */
export function useBlock() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: CaregiverName) => call(blockCaregiver, { params: { caregiver: _id }, body: {} }),
    onMutate: () => queries.cancelQueries({ queryKey: [previewKey] }),
    onSuccess: (_, { name, lastName }) => {
      showToast(m.safety_block_done({ name: `${name} ${lastName}` }))
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewKey })
    },
  })
}

export function useUnblock() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (caregiver: string) => call(unblockCaregiver, { params: { caregiver } }),
    onSuccess: () => queries.invalidateQueries(),
  })
}

export function useMute() {
  return useMuting((muted) => call(mute, { params: muted, body: {} }))
}

export function useUnmute() {
  return useMuting((muted) => call(unmute, { params: muted }))
}

function useMuting(send: (muted: Muted) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: safetyKey }),
  })
}

export function useReport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: BodyOf<typeof createReport>; idempotencyKey: string }) =>
      call(createReport, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: safetyKey }),
  })
}
