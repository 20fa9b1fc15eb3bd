import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import { useListCombinedChildren, useListGroupChildren } from '#features/groups/groups.queries.ts'
import type { PlaydateDraft } from '../playdate-draft.ts'

/** Returns the ids of all children that an event may invite; null while unknown. */
export function useInvitable(): string[] | null {
  return useListCombinedChildren().data?.map(({ _id }) => _id) ?? null
}

/** Returns the ids of the children that the picker offers in its current source; null while unknown. */
export function useOffered({ source, place }: Pick<PlaydateDraft, 'source' | 'place'>) {
  const all = useListCombinedChildren().data
  const ofPlace = useListGroupChildren(source === 'groups' ? place : null).data
  if (!all) return null
  const ids = (isOffered: (child: CombinedChild) => boolean) => all.filter(isOffered).map(({ _id }) => _id)
  if (source === 'friends') return ids(isFriends)
  if (!place) return []
  return ids(({ _id }) => ofPlace?.some((each) => each._id === _id) ?? true)
}

function isFriends({ sources }: CombinedChild): boolean {
  return sources.some(({ kind }) => kind === 'connection')
}
