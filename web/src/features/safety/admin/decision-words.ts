import type { DecisionKind, Report } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'

export const choices: Record<DecisionKind, string> = {
  none: 'Nothing wrong',
  warn: 'Warn',
  suspend: 'Pause account',
  close: 'Close account',
}

/** Names of decisions already made. */
export const decisionWords: Record<DecisionKind, string> = {
  none: 'Nothing wrong',
  warn: 'Warned',
  suspend: 'Account paused',
  close: 'Account closed',
}

/** The effects of a decision, besides its words. */
export const effects: Record<DecisionKind, string> = {
  none: 'Nothing changes, or what was decided before is lifted. Whoever reported it learns that it was looked at.',
  warn: 'The words come by mail and under Notifications. Nothing else changes.',
  suspend:
    'They can sign in, but do nothing else here, and nobody sees them. Requests and the playdates of that time are called off.',
  close:
    'At once as if paused. After 30 days the account is erased for good, and can’t come back for 24 months.',
}

const faults: Record<ReportReason, string> = {
  danger: 'Something that you did here may put a child in danger. We take that very seriously.',
  hurtful: 'Something that you wrote here hurt somebody. Please be kind: families here have to feel welcome.',
  impostor: 'Somebody here wonders whether you are who you say you are. Please use your own name here.',
  content: 'Something that you showed here doesn’t belong here. Please keep to what is about your family.',
  spam: 'Something that you sent here was advertising. This place is for arranging playdates only.',
  other: 'Something that you did here goes against our rules.',
}

const consequences: Record<Exclude<DecisionKind, 'none'>, string> = {
  warn: 'If it happens again, we pause your account.',
  suspend: 'That is why we pause your account.',
  close: 'That is why we close your account.',
}

/** Returns a first draft for the administrator to reword. */
export function suggestedWords(kind: DecisionKind, reason: ReportReason, isGroup: boolean): string {
  if (kind === 'none') return ''
  if (isGroup) return 'Something in the words of your group doesn’t belong here. Please change it.'
  return `${faults[reason]} ${consequences[kind]}`
}

/** Returns what a checkbox offers to remove, as it was reported. A group's name, the first of `words`, stays. */
export function thingWords({ kind, evidence: { child, messages, words } }: Report): string {
  if (kind === 'photo') return `The photo of ${child}`
  if (kind === 'message') return `“${messages.at(-1)?.text}”`
  const shown = kind === 'group' ? words.slice(1) : words
  return shown.length > 0 ? `“${shown.join('”, “')}”` : 'Its description'
}
