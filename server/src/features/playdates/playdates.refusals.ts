import { m } from '@tagalong/contract/messages.ts'
import { Refusal } from '#http/refusal.ts'

/** Another change came first, or the caller saw an older version. */
export const playdateChanged = new Refusal(409, m.prompt_playdate_changed)
/** Nobody answered in time. */
export const playdateOver = new Refusal(409, m.prompt_playdate_over)
/** It has taken place, or begun. */
export const playdatePast = new Refusal(409, m.prompt_playdate_not_future)
