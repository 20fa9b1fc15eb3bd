/** With this state the link says that an administrator wants a family profile too. */
export const wantsProfile = { wantsProfile: true } as const
