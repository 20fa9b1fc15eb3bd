/** Above all ids: a list of the newest first begins here without a cursor. */
export const aboveAllIds = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Below all ids: a list of the oldest first begins here. */
export const belowAllIds = '00000000-0000-0000-0000-000000000000'
