import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import type { KeptQuery } from '#lib/offline/offline-cache.ts'
import { type Lists, playdateKeys } from './playdate-lists.queries.ts'

/**
 * Returns those of the kept details that a newer list contains, or would contain if they still existed. The viewer may
 * be allowed to see less of them by now.
 */
export function outdatedDetails(kept: readonly KeptQuery[]): KeptQuery[] {
  const [, list] = playdateKeys.lists
  const listedAt = new Map<string, number>()
  for (const { key, data, updatedAt } of kept) {
    if (key[1] !== list) continue
    for (const { _id } of (data as Lists).pages.flatMap(({ items }) => items))
      listedAt.set(_id, Math.max(updatedAt, listedAt.get(_id) ?? 0))
  }
  const listOf = (status: 'pending' | 'accepted') => {
    const [, , which] = playdateKeys.list(status)
    return kept.find(({ key }) => key[1] === list && key[2] === which)
  }
  // All upcoming playdates are on the first page of their list; a request may be on any page.
  const acceptedAt = listOf('accepted')?.updatedAt ?? 0
  const pending = listOf('pending')
  const pendingAt = pending && isWhole(pending.data as Lists) ? pending.updatedAt : 0
  return kept.filter(({ key: [, kind, id], data, updatedAt }) => {
    if (kind !== 'one' && kind !== 'response') return false
    if ((listedAt.get(String(id)) ?? 0) > updatedAt) return true
    if (kind !== 'one') return false
    const playdate = data as Playdate
    if (playdate.status === 'pending') return pendingAt > updatedAt
    return acceptedAt > updatedAt && isToCome(playdate, acceptedAt)
  })
}

function isWhole({ pages }: Lists): boolean {
  return pages.at(-1)?.nextCursor === null
}

function isToCome({ status, acceptedTime }: Playdate, at: number): boolean {
  return status === 'accepted' && acceptedTime !== null && Date.parse(acceptedTime) > at
}
