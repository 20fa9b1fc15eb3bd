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

/**
 * Shown at once, sent one after the other, and as the server has them where it failed. What isn't changed stays as
 * another device may have chosen it.
 */
export function useSetNoticeSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: key,
    scope: { id: key[0] },
    mutationFn: async (change: Partial<NoticeSettings>) => {
      const saved = await call(getNoticeSettings, {})
      return call(setNoticeSettings, { body: { ...saved, ...change } })
    },
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<NoticeSettings>(key)
      queries.setQueryData<NoticeSettings>(key, before && { ...before, ...change })
      return { before }
    },
    onError: (_error, _change, context) => {
      queries.setQueryData<NoticeSettings>(key, context?.before)
    },
    // While others wait they are what is shown.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: key }) > 1) return
      return queries.invalidateQueries({ queryKey: key })
    },
  })
}
