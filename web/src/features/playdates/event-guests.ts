import type { Playdate, PlaydateChild, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import type { EventResponse } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'

/** What a recipient caregiver of an event said; pending: nothing yet. */
export type Mark = Response | 'pending'

/** null of a guardian for whose children another one answered, and of one through whom none came. */
export function markOf(
  caregiver: string,
  responses: readonly EventResponse[],
  children: readonly PlaydateChild[],
): Mark | null {
  const own = responses.find((each) => each.caregiver._id === caregiver)
  if (own) return own.response
  const theirs = children.filter((child) => child.caregiver._id === caregiver)
  return theirs.every((child) => answerFor(child, responses) !== 'pending') ? null : 'pending'
}

/** An event is answered for each child. */
function answerFor({ _id }: PlaydateChild, responses: readonly EventResponse[]): Mark {
  return responses.find(({ children }) => children.includes(_id))?.response ?? 'pending'
}

/** The owner's children, and the invited ones for whom nobody said no, but for those who wait, as far as the viewer knows. */
export function childrenPlaying(playdate: Playdate, responses: readonly EventResponse[]): PlaydateChild[] {
  const waits = playdate.response === 'waiting' || playdate.response === 'offered'
  const line = (playdate.waiting ?? []).flatMap(({ children }) => children)
  const isWanted = (child: PlaydateChild) =>
    answerFor(child, responses) !== 'rejected' && !line.includes(child._id) && !(waits && child.isOwn)
  return [...playdate.ownerChildren, ...playdate.recipientChildren.filter(isWanted)]
}

export interface Going {
  families: number
  children: number
}

/** The owner's family, and those for whose children somebody said yes. */
export function goingOf(playdate: Playdate, responses: readonly EventResponse[]): Going {
  const children = playdate.recipientChildren.filter((child) => answerFor(child, responses) === 'accepted')
  const families = new Set(children.map(({ caregiver }) => caregiver._id))
  return { families: 1 + families.size, children: playdate.ownerChildren.length + children.length }
}

/** `2 families, 3 children going` */
export function goingText(going: Going): string {
  return m.playdates_going(going)
}
