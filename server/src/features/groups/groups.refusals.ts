import { groupTexts } from '@tagalong/contract/features/groups/groups.texts.ts'
import { badInput, Refusal } from '#http/refusal.ts'

export const codeWrong = badInput('code', groupTexts.codeWrong)
export const membershipChanged = new Refusal(409, groupTexts.changed)
