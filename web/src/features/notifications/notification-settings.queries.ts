import {
  getNoticeSettings,
  type NoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { showToast } from '#ui/toast.tsx'

const key = ['notice-settings'] as const

/** Which notifications the viewer gets, and when. */
export function useNoticeSettings() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(getNoticeSettings, { signal }) })
}

/**
 * Shows each change at once and sends the changes one after the other. A failed change is reverted, with a toast. Each
 * is merged into the settings as saved by then, so that another device's choices stay.
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
    onError: (error, change, context) => {
      showToast(failureText(error, { 0: m.common_could_not_save() }), { problem: true })
      const before = context?.before
      const changed = Object.keys(change) as (keyof NoticeSettings)[]
      queries.setQueryData<NoticeSettings>(key, (now) => {
        const isStill = changed.filter((each) => now?.[each] === change[each])
        return now && before && { ...now, ...Object.fromEntries(isStill.map((each) => [each, before[each]])) }
      })
    },
    // While other changes are pending, their optimistic values stay.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: key }) > 1) return
      return queries.invalidateQueries({ queryKey: key })
    },
  })
}
