import { m } from '@tagalong/contract/messages.ts'
import { badInput, Refusal } from '#http/refusal.ts'

/** For every wrong code, and for removed members, whatever they type. */
export const codeWrong = badInput('code', m.prompt_group_code_wrong)
export const membershipChanged = new Refusal(409, m.prompt_group_changed)
