/** Link state saying that an administrator wants a family profile too. */
export const wantsProfile = { wantsProfile: true } as const
