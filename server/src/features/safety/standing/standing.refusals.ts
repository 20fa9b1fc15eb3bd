import { m } from '@tagalong/contract/messages.ts'
import { Refusal } from '#http/refusal.ts'

export const appealOver = new Refusal(409, m.refusal_appeal_over)
export const decisionChanged = new Refusal(409, m.prompt_guardian_changed)
