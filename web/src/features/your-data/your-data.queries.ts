import { downloadMyData } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '#lib/calls/api.ts'

/** The zip, once all of it is there. */
export function useDownloadMyData() {
  return useMutation({ mutationFn: () => callForFile(downloadMyData) })
}
