import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'

/** Their child came through them, so they have a private room with the owner. */
export function isInvitee({ recipientChildren }: Playdate, caregiver: string): boolean {
  return recipientChildren.some((child) => child.caregiver._id === caregiver)
}

export function unreadIn({ unreadRooms = [] }: Playdate, recipient: string | null): number {
  return unreadRooms.find(({ recipientCaregiverId }) => recipientCaregiverId === recipient)?.unread ?? 0
}

/**
 * With whom the owner may talk alone: another guardian who answered has no private room. What somebody wrote can be read
 * also once their child has left.
 */
export function guestsToTalkTo(playdate: Playdate, chosen: string): Playdate['recipientCaregivers'] {
  return playdate.recipientCaregivers.filter(
    ({ _id }) => isInvitee(playdate, _id) || unreadIn(playdate, _id) > 0 || _id === chosen,
  )
}
