import {
  getNoticeSettings,
  type NoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

const key = ['notice-settings'] as const

/** What the viewer hears, and when. */
export function useNoticeSettings() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(getNoticeSettings, { signal }) })
}

/** Shown at once, sent one after the other, and as the server has them where it failed. */
export function useSetNoticeSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: key,
    scope: { id: key[0] },
    mutationFn: (body: NoticeSettings) => call(setNoticeSettings, { body }),
    onMutate: async (settings) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<NoticeSettings>(key)
      queries.setQueryData<NoticeSettings>(key, settings)
      return { before }
    },
    onError: (_error, _settings, context) => {
      queries.setQueryData<NoticeSettings>(key, context?.before)
    },
    // One that failed may have come along with the next one. While others wait they are what is shown.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: key }) > 1) return
      return queries.invalidateQueries({ queryKey: key })
    },
  })
}
