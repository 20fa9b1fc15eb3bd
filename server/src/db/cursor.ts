/** No id is as high: where a list that shows the newest first begins without a cursor. */
export const aboveAllIds = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** No id is as low: where a list that shows the oldest first begins. */
export const belowAllIds = '00000000-0000-0000-0000-000000000000'
