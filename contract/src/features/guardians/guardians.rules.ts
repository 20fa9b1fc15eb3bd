/** A grown-up's role for a child. A guardian may do everything; a helper may only look, until their last day. */
export const roles = ['guardian', 'helper'] as const
export type Role = (typeof roles)[number]

export const maxGuardians = 4
export const maxHelpers = 6
export const maxOpenInvites = 3
/** How many days a helper may help. */
export const helpDays = { byDefault: 90, atMost: 365 }
export const maxLabel = 40
/** Hours from the confirmation until a guardian begins, and from their leaving until their place ends. */
export const hoursToBegin = 24
export const introductionDays = 30
export const maxIntroduced = 100
