import { m } from '@tagalong/contract/messages.ts'
import type { ErrorMessages } from './failure-text.ts'

/** Where nobody answered: for what can be tried again. A file of its own: most first loads do without the text. */
export const offlineText = (): ErrorMessages => ({ 0: m.common_offline_try_again() })
