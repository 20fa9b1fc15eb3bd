/** What a grown-up is to a child. A guardian does everything for it; a helper looks, until a day. */
export const roles = ['guardian', 'helper'] as const
export type Role = (typeof roles)[number]

export const maxGuardians = 4
export const maxHelpers = 6
export const maxOpenInvites = 3
/** Days ahead. */
export const helpDays = { byDefault: 90, atMost: 365 }
export const maxLabel = 40
/** How long after the confirmation a guardian begins, and after their word they leave. */
export const hoursToBegin = 24
export const introductionDays = 30
export const maxIntroduced = 100
