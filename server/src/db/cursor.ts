/** No id is as high: where a list that shows the newest first begins without a cursor. */
export const aboveAllIds = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
