import type { Playdate, PlaydateChild, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import type { EventResponse } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'

/** The response of an event's recipient; pending before they answered. */
export type Mark = Response | 'pending'

/** Returns null for a guardian whose children another one answered for, and for a caregiver without a child here. */
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

/** Returns the response for that child, since an event is answered for each one. */
function answerFor({ _id }: PlaydateChild, responses: readonly EventResponse[]): Mark {
  return responses.find(({ children }) => children.includes(_id))?.response ?? 'pending'
}

/** Returns the owner's children and the invited ones, except those known to the viewer to be rejected or waiting. */
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

/** Counts the owner's family and children, and those with a yes. */
export function goingOf(playdate: Playdate, responses: readonly EventResponse[]): Going {
  const children = playdate.recipientChildren.filter((child) => answerFor(child, responses) === 'accepted')
  const families = new Set(children.map(({ caregiver }) => caregiver._id))
  return { families: 1 + families.size, children: playdate.ownerChildren.length + children.length }
}

/** `2 families, 3 children going` */
export function goingText(going: Going): string {
  return m.playdates_going(going)
}
