import { playdatePrompts } from '@tagalong/contract/features/playdates/playdates.texts.ts'
import { Refusal } from '#http/refusal.ts'

/** Somebody else was first, or the caller saw an older version. */
export const playdateChanged = new Refusal(409, playdatePrompts.changed)
/** It has taken place, or begun. */
export const playdatePast = new Refusal(409, playdatePrompts.notFuture)
