import type {
  EventResponse,
  Playdate,
  PlaydateChild,
  Response,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { m } from '@tagalong/contract/messages.ts'

/** What a recipient caregiver of an event said; pending: nothing yet. */
export type Mark = Response | 'pending'

export function markOf(caregiver: string, responses: readonly EventResponse[]): Mark {
  return responses.find((each) => each.caregiver._id === caregiver)?.response ?? 'pending'
}

/** The owner's children, and the invited ones whose caregivers did not say no. */
export function childrenPlaying(playdate: Playdate, responses: readonly EventResponse[]): PlaydateChild[] {
  const isWanted = ({ caregiver }: PlaydateChild) => markOf(caregiver._id, responses) !== 'rejected'
  return [...playdate.ownerChildren, ...playdate.recipientChildren.filter(isWanted)]
}

export interface Going {
  families: number
  children: number
}

/** The owner's family, and those who said yes. */
export function goingOf(playdate: Playdate, responses: readonly EventResponse[]): Going {
  const said = (caregiver: string) => markOf(caregiver, responses) === 'accepted'
  const guests = playdate.recipientCaregivers.filter(({ _id }) => said(_id)).length
  const children = playdate.recipientChildren.filter(({ caregiver }) => said(caregiver._id)).length
  return { families: 1 + guests, children: playdate.ownerChildren.length + children }
}

/** `2 families, 3 children going` */
export function goingText(going: Going): string {
  return m.playdates_going(going)
}
