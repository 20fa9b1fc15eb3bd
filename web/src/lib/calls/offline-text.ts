import { m } from '@tagalong/contract/messages.ts'
import type { ErrorMessages } from './failure-text.ts'

/** The text for status 0 where the user can try again. In a file of its own, since most first loads don't need it. */
export const offlineText = (): ErrorMessages => ({ 0: m.common_offline_try_again() })
