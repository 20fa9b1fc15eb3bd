import { useEffect } from 'react'
import { storageKeyOf } from '#lib/drafts/draft.ts'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { outboxPrefix } from './room.ts'

/** Loads the outbox if messages are waiting, as it sends them once loaded. For screens without a chat. */
export function useSendWaiting(): void {
  useEffect(() => {
    const isWaiting = Object.keys(sessionStorage).some((key) => key.startsWith(storageKeyOf(outboxPrefix)))
    if (isWaiting) void importWithRetry(() => import('./outbox.ts'))
  }, [])
}
