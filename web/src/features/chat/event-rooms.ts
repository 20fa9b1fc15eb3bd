import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'

/** True if a child was invited through the caregiver, so that they have a private room with the owner. */
export function isInvitee({ recipientChildren }: Playdate, caregiver: string): boolean {
  return recipientChildren.some((child) => child.caregiver._id === caregiver)
}

export function unreadIn({ unreadRooms = [] }: Playdate, recipient: string | null): number {
  return unreadRooms.find(({ recipientCaregiverId }) => recipientCaregiverId === recipient)?.unread ?? 0
}

/**
 * Returns the guests whom the owner can talk to in private. Other guardians who answered have no private room. A guest
 * whose child was removed is kept while messages are unread or their room is chosen.
 */
export function guestsToTalkTo(playdate: Playdate, chosen: string): Playdate['recipientCaregivers'] {
  return playdate.recipientCaregivers.filter(
    ({ _id }) => isInvitee(playdate, _id) || unreadIn(playdate, _id) > 0 || _id === chosen,
  )
}
