import { listConsents } from '@tagalong/contract/features/papers/papers.contract.ts'
import { downloadMyData } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, callForFile } from '#lib/calls/api.ts'

/** Downloads the whole zip before it returns. */
export function useDownloadMyData() {
  return useMutation({ mutationFn: () => callForFile(downloadMyData) })
}

export function useConsents() {
  return useQuery({
    queryKey: ['consents'],
    queryFn: ({ signal }) => call(listConsents, { signal }),
  })
}
