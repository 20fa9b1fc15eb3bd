import { useEffect } from 'react'
import { storageKeyOf } from '#lib/drafts/draft.ts'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { outboxPrefix } from './room.ts'

/** The outbox sends what waits once it is loaded. Where no chat is on screen, that is here. */
export function useSendWaiting(): void {
  useEffect(() => {
    const isWaiting = Object.keys(sessionStorage).some((key) => key.startsWith(storageKeyOf(outboxPrefix)))
    if (isWaiting) void importWithRetry(() => import('./outbox.ts'))
  }, [])
}
